import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { chunkSource, strategyFor } from '../../src/chunk-files/index.js';
import { pagesRootsOf, parseConfig } from '../../src/config/index.js';
import { pageDialect, pageTopics, readPageFacts } from '../../src/sources/index.js';
import { pageEdits, pageText, prose, type Section, type SectionedPage } from './page-edits.js';

/** Sections that fill a chunk or several. */
const LARGE = [260, 300, 290, 700, 310, 330, 250, 1500, 280, 420, 345, 400, 335, 520];
/** Most of these are far under the size of a chunk. */
const SMALL = [12, 30, 20, 60, 8, 45, 25, 90, 15, 40, 10, 33, 70, 22];
const MIXED = [40, 300, 90, 700, 60, 30, 250, 1500, 80, 120, 45, 400, 35, 220];

const NAMES = 'kiln glaze clay wheel slip oxide cone bisque engobe grog raku saggar pug wedge'.split(' ');

function sectionsOf(sizes: readonly number[]): readonly Section[] {
  return sizes.map((size, at) => {
    const code = at % 3 === 0 ? `\n\n\`\`\`js\nconst cone = ${at};\nfire(cone);\n\`\`\`` : '';
    return { heading: `${'#'.repeat(at % 4 === 2 ? 3 : 2)} ${NAMES[at]} work`, body: `${prose(at, size)}${code}` };
  });
}

const FRONT = '---\ntitle: The workshop\ntags: [work]\n---\n';
const INTRO = '# The workshop\n\nWhat happens where, and when.\n';

function anchorOf(heading: string): string {
  return heading.replace(/^#+ /, '').toLowerCase().replaceAll(' ', '-');
}

const PATH = 'workshop.md';
const CONFIG = parseConfig(
  'sources: pages\nsite: { generator: docusaurus, url: https://w.example.org/ }\n',
  'topicmill.yaml',
);

/** The ids of the chunks of each section, by its anchor. */
async function idsOf(text: string): Promise<Map<string, string[]>> {
  const root = pagesRootsOf(CONFIG)[0]!;
  const facts = new Map([[PATH, readPageFacts(PATH, text, pageDialect({ generator: 'docusaurus' }, PATH))]]);
  const { pages } = pageTopics([
    {
      root,
      facts,
      context: { files: new Map(), now: new Date(0) },
      includable: { hashOf: () => '', targetOf: (path: string) => path, inclusionsIn: () => [] },
    },
  ]);
  const published = { page: pages[0]!, site: root.site, included: () => undefined };
  const source = { text, bytes: Buffer.from(text) };
  const { manifest } = await chunkSource(source, await strategyFor(CONFIG, { id: 'page' }), {
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

/** The anchors of the sections that are in both texts, and have other ids in the second. */
async function changedIds(before: string, after: string): Promise<string[]> {
  const [idsBefore, idsAfter] = [await idsOf(before), await idsOf(after)];
  const present = sectionsIn(after);
  const untouched = sectionsIn(before).filter((text) => present.includes(text));
  return untouched
    .map((text) => anchorOf(text.slice(0, text.indexOf('\n'))))
    .filter((anchor) => `${idsBefore.get(anchor)}` !== `${idsAfter.get(anchor)}`);
}

/** The sections of a text, without what differs between editors. */
function sectionsIn(text: string): string[] {
  const plain = text.replaceAll('\r\n', '\n').replaceAll(/ +$/gm, '');
  const [, ...sections] = plain.split(/^(?=##+ )/m);
  return sections.map((each) => each.trim());
}

const PAGES = Object.entries({ large: LARGE, mixed: MIXED, small: SMALL }).map(([name, sizes]) => {
  const page: SectionedPage = { front: FRONT, intro: INTRO, sections: sectionsOf(sizes) };
  return [name, page] as const;
});
const EDITS = PAGES.flatMap(([name, page]) =>
  [...pageEdits(page)].map(([edit, edited]) => [edit, name, page, edited] as const),
);

it.each(EDITS)('%s: of a page of %s sections no id of an untouched one changes', async (_edit, _name, page, edited) => {
  expect(await changedIds(pageText(page), edited)).toEqual([]);
});

it('each of the sections has ids, so that they could change', async () => {
  for (const [, page] of PAGES) {
    const ids = await idsOf(pageText(page));
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
      const page: SectionedPage = { front: FRONT, intro: INTRO, sections: all };
      const edited = pageText({ ...page, intro: hasIntro ? INTRO : '', sections: left });
      expect(await changedIds(pageText(page), edited)).toEqual([]);
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
