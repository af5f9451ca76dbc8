import { readChunksManifest } from '@topicmill/topics/formats';
import { beforeEach, expect, it } from 'vitest';
import { DocsRepo } from '../steps/docs-repo.js';

const WORDS =
  'kiln glaze clay wheel slip oxide cone bisque engobe grog raku saggar pug wedge throw trim fire cool load seal'.split(
    ' ',
  );

/** Prose of so many words, another for each seed. */
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
/** Some of these share a chunk with others. */
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

let repo: DocsRepo;
beforeEach(() => {
  repo = new DocsRepo({
    'topicmill.yaml': 'sources: pages\nsite: { generator: docusaurus, url: https://w.example.org/ }\n',
  });
});

/** The ids of the chunks of each section, by its anchor. */
async function idsOf(text: string): Promise<Map<string, string[]>> {
  repo.write('docs/workshop.md', text);
  expect((await repo.build()).failed).toEqual([]);
  const path = 'topics/workshop/_chunks/workshop.chunks.json';
  const ids = new Map<string, string[]>();
  for (const { id } of readChunksManifest(repo.read(path), path).chunks) {
    const anchor = /#([^~]*)/.exec(id!)?.[1] ?? '';
    ids.set(anchor, [...(ids.get(anchor) ?? []), id!]);
  }
  return ids;
}

/** The ids of untouched sections that each kind of edit changes. */
async function changedIds(sizes: readonly number[]): Promise<Record<string, string[]>> {
  const page: Page = { front: FRONT, intro: INTRO, sections: sectionsOf(sizes) };
  const before = await idsOf(textOf(page));
  const changes: Record<string, string[]> = {};
  for (const [name, edited] of Object.entries(editsOf(page))) {
    const after = await idsOf(typeof edited === 'string' ? edited : textOf(edited));
    const present = typeof edited === 'string' ? page.sections : edited.sections;
    const untouched = page.sections
      .filter(({ heading, body }) => present.some((section) => section.heading === heading && section.body === body))
      .map(({ heading }) => anchorOf(heading));
    const changed = untouched.filter((anchor) => `${before.get(anchor)}` !== `${after.get(anchor)}`);
    if (changed.length > 0) changes[name] = changed;
  }
  return changes;
}

/** Edits after which chunks still begin where they began. */
const LOCAL = [
  'a paragraph above all sections',
  'the title of the page',
  'a paragraph at the start of a section',
  'a word in a section',
  'a heading is renamed',
  'a heading gets another level',
  'a section is added at the end',
  'a large section is deleted',
  'a code block changes',
  'a code block is added',
  'a list and a table are added',
  'front matter gets a key',
  'front matter goes',
  'all line ends become CRLF',
  'a byte order mark is put before it',
  'blank lines are added between sections',
  'white space is added at the ends of lines',
];

it.each([
  ['large', LARGE],
  ['mixed', MIXED],
])(
  'of twenty-six kinds of edit to %s sections, most change no id of an untouched one, the others a few near the edit',
  async (_, sizes) => {
    const changes = await changedIds(sizes);
    expect(LOCAL.filter((name) => changes[name] !== undefined)).toEqual([]);
    expect(Math.max(...Object.values(changes).map((changed) => changed.length))).toBeLessThanOrEqual(3);
  },
  60_000,
);
