import type { Inclusion } from './dialect-scan.js';

const NAME = /(?:^|[?&\s])(?:name|id)=["']?([\w.-]+)/i;
const RANGE = /(?:^|[?&\s])range=["']?([\d,-]+)/i;
/** `L3` and `L3-L8`; any other word is the name of a region. */
const LINES = /^L(\d+)(?:-L?(\d+))?$/;

/**
 * The part of a file that DocFX shows, from what follows its path: `L3-L8`, `name`, `name=a`, `range=3-8`, or the same
 * as attributes of a directive.
 */
export function docfxPart(written: string): Pick<Inclusion, 'anchor' | 'lines'> {
  const lines = LINES.exec(written);
  if (lines !== null) return { anchor: undefined, lines: linesOf(lines[1]!, lines[2] ?? lines[1]!) };
  const anchor = NAME.exec(written)?.[1] ?? (/^[\w.-]+$/.test(written) ? written : undefined);
  if (anchor !== undefined) return { anchor, lines: undefined };
  // Of several ranges, all lines from the first to the last.
  const numbers = RANGE.exec(written)?.[1]?.match(/\d+/g) ?? [];
  return { anchor, lines: numbers.length === 0 ? undefined : linesOf(numbers[0]!, numbers.at(-1)!) };
}

function linesOf(first: string, last: string): NonNullable<Inclusion['lines']> {
  return { firstLine: Number(first), lastLine: Number(last) };
}
