import { type FencedBlock, LineKind, type LineScan } from '@topicmill/text/markdown';
import type { TokenCounter } from '@topicmill/text/tokens';

/** What a chunk is never split inside: a line, the lines of a heading, or a whole fenced block. */
export interface Unit {
  /** 0-based lines of the scan. */
  readonly firstLine: number;
  readonly lastLine: number;
  /** 1 to 6 for a heading, else 0. */
  readonly level: number;
  readonly isFence: boolean;
  readonly tokenCount: number;
}

/**
 * Walks the units of a document in order and is itself the unit that it stands on, so that a line costs no object.
 * Blank lines outside of fences are in none: they never begin a chunk. Sizes are those of the lines added up, so that a
 * unit's size does not hang on where it stands.
 */
export class UnitCursor implements Unit {
  firstLine = -1;
  lastLine = -1;
  level = 0;
  isFence = false;
  tokenCount = 0;
  private readonly fences: readonly FencedBlock[];
  private nextHeading = 0;
  private nextFence = 0;

  constructor(
    private readonly text: string,
    private readonly scan: LineScan,
    private readonly counter: TokenCounter,
  ) {
    this.fences = [...scan.fences].sort((a, b) => a.firstLine - b.firstLine);
  }

  /** Moves to the next unit; returns whether there is one. */
  next(): boolean {
    const { lineCount, kinds } = this.scan;
    let line = this.lastLine + 1;
    while (line < lineCount && kinds[line] === LineKind.Blank) line++;
    if (line >= lineCount) return false;
    this.enter(line, kinds[line]!);
    this.tokenCount = this.countLines();
    return true;
  }

  private enter(line: number, kind: number): void {
    this.firstLine = line;
    this.lastLine = line;
    this.level = 0;
    this.isFence = kind === LineKind.Fence;
    if (this.isFence) this.lastLine = this.fences[this.nextFence++]!.lastLine;
    else if (kind === LineKind.Heading) {
      const heading = this.scan.headings[this.nextHeading++]!;
      this.level = heading.level;
      this.lastLine = line + heading.lineCount - 1;
    }
  }

  private countLines(): number {
    const { text, counter, lastLine } = this;
    const { starts } = this.scan;
    let total = 0;
    for (let line = this.firstLine; line <= lastLine; line++) {
      total += counter.count(text, starts[line], starts[line + 1]);
    }
    return total;
  }
}
