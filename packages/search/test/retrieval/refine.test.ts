import { compareCodeUnits } from '@topicmill/base/order';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  buildSearchIndex,
  type DocsLoader,
  type EditionFilter,
  memoryLoader,
  openInstantSearch,
  openSearchIndex,
  Refinement,
  type RefiningTools,
  readTermDescriptions,
  type SearchTopic,
} from '../../src/retrieval/index.js';
import { IndexReader } from '../../src/retrieval/search-index/index-reader.js';
import { bundledDescriptionLines } from '../../src/thesaurus/index.js';
import { chunkOf, publishedFiles, questionOf, topicOf } from './sample-docs.js';

const DIMENSIONS = 4;
const MODEL = 'sums of letters';
const CURRENT = { versions: ['2'], locale: 'en' };

/** Like words have like vectors. */
function vectorOf(text: string): Float32Array {
  const vector = new Float32Array(DIMENSIONS).fill(0.01);
  for (const letter of text.toLowerCase().match(/[a-z]/g) ?? []) vector[letter.charCodeAt(0) % DIMENSIONS]! += 1;
  return vector;
}

const loadTools = async (): Promise<RefiningTools> => ({
  Refinement,
  embedByRows: async (query, { model }) => (model === MODEL ? vectorOf(query) : undefined),
});

const WORDS = 'page link server cach file redirect address browser visitor slow old moved'.split(' ');

/** All have one word in common, so that no page is without a word of a query. */
const texts = fc
  .array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 12 })
  .map((words) => ['docs', ...words].join(' '));

/** No more pages than are compared, with titles that nobody asks for. */
const docs = fc
  .array(fc.array(fc.tuple(texts, fc.array(texts, { maxLength: 2 })), { minLength: 1, maxLength: 3 }), {
    minLength: 1,
    maxLength: 8,
  })
  .map((pages) =>
    pages.map((chunks, at) =>
      topicOf(
        `page-${at}`,
        `Untitled ${at}`,
        ...chunks.map(([text, questions]) =>
          chunkOf(text, {
            title: 'Untitled',
            vector: vectorOf(text),
            questions: questions.map((each) => ({ ...questionOf(each), vector: vectorOf(each) })),
          }),
        ),
      ),
    ),
  );

const DESCRIPTIONS = ['address moved old,old visitor\tredirect', 'slow page,page server slow\tcach,browser'].join('\n');

function boxFiles(topics: readonly SearchTopic[], descriptions = DESCRIPTIONS) {
  const table = { model: MODEL, dimensions: DIMENSIONS, meanScale: 1, rows: new Map() };
  const refinement = { descriptions, table };
  return publishedFiles(buildSearchIndex(topics, { withTexts: true, current: CURRENT, refinement }));
}

function byTerm<T extends { readonly term: string }>(all: readonly T[]): T[] {
  return [...all].sort((a, b) => compareCodeUnits(a.term, b.term));
}

