import type { Heading, LineScan } from '../line-scan.js';
import type { Dialect } from './dialect.js';

/** A piece of a text that only the generator reads. Offsets are UTF-16 offsets. */
export interface Markup {
  readonly start: number;
  readonly end: number;
  /** What readers see of it: the values of attributes, a title. Empty for most. */
  readonly text: string;
}

/** Lines that belong together: an element, a container, markup of several lines. Both are 0-based lines of the scan. */
export interface Region {
  readonly firstLine: number;
  readonly lastLine: number;
  /** Columns by which the lines after the first are indented as its body. */
  readonly bodyIndent: number;
}

/** A place at which the generator puts text of another file. */
export interface Inclusion {
  /** 0-based line of the scan. */
  readonly line: number;
  /** UTF-16 offsets of the directive. */
  readonly startOffset: number;
  readonly endOffset: number;
  /** As written: relative to the page, to a folder of the configuration, or with the generator's own prefix (`@/`). */
  readonly path: string;
  /** Name of a region of the file; `undefined` for lines or the whole file. */
  readonly anchor: string | undefined;
  /** 1-based lines of the file that are shown, `lastLine` undefined for its end; `undefined` for all. */
  readonly lines: { readonly firstLine: number; readonly lastLine: number | undefined } | undefined;
  /** The texts after and before which the file is shown, where they are named. */
  readonly between?: { readonly after: string | undefined; readonly before: string | undefined };
}

/** The lines of a text as a dialect reads them. */
export interface DialectScan extends LineScan {
  readonly dialect: Dialect;
  /** Headings inside quotes, lists and admonitions. */
  readonly innerHeadings: readonly Heading[];
  /** What readers do not see as text, in order, without overlaps. */
  readonly markups: readonly Markup[];
  /** By first line, the longest first. */
  readonly regions: readonly Region[];
  readonly inclusions: readonly Inclusion[];
}
