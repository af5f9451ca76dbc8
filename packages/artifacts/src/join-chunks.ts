import type { ContextJoining } from './artifact-store.js';

/** A chunk by its text and place. */
export interface PlacedText {
  readonly content: string;
  readonly startChar: number;
  readonly endChar: number;
}

/** The line between chunks that are put together as they are. */
export const CHUNK_BOUNDARY = '[CHUNK BOUNDARY]';

/** Consecutive chunks as one text. */
export function joinChunks(chunks: readonly PlacedText[], joining: ContextJoining): string {
  if (joining === 'boundary') return chunks.map(({ content }) => content).join(`\n${CHUNK_BOUNDARY}\n`);
  return mergeChunks(chunks);
}

/** Consecutive chunks without what they repeat. They must follow each other without a gap. */
export function mergeChunks(chunks: readonly PlacedText[]): string {
  const parts: string[] = [];
  let end = chunks[0]?.startChar ?? 0;
  for (const chunk of chunks) {
    parts.push(chunk.content.slice(end - chunk.startChar));
    end = chunk.endChar;
  }
  return parts.join('');
}
