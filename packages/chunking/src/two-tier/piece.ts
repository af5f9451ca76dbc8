import type { ContentHint } from './book-record-schema.js';

/** What a piece consists of. Headings and link definitions count as prose. */
export type PieceKind = 'heading' | 'definition' | Exclude<ContentHint, 'mixed'>;

/** A run of text that is not cut, unless it is over a limit and not atomic. Offsets are those of the kept text. */
export interface Piece {
  readonly kind: PieceKind;
  /** A table, a fenced code block or a block quote. */
  readonly isAtomic: boolean;
  /** `block`: whole sentences, to be found; `sentence`: a single one; `fragment`: not even that. */
  readonly grain: 'block' | 'sentence' | 'fragment';
  readonly start: number;
  readonly end: number;
  /** Size by the strategy's counter. */
  readonly tokenCount: number;
}
