import { LineKind, type LineScan } from '@topicmill/markdown';
import type { TokenCounter } from '@topicmill/tokens';

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
 * The units of a document in order. Blank lines outside of fences are in none: they never begin a chunk.
 * Sizes are those of the lines added up, so that a unit's size does not hang on where it stands.
 */
export function* units(text: string, scan: LineScan, counter: TokenCounter): Generator<Unit> {
  const fences = [...scan.fences].sort((a, b) => a.firstLine - b.firstLine);
  let nextHeading = 0;
  let nextFence = 0;
  for (let line = 0; line < scan.lineCount; line++) {
    const kind = scan.kinds[line]!;
    if (kind === LineKind.Blank) continue;
    let lastLine = line;
    let level = 0;
    if (kind === LineKind.Heading) {
      const heading = scan.headings[nextHeading++]!;
      level = heading.level;
      lastLine = line + heading.lineCount - 1;
    } else if (kind === LineKind.Fence) lastLine = fences[nextFence++]!.lastLine;
    const tokenCount = countLines(text, scan, line, lastLine, counter);
    yield { firstLine: line, lastLine, level, isFence: kind === LineKind.Fence, tokenCount };
    line = lastLine;
  }
}

function countLines(text: string, scan: LineScan, firstLine: number, lastLine: number, counter: TokenCounter): number {
  let total = 0;
  for (let line = firstLine; line <= lastLine; line++) {
    total += counter.count(text.slice(scan.starts[line]!, scan.starts[line + 1]!));
  }
  return total;
}
