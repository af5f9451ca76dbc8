import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildSearchIndex, openSearchIndex, type SearchTopic } from '../../src/retrieval/index.js';
import { memoryLoader } from '../../src/retrieval/memory-loader.js';
import { PageIndex, searchIndex } from '../../src/retrieval/node.js';
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
  const nearWords = (word: string, among: readonly string[]) =>
    word === 'zebra'
      ? among.filter((each) => each.startsWith('c')).map((each) => ({ word: each, similarity: 0.7 }))
      : [];
  const options = { mode, limit: 6 };
  const fromFiles = async () => {
    const files = publishedFiles(buildSearchIndex(topic, settings));
    return (await openSearchIndex(memoryLoader(files), embed, nearWords)).search(query, options);
  };
  const fromPages = async () => {
    const { head, reads } = keptPages(topic, settings, DIMENSIONS);
    return searchIndex(new PageIndex(head).tables(reads), query, options, { embed, nearWords });
  };
  return { fromFiles, fromPages };
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
    expect(results.map(({ topic, index }) => `${topic} ${index}`)).toEqual(['a 1', 'a 0', 'b 0']);
    const asked = await ask(docs, 'What is a cache?', 'prompts', like).fromPages();
    expect(asked).toMatchObject({ mode: 'prompts', results: [{ topic: 'b', match: { promptDistance: 0 } }] });
  });
});
