import { scanLines } from '@topicmill/text/markdown';
import { buildAuthority, extractTerms, keywordFinder, scoreKeywords } from '@topicmill/topics/keywords';
import { cosineSimilarity } from '@topicmill/topics/similarity';
import { CHUNK_ORDERS, type ChunkOrder } from './chunk-orders.js';
import type { Topic } from './read-corpus.js';
import { mean } from './searcher.js';

/** Numbers of chunks whose coverage is measured. */
export const COVERED_COUNTS: readonly number[] = [2, 3, 4, 6];

/** Topics with fewer chunks beside the baseline have no stripes. */
const MIN_STRIPED_CHUNKS = 8;

/** How much of a topic the first chunks of an order hold, on average over the topics. */
export interface Coverage {
  readonly name: string;
  /** Share of the topic's keywords, weighed by score, for each of `COVERED_COUNTS`. */
  readonly keywords: readonly number[];
  /** Share of the topic's headings below H1. */
  readonly headings: readonly number[];
  /** Mean cosine of each of the topic's chunks with the nearest one taken, the baseline among them. */
  readonly likeness: readonly number[];
}

/** What each chunk of a topic holds, and what that weighs. */
interface Contents {
  readonly byChunk: readonly ReadonlySet<string>[];
  readonly weights: ReadonlyMap<string, number>;
}

/** Measures all orders on the topics that have stripes; `vectors` are those of a topic's chunks. */
export function stripeCoverage(
  topics: readonly Topic[],
  vectors: (topic: Topic) => readonly Float32Array[],
): { readonly topicIds: readonly string[]; readonly rows: readonly Coverage[] } {
  const terms = new Map(topics.map((topic) => [topic, extractTerms(topic.text)]));
  const authority = buildAuthority([...terms.values()].map((each) => ({ terms: each })));
  const striped = topics.filter(({ chunks }) => chunks.length > MIN_STRIPED_CHUNKS);
  const measured = striped.map((topic) => ({
    vectors: vectors(topic),
    keywords: keywordContents(topic, scoreKeywords(terms.get(topic)!, authority.terms)),
    headings: headingContents(topic),
  }));
  const rows = CHUNK_ORDERS.map((order) => ({
    name: order.name,
    keywords: COVERED_COUNTS.map((count) => mean(measured.map((at) => covered(order, at.vectors, at.keywords, count)))),
    headings: COVERED_COUNTS.map((count) => mean(measured.map((at) => covered(order, at.vectors, at.headings, count)))),
    likeness: COVERED_COUNTS.map((count) => mean(measured.map((at) => likeness(order, at.vectors, count)))),
  }));
  return { topicIds: striped.map(({ id }) => id), rows };
}

function keywordContents(topic: Topic, keywords: ReturnType<typeof scoreKeywords>): Contents {
  const find = keywordFinder(keywords);
  const byChunk = topic.chunkTexts.map((text) => new Set(find(text).map(({ name }) => name)));
  return { byChunk, weights: new Map(keywords.map(({ term, score }) => [term, score])) };
}

function headingContents({ text, chunks }: Topic): Contents {
  const byChunk = chunks.map(({ startOffset, endOffset }) => {
    const { headings } = scanLines(text.slice(startOffset, endOffset), 0);
    return new Set(headings.filter(({ level }) => level > 1).map((heading) => heading.text));
  });
  return { byChunk, weights: new Map(byChunk.flatMap((each) => [...each].map((heading) => [heading, 1]))) };
}

/** Share of what the chunks behind the baseline hold that the first `count` of them hold. */
function covered(order: ChunkOrder, vectors: readonly Float32Array[], contents: Contents, count: number): number {
  const weightOf = (indices: readonly number[]): number => {
    const held = new Set(indices.flatMap((index) => [...contents.byChunk[index]!]));
    return [...held].reduce((sum, item) => sum + contents.weights.get(item)!, 0);
  };
  return mean(order.orders(vectors).map((indices) => weightOf(indices.slice(0, count)) / weightOf(indices)));
}

/** How well a sample stands for all chunks: the objective of facility location, as a mean. */
function likeness(order: ChunkOrder, vectors: readonly Float32Array[], count: number): number {
  const likenessOf = (indices: readonly number[]): number =>
    mean(
      vectors.map((vector) => Math.max(...[0, ...indices].map((index) => cosineSimilarity(vector, vectors[index]!)))),
    );
  return mean(order.orders(vectors).map((indices) => likenessOf(indices.slice(0, count))));
}
