import type { SearchTopic } from '../../src/retrieval/index.js';
import {
  type KnownWord,
  type Occurrence,
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
      pages: pages.map(({ key, topic, statistics }) => ({
        key,
        id: topic.id,
        statistics: JSON.parse(JSON.stringify(statistics)) as typeof statistics,
      })),
      vectors: hasVectors ? { model, dimensions } : undefined,
      synonyms,
      current,
    },
    reads: {
      occurrences: async (term) =>
        texts.flatMap(({ page, place, terms }) =>
          terms
            .filter((each) => each.term === term)
            .map(({ field, counts }): Occurrence => ({ field, page, place, counts })),
        ),
      hasPair: async (pair) => texts.some(({ pairs = [] }) => pairs.includes(pair)),
      chunksWithPair: async (pair) =>
        texts.flatMap(({ page, place, sequence = '' }) =>
          sequence.includes(` ${pair} `) ? [{ page, place, sequence }] : [],
        ),
      words: async () => Array.from(words, ([spelling, count]): KnownWord => ({ spelling, count })),
      record: async (page) => pageRecord(pages[page]!.topic),
      vectors: async (keys) => keys.map((key) => pageVectors(pages[key]!.topic)),
      prompts: async (keys) => keys.map((key) => pagePrompts(pages[key]!.topic)),
    },
  };
}
