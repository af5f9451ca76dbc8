/** How many times its length a text may be read for ends of markup that is never closed. */
const MAX_VAIN_READS = 4;
/** Characters in which such an end is looked for when more was read in vain. */
const REDUCED_LOOKAHEAD = 100;

/** Keeps the time linear for texts full of markup that is opened and never closed. */
export class VainReads {
  private left: number;

  constructor(private readonly text: string) {
    this.left = text.length * MAX_VAIN_READS;
  }

  /** Offset up to which an end may be looked for from `at` on. */
  lookaheadEnd(at: number, end: number): number {
    if (this.left > 0) return end;
    const narrow = this.text.slice(at, Math.min(end, at + REDUCED_LOOKAHEAD));
    const lineLength = narrow.indexOf('\n');
    return at + (lineLength === -1 ? narrow.length : lineLength);
  }

  /** Notes that the text was read from `start` to `end` and nothing was found. */
  add(start: number, end: number): void {
    this.left -= end - start + 1;
  }
}
