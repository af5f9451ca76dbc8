import { pageScore, weightOfImpact } from '../bm25.js';
import type { CoreTable } from '../search-index/core-table.js';
import type { Postings } from '../search-index/postings.js';

/**
 * Adds to the score of each topic what a term counts in all of its chunks together: a page that speaks of something
 * throughout may have no chunk that stands out.
 *
 * @param scores by topic number
 * @param postings in chunks, by rising number
 */
export function addPageScores(
  scores: Float32Array,
  { documents, impacts }: Postings,
  weight: number,
  firstChunks: CoreTable['firstChunks'],
): void {
  const meanChunkCount = firstChunks.at(-1)! / scores.length;
  let at = 0;
  for (let topic = 0; at < documents.length; topic++) {
    const end = firstChunks[topic + 1]!;
    let sum = 0;
    for (; at < documents.length && documents[at]! < end; at++) sum += weightOfImpact(impacts[at]!);
    if (sum > 0) scores[topic]! += weight * pageScore(sum, end - firstChunks[topic]!, meanChunkCount);
  }
}
