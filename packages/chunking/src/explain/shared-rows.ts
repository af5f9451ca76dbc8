import type { ChunkingExplanation, ExplainedChunk } from './explanation.js';
import { writtenStarts } from './shared-starts.js';

/** The chunks that each of several explanations has between two places at which all of them begin one. */
export type SharedRow = readonly (readonly ExplainedChunk[])[];

/** Lays the chunks of several ways to split one document side by side; of `two-tier`, snippets. */
export function sharedRows(text: string, explanations: readonly ChunkingExplanation[]): SharedRow[] {
  const columns = explanations.map((explanation) => writtenStarts(text, explanation));
  const [first = [], ...others] = columns.map((column) => new Set(column.map(({ start }) => start)));
  const shared = [...first].filter((start) => others.every((starts) => starts.has(start))).sort((a, b) => a - b);
  const rows = Array.from({ length: Math.max(1, shared.length) }, (): ExplainedChunk[][] => columns.map(() => []));
  for (const [at, column] of columns.entries()) {
    let row = 0;
    for (const { start, chunk } of column) {
      while (row + 1 < shared.length && start >= shared[row + 1]!) row++;
      rows[row]![at]!.push(chunk);
    }
  }
  return rows;
}
