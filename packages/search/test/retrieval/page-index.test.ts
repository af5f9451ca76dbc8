import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { memoryLoader } from '../../src/retrieval/docs-loader.js';
import { buildSearchIndex, openSearchIndex, readThesaurus, type SearchTopic } from '../../src/retrieval/index.js';
import {
  type LiveSegment,
  mergePages,
  openSegments,
  PageIndex,
  PageNumberer,
  Segment,
  searchIndex,
  writeSegment,
} from '../../src/retrieval/node.js';
import { keptPages } from './kept-pages.js';
import { chunkOf, publishedFiles, questionOf } from './sample-docs.js';

const WORDS = [
  'native',
  'trim',
  'JsonSerializer',
  'warning',
  'build',
  'Builder',
  'grüße',
  'the',
  'of',
  'cache',
  'caches',
  '137',
  '3.14.2',
  '2.14.3',
];
const DIMENSIONS = 4;

const phrase = fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 6 }).map((words) => words.join(' '));
const vector = fc
  .array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: DIMENSIONS, maxLength: DIMENSIONS })
  .map((values) => Float32Array.from(values, (value, at) => (at === 0 ? Math.abs(value) + 0.1 : value)));
const chunk = fc
  .record({
    headings: fc.array(phrase, { maxLength: 2 }),
    body: fc.array(phrase, { maxLength: 5 }),
    questions: fc.array(fc.tuple(phrase, phrase), { maxLength: 2 }),
    isCode: fc.boolean(),
    vector,
  })
  .map(({ headings, body, questions, ...rest }) =>
    chunkOf([...headings.map((heading) => `# ${heading}`), ...body, ''].join('\n'), {
      ...rest,
      questions: questions.map(([text, answer]) => questionOf(text, answer)),
    }),
  );
const topics = fc.uniqueArray(
  fc.record({
    id: fc.constantFrom('a', 'a/b', 'blog/2-0', 'changelog', 'é', '\u{1f375}', '\uff21', 'c', 'd', 'e', 'f'),
    title: phrase,
    description: fc.option(phrase, { nil: undefined }),
    chunks: fc.array(chunk, { maxLength: 4 }),
  }),
  { selector: ({ id }) => id, minLength: 1, maxLength: 8 },
);
const query = fc.oneof(phrase, phrase, fc.constantFrom('nativ trimm', 'how to build the cach', 'zebra', 'warnign'));

function ask(
  topic: readonly SearchTopic[],
  query: string,
  mode: 'hybrid' | 'bm25' | 'vectors' | 'prompts',
  like: Float32Array,
) {
  const settings = { model: 'm', synonyms: [['trim', 'native cache']], current: { versions: [] } };
  const embed = async (): Promise<Float32Array> => like;
  const words = { thesaurus: readThesaurus('zebra\tcache,trim') };
  const options = { mode, limit: 6 };
  const fromFiles = async () => {
    const files = publishedFiles(buildSearchIndex(topic, settings));
    return (await openSearchIndex(memoryLoader(files), embed, words)).search(query, options);
  };
  const fromPages = async () => {
    const { head, reads } = keptPages(topic, settings, DIMENSIONS);
    return searchIndex(new PageIndex(head).tables(reads), query, options, { embed, words });
  };
  const fromSegments = async (segments: readonly LiveSegment[]) => {
    const { model, ...rest } = settings;
    const hasVectors = topic.some(({ chunks }) => chunks.length > 0);
    const vectors = hasVectors ? { model, dimensions: DIMENSIONS } : undefined;
    const { index, reads } = openSegments(segments, { ...rest, vectors });
    return searchIndex(index.tables(reads), query, options, { embed, words });
  };
  return { fromFiles, fromPages, fromSegments };
}

function opened(bytes: Uint8Array): Segment {
  return Segment.open((start, end) => bytes.subarray(start, end));
}

