/**
 * Distances between a misspelt word and known words by optimal string alignment: insertions, deletions, substitutions and
 * swaps of neighbouring letters. The known words must be given in sorted order: the rows of the letters that one has in
 * common with the word before it are not computed again.
 */
export class SpellingDistances {
  /** Row `n`: the distances of a known word's first `n` letters from the beginnings of the misspelt word. */
  private readonly rows: readonly Uint8Array[];
  /** The distance from the whole misspelt word of the nearest beginning with at most this many letters. */
  private readonly nearestBeginning: Uint8Array;
  private readonly noDepth: number;
  /** The number of letters after which the current beginning is too far for any word; `noDepth` when it is not. */
  private deadDepth: number;

  /** @param maxLength letters of the longest known word */
  constructor(
    private readonly word: string,
    private readonly maxLength: number,
  ) {
    this.rows = Array.from({ length: maxLength + 1 }, () => new Uint8Array(word.length + 1));
    for (let column = 0; column <= word.length; column++) this.rows[0]![column] = column;
    this.nearestBeginning = new Uint8Array(maxLength + 1).fill(word.length);
    this.noDepth = maxLength + 1;
    this.deadDepth = this.noDepth;
  }

  /**
   * The distance from the next known word; some number above `limit` when it is larger than that.
   *
   * @param sharedCount letters that the word has in common with the one before it
   * @param isPrefix compare with the nearest beginning of the known word instead of all of it
   */
  distanceTo(spelling: string, sharedCount: number, limit: number, isPrefix: boolean): number {
    // A word with the same beginning as one that was too far is too far itself.
    if (sharedCount < this.deadDepth) this.deadDepth = this.fillRows(spelling, sharedCount, limit);
    const isDead = this.deadDepth <= this.maxLength;
    // Even then, a shorter beginning of it may be near.
    if (isPrefix) return this.nearestBeginning[isDead ? this.deadDepth : spelling.length]!;
    return isDead ? limit + 1 : this.rows[spelling.length]![this.word.length]!;
  }

  /** Fills the rows after the shared letters; returns the dead depth. */
  private fillRows(spelling: string, sharedCount: number, limit: number): number {
    for (let depth = sharedCount + 1; depth <= spelling.length; depth++) {
      const least = this.fillRow(spelling, depth);
      const whole = this.rows[depth]![this.word.length]!;
      this.nearestBeginning[depth] = Math.min(this.nearestBeginning[depth - 1]!, whole);
      if (least > limit) return depth;
    }
    return this.noDepth;
  }

  /** Returns the least value of the row. */
  private fillRow(spelling: string, depth: number): number {
    const { rows, word } = this;
    const [row, above] = [rows[depth]!, rows[depth - 1]!];
    const letter = spelling.charCodeAt(depth - 1);
    row[0] = depth;
    let least = depth;
    for (let column = 1; column <= word.length; column++) {
      const isSame = word.charCodeAt(column - 1) === letter;
      let value = Math.min(row[column - 1]! + 1, above[column]! + 1, above[column - 1]! + (isSame ? 0 : 1));
      const isSwap =
        depth > 1 &&
        column > 1 &&
        word.charCodeAt(column - 2) === letter &&
        word.charCodeAt(column - 1) === spelling.charCodeAt(depth - 2);
      if (isSwap) value = Math.min(value, rows[depth - 2]![column - 2]! + 1);
      row[column] = value;
      if (value < least) least = value;
    }
    return least;
  }
}