describe('a refined answer', () => {
  /** By a search of everything and by a refined answer, of the same question. */
  async function pagesOf(topics: readonly SearchTopic[], query: string, edition: EditionFilter = {}) {
    const options = { limit: 100, ...edition };
    const whole = await openSearchIndex(
      memoryLoader(publishedFiles(buildSearchIndex(topics, { model: MODEL, current: CURRENT }))),
      async () => vectorOf(query),
      { isWord: () => true, descriptions: readTermDescriptions(DESCRIPTIONS) },
    );
    const { results } = await whole.search(query, options);
    const box = await openInstantSearch(memoryLoader(boxFiles(topics)), loadTools);
    const refined = (await box.refine(query, options))!;
    return {
      searched: [...new Set(results.map(({ topic }) => topic))],
      refined: refined.pages.map(({ id }) => id),
    };
  }

  it('has the order of a search by words, descriptions of terms and vectors', async () => {
    await fc.assert(
      fc.asyncProperty(docs, texts, async (topics, query) => {
        const { searched, refined } = await pagesOf(topics, query);
        expect(refined).toEqual(searched);
      }),
    );
  });

  it('has it of the version and the language that are asked for, whose best pages are compared, and no others', async () => {
    const editions = [
      [{ root: 'now', version: '2', locale: 'en' }, {}],
      [{ root: 'old', version: '1', locale: 'en' }, { version: '1' }],
      [{ root: 'fr', version: '2', locale: 'fr' }, { locale: 'fr' }],
    ] as const;
    await fc.assert(
      fc.asyncProperty(fc.tuple(docs, docs, docs), texts, async (all, query) => {
        const topics = editions.flatMap(([edition], at) =>
          all[at]!.map((topic) => ({ ...topic, id: `${edition.root}/${topic.id}`, edition })),
        );
        for (const [{ root }, asked] of editions) {
          const { searched, refined } = await pagesOf(topics, query, asked);
          expect(refined).toEqual(searched);
          expect(new Set(refined.map((id) => id.split('/')[0]))).toEqual(new Set([root]));
        }
      }),
      { numRuns: 30 },
    );
  });

  it('is made from the same descriptions as a search, of a few files', async () => {
    const lines = bundledDescriptionLines();
    const whole = readTermDescriptions(lines);
    const described = [...new Set(lines.match(/[a-z]{3,}/g))];
    const topics = [topicOf('all', 'All', lines.replace(/[\t,]/g, ' '))];
    const read: string[] = [];
    const memory = memoryLoader(boxFiles(topics, lines));
    const loader: DocsLoader = {
      read(path) {
        read.push(path);
        return memory.read(path);
      },
    };
    const reader = await IndexReader.open(loader);
    const refinement = new Refinement(await reader.file(reader.manifest.refinement!), reader, (name) =>
      reader.file(name),
    );
    const asked = fc.uniqueArray(fc.constantFrom(...described), { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(asked, async (terms) => {
        read.length = 0;
        const found = await refinement.describe(terms);
        expect(read.length).toBeLessThanOrEqual(terms.length);
        const published = found.map(({ isAbsent: _, ...each }) => each);
        // What descriptions weigh is published rounded.
        const expected = whole(terms).map((each) => ({ ...each, votes: expect.closeTo(each.votes, 1) }));
        expect(byTerm(published)).toEqual(byTerm(expected));
      }),
    );
  });

  it('is made from descriptions of what the docs have a whole name of', async () => {
    const lines = ['old visitor\tguest', 'address old\tvisitor log', 'browser old\tpage cache,tab'].join('\n');
    const topics = [topicOf('all', 'All', 'The visitor of a page, the cache, an old address and a browser.')];
    const reader = await IndexReader.open(memoryLoader(boxFiles(topics, lines)));
    const refinement = new Refinement(await reader.file(reader.manifest.refinement!), reader, (name) =>
      reader.file(name),
    );
    const found = await refinement.describe(['old', 'visitor', 'address', 'browser']);
    expect(found.map(({ term, isAbsent }) => [term, isAbsent])).toEqual([
      ['tab', true],
      ['cach', false],
      ['page', false],
    ]);
  });

  it('is not there in an index without what it takes, and goes without vectors of a model that a page does not have', async () => {
    const topics = [topicOf('new', 'New', 'We redirect visitors.'), topicOf('other', 'Other', 'A server.')];
    const plain = await openInstantSearch(
      memoryLoader(publishedFiles(buildSearchIndex(topics, { withTexts: true }))),
      loadTools,
    );
    expect(await plain.refine('old address moved')).toBe(undefined);
    const described = await openInstantSearch(memoryLoader(boxFiles(topics)), loadTools);
    expect((await described.search('old address moved')).pages).toEqual([]);
    expect((await described.refine('old address moved'))!.pages.map(({ id }) => id)).toEqual(['new']);
  });

  it('is of the same bytes for topics in any order', () => {
    const topics = ['one', 'two', 'three'].map((id) => topicOf(id, id, chunkOf(id, { vector: vectorOf(id) })));
    expect(boxFiles([...topics].reverse())).toEqual(boxFiles(topics));
  });
});
