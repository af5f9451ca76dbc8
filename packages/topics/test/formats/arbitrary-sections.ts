import fc from 'fast-check';
import type { ChunkEntry, ChunkSet, Keyword, MatchedPrompt, ToolSections } from '../../src/formats/index.js';

/** One line that a table cell can contain: no line break, no white space at the ends. */
export const cellText = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '|',
        '\\',
        '`',
        '#',
        '[',
        ']',
        '(',
        '<T>',
        '*',
        '_',
        ' ',
        '---',
        ':-',
        '## Chunks',
        '-->',
        '\u2028',
        'é',
        '😀',
      ),
      fc.string({ unit: 'grapheme', maxLength: 5 }),
    ),
    { maxLength: 8 },
  )
  .map((parts) =>
    parts
      .join('')
      .replace(/[\r\n]/g, '')
      .trim(),
  );

const nameText = cellText.filter((text) => text !== '');
const size = fc.nat(10_000_000);
const similarity = fc.integer({ min: -10_000, max: 10_000 }).map((n) => n / 10_000 + 0);

const keyword: fc.Arbitrary<Keyword> = fc.record({
  name: nameText.filter((text) => !text.includes(',')),
  score: fc.nat(9_999_999).map((n) => n / 1000),
  count: size,
});

const prompt: fc.Arbitrary<MatchedPrompt> = fc.record({
  question: cellText,
  similarity,
  hash: fc.bigInt({ min: 0n, max: 0xffff_ffff_ffff_ffffn }),
});

const entry: fc.Arbitrary<ChunkEntry> = fc.record({
  file: nameText,
  title: cellText,
  isCode: fc.boolean(),
  tokenCount: size,
  byteCount: size,
  startByte: size,
  endByte: size,
  similarityConceptual: similarity,
  keywords: fc.constant([]),
  prompts: fc.array(prompt, { maxLength: 3 }),
});

const chunkSet: fc.Arbitrary<ChunkSet> = fc
  .record({
    strategy: nameText,
    model: nameText,
    items: fc.array(fc.tuple(entry, similarity), { minLength: 1, maxLength: 12 }),
    hasTechnical: fc.boolean(),
    baselines: fc.tuple(fc.nat(), fc.nat()),
  })
  .map(({ strategy, model, items, hasTechnical, baselines: [conceptual, technical] }) => ({
    strategy,
    model,
    baselineConceptual: conceptual % items.length,
    ...(hasTechnical ? { baselineTechnical: technical % items.length } : {}),
    items: items.map(([item, similarityTechnical]) => (hasTechnical ? { ...item, similarityTechnical } : item)),
  }));

/** Any data that the tool keeps in topic-spec.md. */
export const toolSections: fc.Arbitrary<ToolSections> = fc
  .record({
    source: nameText,
    hasQuestions: fc.boolean(),
    keywords: fc.array(keyword, { maxLength: 5 }),
    chunks: fc.option(chunkSet, { nil: undefined }),
  })
  .map((sections) => ({ ...sections, chunks: sections.chunks && withKeywords(sections.chunks, sections.keywords) }));

/** Places of chunks that are named by their index and follow each other, and of others. */
const placeOf = {
  any: ({ file, startByte }: ChunkEntry): Partial<ChunkEntry> => ({ file, startByte }),
  file: (_: ChunkEntry, at: number) => ({ file: `_chunks/N0-${at}.md` }),
  packed: (_: ChunkEntry, at: number) => ({ file: `_chunks/a.chunks.md#${at}` }),
  range: ({ file }: ChunkEntry, at: number) => ({ file, startByte: 10 * at, endByte: 10 * at + 10 }),
};

/** The same of pages whose chunks may be all of them; ids of chunks begin with those of their page. */
export const pageSections: fc.Arbitrary<ToolSections> = fc
  .tuple(
    toolSections,
    nameText,
    nameText,
    fc.array(fc.constantFrom('', '#a', '#a~2', '#b'), { minLength: 12 }),
    fc.constantFrom(...Object.values(placeOf)),
  )
  .map(([sections, id, name, anchors, place]) => ({
    ...sections,
    chunks: sections.chunks && {
      ...sections.chunks,
      page: { id, url: `/${name}` },
      isJoined: true,
      items: sections.chunks.items.map((item, at) => {
        const [url, anchor] = [`/${name}`, anchors[at]!];
        const urls = [`${url}${anchor.replace('~2', '')}`, url, `/other${url}`];
        return { ...item, ...place(item, at), id: `${id}${anchor}`, url: urls[at % urls.length]! };
      }),
    },
  }));

/** Every other keyword in a chunk, those that the next one does not have. */
function withKeywords(chunks: ChunkSet, keywords: readonly Keyword[]): ChunkSet {
  const namesAt = (at: number): string[] => keywords.flatMap(({ name }, i) => ((i + at) % 2 === 0 ? [name] : []));
  return { ...chunks, items: chunks.items.map((item, at) => ({ ...item, keywords: namesAt(at) })) };
}
