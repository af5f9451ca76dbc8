/** A heading of a book, found by its markup or by its form. */
export interface BookHeading {
  /** 0-based lines of the scan; `endLine` is after the last. */
  readonly firstLine: number;
  readonly endLine: number;
  /** 1 to 6. */
  readonly level: number;
  readonly text: string;
}
