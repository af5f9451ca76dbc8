import type { Diagnostic } from '@topicmill/base/diagnostics';
import type { Dialect } from '@topicmill/text/markdown';
import type { BookRecord } from './book-record-schema.js';
import type { DroppedLine, HeadingSource } from './dropped-line.js';

/** A book as read, and what names it. */
export interface BookDocument {
  /** The whole text: byte order mark, front matter, form feeds and line ends included. */
  readonly text: string;
  /** Path that diagnostics name. */
  readonly file: string;
  /** Part of every record's id; letters, digits, `-` and `_` are safe everywhere. */
  readonly docId: string;
  /** Title in the retrieval text. */
  readonly title: string;
  /** What it is written in besides CommonMark. */
  readonly dialect?: Dialect | undefined;
}

/** A book whose text comes in parts, such as a file stream with its encoding set. */
export interface StreamedBookDocument extends Omit<BookDocument, 'text'> {
  readonly text: AsyncIterable<string> | Iterable<string>;
}

/** How a book was read. */
export interface BookReading {
  readonly headingSource: HeadingSource;
  /** Headings found, in order; `line` is 1-based. */
  readonly headings: readonly { readonly line: number; readonly level: number; readonly text: string }[];
  /** Lines that are in no chunk, in order. */
  readonly dropped: readonly DroppedLine[];
  readonly diagnostics: readonly Diagnostic[];
}

/** A section with its snippets, all links set. */
export interface SectionGroup {
  readonly section: BookRecord;
  readonly snippets: readonly BookRecord[];
}

/** All records of a book, and how it was read. */
export interface BookChunks extends BookReading {
  readonly sections: readonly BookRecord[];
  readonly snippets: readonly BookRecord[];
}
