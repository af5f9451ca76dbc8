/** A chunk with its content, as a store contains it. */
export interface PlacedText {
  readonly startChar: number;
  readonly endChar: number;
  readonly content: string;
}

const CHUNK_BOUNDARY = '[CHUNK BOUNDARY]';

/** The contents of neighbouring chunks, in order, with a line `[CHUNK BOUNDARY]` between one and the next. */
export function joinWithBoundaries(chunks: readonly Pick<PlacedText, 'content'>[]): string {
  return chunks.map(({ content }) => content).join(`\n${CHUNK_BOUNDARY}\n`);
}

/**
 * The text that neighbouring chunks cover, each part once. Chunks that do not touch are joined as they are.
 *
 * @param chunks in order of `startChar`
 */
export function mergeOverlaps(chunks: readonly PlacedText[]): string {
  let merged = '';
  let covered = 0;
  for (const { startChar, endChar, content } of chunks) {
    if (endChar <= covered) continue;
    merged += content.slice(Math.max(0, covered - startChar));
    covered = endChar;
  }
  return merged;
}
