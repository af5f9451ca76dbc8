import type { SearchTopic } from '../../src/retrieval/index.js';
import {
  columnsOfPages,
  countPair,
  type KnownWord,
  type Occurrence,
  occurrencesByField,
  occurrencesOf,
  type PageIndexHead,
  type PageReads,
  pagePrompts,
  pageRecord,
  pageTerms,
  pageVectors,
} from '../../src/retrieval/node.js';

/** Pages in memory, as a database keeps them. */
export function keptPages(
  topics: readonly SearchTopic[],
  { model, synonyms, current }: { model: string } & Pick<PageIndexHead, 'synonyms' | 'current'>,
  dimensions: number,
): { head: PageIndexHead; reads: PageReads } {
  const pages = topics.map((topic, key) => ({ key, topic, ...pageTerms(topic) }));
  const texts = pages.flatMap(({ key, texts: own }) => own.map((text) => ({ page: key, ...text })));
  const words = new Map<string, number>();
  for (const { spellings } of pages) {
    for (const [spelling, count] of spellings) words.set(spelling, (words.get(spelling) ?? 0) + count);
  }
  const hasVectors = topics.some(({ chunks }) => chunks.length > 0);
  return {
    head: {
      columns: columnsOfPages(
        pages.map(({ key, topic, statistics }) => ({
          key,
          id: topic.id,
          statistics: JSON.parse(JSON.stringify(statistics)) as typeof statistics,
        })),
      ),
      vectors: hasVectors ? { model, dimensions } : undefined,
      synonyms,
      current,
    },
    reads: {
      occurrences: async (term, numberOf) =>
        occurrencesByField(
          texts.flatMap(({ page, place, terms }) =>
            terms
              .filter((each) => each.term === term)
              .map(({ field, counts }): Occurrence => ({ field, page, place, counts })),
          ),
          numberOf,
        ),
      async pairOccurrences(pair, numberOf) {
        if (!texts.some(({ pairs = [] }) => pairs.includes(pair))) return undefined;
        const holders = texts.filter(({ sequence = '' }) => sequence.includes(` ${pair} `));
        const counted = holders.map(
          ({ page, place, sequence }): Occurrence => ({
            field: 'chunk',
            page,
            place,
            counts: countPair(sequence!, pair),
          }),
        );
        return occurrencesOf(counted, 'chunk', numberOf);
      },
      words: async () => Array.from(words, ([spelling, count]): KnownWord => ({ spelling, count })),
      record: async (page) => pageRecord(pages[page]!.topic),
      vectors: async (keys, take) => {
        for (const [at, key] of keys.entries()) take(at, pageVectors(pages[key]!.topic));
      },
      prompts: async (keys, take) => {
        for (const [at, key] of keys.entries()) take(at, pagePrompts(pages[key]!.topic));
      },
    },
  };
}
