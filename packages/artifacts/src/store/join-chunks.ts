import { joinWithBoundaries, mergeOverlaps, type PlacedText } from '@topicmill/chunking';
import type { ContextJoining } from './search-types.js';

/** Consecutive chunks as one text. */
export function joinChunks(chunks: readonly PlacedText[], joining: ContextJoining): string {
  return joining === 'merge' ? mergeOverlaps(chunks) : joinWithBoundaries(chunks);
}
