import { pagesRootsOf, parseConfig } from '@topicmill/base/config';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { chunkSource, strategyOf } from '../../src/chunk-files/index.js';
import { pageDialect, pageTopics, readPageFacts } from '../../src/sources/index.js';

const WORDS =
  'kiln glaze clay wheel slip oxide cone bisque engobe grog raku saggar pug wedge throw trim fire cool load seal'.split(
    ' ',
  );

/** Prose of this many words, another for each seed. */
function prose(seed: number, wordCount: number): string {
  const words = Array.from(
    { length: wordCount },
    (_, at) => WORDS[(at * (seed + 3) + seed * 7 + (at >> 3)) % WORDS.length]!,
  );
  const sentences: string[] = [];
  for (let at = 0; at < words.length; at += 12) sentences.push(`The ${words.slice(at, at + 12).join(' ')}.`);
  const paragraphs: string[] = [];
  for (let at = 0; at < sentences.length; at += 4) paragraphs.push(sentences.slice(at, at + 4).join(' '));
  return paragraphs.join('\n\n');
}

interface Section {
  readonly heading: string;
  readonly body: string;
}

/** Sections that fill a chunk or several. */
const LARGE = [260, 300, 290, 700, 310, 330, 250, 1500, 280, 420, 345, 400, 335, 520];
/** Most of these are far under the size of a chunk. */
const SMALL = [12, 30, 20, 60, 8, 45, 25, 90, 15, 40, 10, 33, 70, 22];
const MIXED = [40, 300, 90, 700, 60, 30, 250, 1500, 80, 120, 45, 400, 35, 220];

function sectionsOf(sizes: readonly number[]): readonly Section[] {
  return sizes.map((size, at) => {
    const code = at % 3 === 0 ? `\n\n\`\`\`js\nconst cone = ${at};\nfire(cone);\n\`\`\`` : '';
    return { heading: `${'#'.repeat(at % 4 === 2 ? 3 : 2)} ${WORDS[at]} work`, body: `${prose(at, size)}${code}` };
  });
}

const FRONT = '---\ntitle: The workshop\ntags: [work]\n---\n';
const INTRO = '# The workshop\n\nWhat happens where, and when.\n';

interface Page {
  readonly front: string;
  readonly intro: string;
  readonly sections: readonly Section[];
}
function textOf({ front, intro, sections }: Page): string {
  return `${front}${intro}\n${sections.map(({ heading, body }) => `${heading}\n\n${body}\n`).join('\n')}`;
}

