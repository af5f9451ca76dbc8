import { chunkFileText, semanticStrategy } from '@topicmill/chunking';
import { EMBEDDING_DIMENSIONS } from '@topicmill/embedding/static-embeddings';
import type { SearchTopic } from '@topicmill/search/retrieval';
import { generateTopics } from '@topicmill/test-support/generate';
import { loadTokenCounter } from '@topicmill/text/tokens';
import { pickChunkFacts, readQaPairs } from '@topicmill/topics/formats';

const CATEGORY_COUNT = 20;
const SEED = 1;
const QUERY_COUNT = 1000;

/** Docs to search. */
export interface GeneratedDocs {
  readonly topics: readonly SearchTopic[];
  readonly queries: readonly string[];
}

/** Topics of a size, with chunk vectors that are random, and up to 1,000 of their questions; the same in every run. */
export async function generatedDocs(chunkCount: number): Promise<GeneratedDocs> {
  const tokenCounter = await loadTokenCounter('words');
  const strategy = semanticStrategy({ tokenCounter });
  const topics: SearchTopic[] = [];
  const queries: string[] = [];
  let missing = chunkCount;
  for (const { path, text } of generateTopics({ topicCount: chunkCount, categoryCount: CATEGORY_COUNT, seed: SEED })) {
    const id = path.slice('docs/'.length, path.lastIndexOf('/'));
    if (path.endsWith('/qa-pairs.md')) queries.push(...readQaPairs(text, path).pairs.map(({ question }) => question));
    if (!path.endsWith('/golden-reference.md')) continue;
    if (missing === 0) break;
    const { chunks } = strategy.chunk({ text, file: path, fileTitle: id });
    const kept = chunks.slice(0, missing);
    missing -= kept.length;
    topics.push({
      id,
      title: text.slice(2, text.indexOf('\n')),
      chunks: kept.map((chunk, index) => ({
        title: chunk.title,
        path: `${id}/_chunks/golden-reference-${index}.md`,
        ...pickChunkFacts(chunk),
        text: chunkFileText(chunk, text),
        questions: [],
        vector: randomVector(chunkCount - missing - index),
      })),
    });
  }
  const step = Math.max(1, Math.floor(queries.length / QUERY_COUNT));
  return { topics, queries: queries.filter((_, at) => at % step === 0).slice(0, QUERY_COUNT) };
}

/** Components between -1 and 1 by a linear congruential generator (Numerical Recipes). */
function randomVector(seed: number): Float32Array {
  let state = seed;
  return Float32Array.from({ length: EMBEDDING_DIMENSIONS }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    return state / 2 ** 31;
  });
}