function segmentOf(pages: readonly SearchTopic[]): Uint8Array {
  const numberer = new PageNumberer();
  for (const page of pages) numberer.add(page, { key: page.title, source: `docs/${page.id}.md` });
  return writeSegment(numberer);
}

/** An index after some changes: each writes a segment, and now and then all that there are become one. */
function changedSegments(changes: readonly { readonly pages: readonly SearchTopic[]; readonly isMerged: boolean }[]) {
  let live: { readonly segment: Segment; readonly edition: undefined; readonly deleted: Set<number> }[] = [];
  const current = new Map<string, SearchTopic>();
  for (const { pages, isMerged } of changes) {
    const changed = new Set(pages.map(({ id }) => id));
    for (const { segment, deleted } of live) {
      for (const [page, id] of segment.ids.entries()) if (changed.has(id)) deleted.add(page);
    }
    for (const page of pages) current.set(page.id, page);
    live.push({ segment: opened(segmentOf(pages)), edition: undefined, deleted: new Set() });
    if (isMerged) live = [{ segment: opened(writeSegment(mergePages(live))), edition: undefined, deleted: new Set() }];
  }
  return { live, current: [...current.values()] };
}

describe('an index that is kept page by page', () => {
  it('answers as the files of a search index do, to the last digit', async () => {
    const mode = fc.constantFrom('hybrid', 'bm25', 'vectors', 'prompts');
    await fc.assert(
      fc.asyncProperty(topics, query, mode, vector, async (docs, words, how, like) => {
        const { fromFiles, fromPages } = ask(docs, words, how, like);
        expect(await fromPages()).toEqual(await fromFiles());
      }),
      { numRuns: 300 },
    );
  });

  it('answers the same from segments, whatever changes and merges they went through', async () => {
    const mode = fc.constantFrom('hybrid', 'bm25', 'vectors', 'prompts');
    const changes = fc.array(fc.record({ pages: topics, isMerged: fc.boolean() }), { minLength: 1, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(changes, query, mode, vector, async (made, words, how, like) => {
        const { live, current } = changedSegments(made);
        const { fromFiles, fromSegments } = ask(current, words, how, like);
        expect(await fromSegments(live)).toEqual(await fromFiles());
      }),
      { numRuns: 100 },
    );
  });

  it('merges segments into the bytes that all pages give at once', () => {
    const changes = fc.array(fc.record({ pages: topics, isMerged: fc.boolean() }), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(changes, (made) => {
        const { live, current } = changedSegments(made);
        expect(writeSegment(mergePages(live))).toEqual(segmentOf(current));
      }),
      { numRuns: 50 },
    );
  });

  it('notices damage wherever it is', () => {
    const bytes = segmentOf([{ id: 'a', title: 'Trim', chunks: [chunkOf('# Native trim\n\nbuild warning\n')] }]);
    for (const at of bytes.keys()) {
      const damaged = bytes.slice();
      damaged[at]! ^= 1;
      const verify = (): void => opened(damaged).verify();
      expect(verify, `byte ${at}`).toThrow(expect.objectContaining({ code: 'SEARCH_INDEX_INVALID' }));
    }
  });

  it('finds what it is asked for', async () => {
    const docs = [
      {
        id: 'a',
        title: 'Trim',
        chunks: [chunkOf('# Native trim\n\nbuild warning\n'), chunkOf('# Native trim\n\nnative trim\n')],
      },
      { id: 'b', title: 'Cache', chunks: [chunkOf('cache\n', { questions: [questionOf('What is a cache?')] })] },
    ];
    const like = new Float32Array(DIMENSIONS).fill(1);
    const { results } = await ask(docs, 'native trim', 'bm25', like).fromPages();
    expect(results.map(({ topic, index }) => `${topic} ${index}`)).toEqual(['a 1', 'b 0', 'a 0']);
    const asked = await ask(docs, 'What is a cache?', 'prompts', like).fromPages();
    expect(asked).toMatchObject({ mode: 'prompts', results: [{ topic: 'b', match: { promptDistance: 0 } }] });
  });
});