function anchorOf(heading: string): string {
  return heading.replace(/^#+ /, '').toLowerCase().replaceAll(' ', '-');
}

/** A page after each kind of edit. */
function editsOf(page: Page): Readonly<Record<string, Page | string>> {
  const { sections } = page;
  function change(at: number, edit: (section: Section) => Section | readonly Section[]): Page {
    return { ...page, sections: page.sections.flatMap((section, each) => (each === at ? edit(section) : section)) };
  }
  const body =
    (edit: (text: string) => string) =>
    (section: Section): Section => ({ ...section, body: edit(section.body) });
  const whole = (edit: (text: string) => string): string => edit(textOf(page));

  return {
    'a paragraph above all sections': { ...page, intro: `${INTRO}\n${prose(50, 60)}\n` },
    'a long text above all sections': { ...page, intro: `${INTRO}\n${prose(51, 900)}\n` },
    'the title of the page': { ...page, intro: INTRO.replace('# The workshop', '# Workshop') },
    'a paragraph at the start of a section': change(
      3,
      body((text) => `${prose(52, 50)}\n\n${text}`),
    ),
    'a paragraph at the end of a section': change(
      3,
      body((text) => `${text}\n\n${prose(53, 120)}`),
    ),
    'a word in a section': change(
      1,
      body((text) => text.replace('kiln', 'oven')),
    ),
    'a heading is renamed': change(6, (section) => ({ ...section, heading: '## Another name' })),
    'a heading gets another level': change(6, (section) => ({
      ...section,
      heading: section.heading.replace('###', '##'),
    })),
    'a section is added at the start': change(0, (section) => [
      { heading: '## New first', body: prose(54, 150) },
      section,
    ]),
    'a section is added in the middle': change(7, (section) => [
      section,
      { heading: '## New middle', body: prose(55, 40) },
    ]),
    'a section is added at the end': change(13, (section) => [
      section,
      { heading: '## New last', body: prose(56, 500) },
    ]),
    'a small section is deleted': change(5, () => []),
    'a large section is deleted': change(7, () => []),
    'two sections change places': {
      ...page,
      sections: [...sections.slice(0, 4), sections[5]!, sections[4]!, ...sections.slice(6)],
    },
    'the last section becomes the first': { ...page, sections: [sections[13]!, ...sections.slice(0, 13)] },
    'a section is split in two': change(7, ({ heading, body: text }) => [
      { heading, body: text.slice(0, text.indexOf('\n\n', 1500)) },
      { heading: '## Second half', body: text.slice(text.indexOf('\n\n', 1500) + 2) },
    ]),
    'two sections become one': {
      ...page,
      sections: [
        ...sections.slice(0, 8),
        { ...sections[8]!, body: `${sections[8]!.body}\n\n${sections[9]!.body}` },
        ...sections.slice(10),
      ],
    },
    'a code block changes': change(
      3,
      body((text) => text.replace('fire(cone);', 'fire(cone);\ncool(cone);\n'.repeat(12))),
    ),
    'a code block is added': change(
      2,
      body((text) => `${text}\n\n\`\`\`sh\n# not a heading\nload kiln\n\`\`\``),
    ),
    'a list and a table are added': change(
      10,
      body((text) => `${text}\n\n- one\n- two\n\n| a | b |\n| - | - |\n| 1 | 2 |`),
    ),
    'front matter gets a key': {
      ...page,
      front: '---\ntitle: The workshop\ntags: [work, clay]\ndescription: All of it\n---\n',
    },
    'front matter goes': { ...page, front: '' },
    'all line ends become CRLF': whole((text) => text.replaceAll('\n', '\r\n')),
    'a byte order mark is put before it': whole((text) => `\uFEFF${text}`),
    'blank lines are added between sections': whole((text) => text.replaceAll('\n## ', '\n\n\n## ')),
    'white space is added at the ends of lines': whole((text) => text.replaceAll('.\n', '.  \n')),
  };
}

const PATH = 'workshop.md';
const CONFIG = parseConfig(
  'sources: pages\nsite: { generator: docusaurus, url: https://w.example.org/ }\n',
  'topicmill.yaml',
);

/** The ids of the chunks of each section, by its anchor. */
async function idsOf(text: string): Promise<Map<string, string[]>> {
  const root = pagesRootsOf(CONFIG)[0]!;
  const facts = new Map([[PATH, readPageFacts(PATH, text, pageDialect('docusaurus', PATH))]]);
  const { pages } = pageTopics([
    {
      root,
      facts,
      context: { files: new Map(), now: new Date(0) },
      includable: { hashOf: () => '', inclusionsIn: () => [] },
    },
  ]);
  const published = { page: pages[0]!, site: root.site, included: () => undefined };
  const source = { text, bytes: Buffer.from(text) };
  const { manifest } = await chunkSource(source, await strategyOf(CONFIG), {
    sourceName: PATH,
    displayPath: PATH,
    published,
  });
  const ids = new Map<string, string[]>();
  for (const { id } of manifest.chunks) {
    const anchor = /#([^~]*)/.exec(id!)?.[1] ?? '';
    ids.set(anchor, [...(ids.get(anchor) ?? []), id!]);
  }
  return ids;
}

/** The ids of those sections that an edit leaves as they are, and that have others after it. */
async function changedIds(page: Page, edited: Page | string): Promise<string[]> {
  const before = await idsOf(textOf(page));
  const after = await idsOf(typeof edited === 'string' ? edited : textOf(edited));
  const present = typeof edited === 'string' ? page.sections : edited.sections;
  const untouched = page.sections
    .filter(({ heading, body }) => present.some((section) => section.heading === heading && section.body === body))
    .map(({ heading }) => anchorOf(heading));
  return untouched.filter((anchor) => `${before.get(anchor)}` !== `${after.get(anchor)}`);
}

const PAGES = Object.entries({ large: LARGE, mixed: MIXED, small: SMALL }).map(([name, sizes]) => {
  const page: Page = { front: FRONT, intro: INTRO, sections: sectionsOf(sizes) };
  return [name, page] as const;
});
const EDITS = PAGES.flatMap(([name, page]) =>
  Object.entries(editsOf(page)).map(([edit, edited]) => [edit, name, page, edited] as const),
);

it.each(EDITS)('%s: of a page of %s sections no id of an untouched one changes', async (_edit, _name, page, edited) => {
  expect(await changedIds(page, edited)).toEqual([]);
});

it('each of the sections has ids, so that they could change', async () => {
  for (const [, page] of PAGES) {
    const ids = await idsOf(textOf(page));
    expect(page.sections.filter(({ heading }) => !ids.has(anchorOf(heading)))).toEqual([]);
  }
});

const section = fc
  .record({ size: fc.integer({ min: 1, max: 1200 }), level: fc.integer({ min: 2, max: 4 }), seed: fc.nat({ max: 50 }) })
  .map(({ size, level, seed }) => ({ level, body: prose(seed, size) }));

it('no id of an untouched section changes when any others come, go or change places', async () => {
  const sections = fc
    .array(section, { minLength: 1, maxLength: 8 })
    .map((bodies) =>
      bodies.map(({ level, body }, at): Section => ({ heading: `${'#'.repeat(level)} Part ${at} work`, body })),
    );
  const edit = sections.chain((all) =>
    fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: 1 }), fc.boolean()),
  );
  await fc.assert(
    fc.asyncProperty(edit, async ([all, left, hasIntro]) => {
      const page: Page = { front: FRONT, intro: INTRO, sections: all };
      expect(await changedIds(page, { ...page, intro: hasIntro ? INTRO : '', sections: left })).toEqual([]);
    }),
    { numRuns: 60 },
  );
});

it('a heading without a text goes with the section below it, whose id does not depend on it', async () => {
  const below = '## Firing\n\nSlowly.\n';
  const expected = ['workshop#firing'];
  expect((await idsOf(`${INTRO}\n${below}`)).get('firing')).toEqual(expected);
  expect((await idsOf(`${INTRO}\n# All of it\n\n${below}`)).get('firing')).toEqual(expected);
  expect((await idsOf(`${INTRO}\n# All of it\n\n<Picture />\n\n${below}`)).get('firing')).toEqual(expected);
});
