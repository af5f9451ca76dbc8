const BACKTICK = 96;

/**
 * Finds where code spans end. The runs of backticks of a block are looked at once, so that the time is linear in its length,
 * whatever runs are without a partner. Offsets must be asked for in ascending order.
 */
export class CodeSpans {
  private blockEnd = 0;
  /** Offsets of the runs of the block by their length, from the last one on; `undefined` until one is asked for. */
  private runs: Map<number, number[]> | undefined;

  constructor(private readonly text: string) {}

  /** Starts a block that ends at this UTF-16 offset: no code span reaches beyond it. */
  enterBlock(endOffset: number): void {
    this.blockEnd = endOffset;
    this.runs = undefined;
  }

  /** Offset after the code span that begins with the backticks at `at`, or after these where none begins. */
  endAt(at: number): number {
    const after = this.runEnd(at);
    const length = after - at;
    this.runs ??= this.runsFrom(after);
    const starts = this.runs.get(length) ?? [];
    while (starts.length > 0 && starts.at(-1)! < after) starts.pop();
    return starts.length === 0 ? after : starts.at(-1)! + length;
  }

  private runsFrom(from: number): Map<number, number[]> {
    const runs = new Map<number, number[]>();
    for (let at = this.text.indexOf('`', from); at !== -1 && at < this.blockEnd; ) {
      const end = this.runEnd(at);
      const starts = runs.get(end - at);
      if (starts === undefined) runs.set(end - at, [at]);
      else starts.push(at);
      at = this.text.indexOf('`', end);
    }
    for (const starts of runs.values()) starts.reverse();
    return runs;
  }

  private runEnd(at: number): number {
    let end = at;
    while (end < this.blockEnd && this.text.charCodeAt(end) === BACKTICK) end++;
    return end;
  }
}
