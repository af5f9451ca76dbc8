import { joinWithBoundaries, mergeOverlaps } from '@topicmill/chunking';
import { type ChunkRow, placedTextOf } from './artifact-rows.js';
import type { ContextJoining } from './search-types.js';

/** Consecutive chunks as one text. */
export function joinChunks(chunks: readonly ChunkRow[], joining: ContextJoining = 'boundary'): string {
  const texts = chunks.map(placedTextOf);
  return joining === 'merge' ? mergeOverlaps(texts) : joinWithBoundaries(texts);
}
