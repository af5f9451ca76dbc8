/** `section`: up to the larger limit. `snippet`: a part of one section, up to the smaller limit. */
export type Tier = 'section' | 'snippet';

/** The one kind of content that makes up at least 80 % of a text's characters, else `mixed`. */
export type ContentHint = 'prose' | 'table' | 'code' | 'list' | 'quote' | 'mixed';

/** A chunk of a book as it is published, one a line of `sections.jsonl` or `snippets.jsonl`. */
export interface BookRecord {
  /** Hangs on the book's id, the tier, the heading path and the own text only. */
  readonly id: string;
  readonly doc_id: string;
  readonly tier: Tier;
  /** The section that a snippet lies in; sections have none. */
  readonly parent_id?: string;
  /** The snippets of a section, in order; empty for a snippet. */
  readonly child_ids: readonly string[];
  /** Neighbours of the same tier in the whole book; the first and the last lack one. */
  readonly prev_id?: string;
  readonly next_id?: string;
  /** Headings in force, outermost first; behind them, for a chunk with tables, the headers of those. */
  readonly heading_path: readonly string[];
  /** The overlap with the chunk before, if any, and the own text. */
  readonly text: string;
  /** What to embed: `[DOC: …] [PATH: …] [CONCEPTS: …]` on a line, then the text. */
  readonly retrieval_text: string;
  /** Size of `text` by the strategy's counter. */
  readonly tokens: number;
  /** Whether `text` is over the limit, since a table, fenced code block or block quote in it is. */
  readonly oversized: boolean;
  readonly contains_table: boolean;
  /** Columns of each table, in order. */
  readonly table_columns: readonly number[];
  /** Header cells of each table, in order, joined by ` | `. */
  readonly table_headers: readonly string[];
  readonly content_hints: ContentHint;
  /** UTF-16 offsets of the own text in the book as read, without the overlap. */
  readonly start: number;
  readonly end: number;
  /** 1-based page on which the own text starts, for a book with form feeds. */
  readonly page?: number;
}

/** Why a line is in no chunk. */
export type DroppedKind = 'contents' | 'copyright' | 'front-matter' | 'index' | 'page-number' | 'running-line';

/** A line that was left out. */
export interface DroppedLine {
  readonly kind: DroppedKind;
  /** 1-based. */
  readonly line: number;
  /** UTF-16 offsets in the book as read; the line end counts to the line. */
  readonly start: number;
  readonly end: number;
}

/** How the headings of a book were found. */
export type HeadingSource = 'markdown' | 'plain';
