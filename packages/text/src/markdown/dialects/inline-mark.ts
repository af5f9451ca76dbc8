import type { Markup } from './dialect-scan.js';

/** Something that marks words of a line: the pieces of it that are not text, in order, with text between them. */
export interface InlineMark {
  readonly pieces: readonly Markup[];
  /** UTF-16 offset from which on more markup may be found, also between the pieces after it. */
  readonly readOnFrom: number;
}

/** Markup without text in it. */
export function markOf(start: number, end: number, text = ''): InlineMark {
  return { pieces: [{ start, end, text }], readOnFrom: end };
}
