/** Why a line is in no chunk. */
export type DroppedKind = 'contents' | 'copyright' | 'front-matter' | 'index' | 'page-number' | 'running-line';

/** A line that was left out. */
export interface DroppedLine {
  readonly kind: DroppedKind;
  /** How it was recognised, where its kind does not say. */
  readonly reason?: string;
  /** 1-based. */
  readonly line: number;
  /** UTF-16 offsets in the book as read; the line end counts to the line. */
  readonly start: number;
  readonly end: number;
}

/** How the headings of a book were found. */
export type HeadingSource = 'markdown' | 'plain';
