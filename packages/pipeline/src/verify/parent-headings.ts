import type { ParentHeading } from '@topicmill/chunking';
import { type Heading, isDialectScan, LineKind, type LineScan } from '@topicmill/text/markdown';

/**
 * Finds the headings that a chunk repeats, from the document alone: of those in force where it starts all, when it starts
 * with text, and those of a level above, when it starts with a heading, or with a container that it contains whole and that
 * starts with one.
 *
 * @returns a function of the chunk's UTF-16 offsets, which start lines
 */
export function parentHeadingsOf(scan: LineScan): (startOffset: number, endOffset: number) => ParentHeading[] {
  const offsets = scan.headings.map(({ line }) => scan.starts[line]!);
  const inForceBefore = ancestorsOf(scan.headings);
  return (startOffset, endOffset) => {
    const inForce = inForceBefore[firstIndexFrom(offsets, startOffset)]!;
    const firstLevel = levelOfFirstHeading(scan, offsets, startOffset, endOffset);
    return inForce.filter(({ level }) => firstLevel === undefined || level < firstLevel);
  };
}

/** For each heading, and after the last one, the headings in force before it, outermost first. */
function ancestorsOf(headings: readonly Heading[]): ParentHeading[][] {
  const before: ParentHeading[][] = [[]];
  for (const { level, text } of headings) {
    before.push([...before.at(-1)!.filter((above) => above.level < level), { level, text }]);
  }
  return before;
}

/** Level of the heading in the first line of text; `undefined` when that line starts none. */
function levelOfFirstHeading(
  scan: LineScan,
  offsets: readonly number[],
  startOffset: number,
  endOffset: number,
): number | undefined {
  const { kinds, starts, lineCount } = scan;
  let line = firstIndexFrom(starts, startOffset);
  while (line < lineCount && kinds[line] === LineKind.Blank) line++;
  const regions = isDialectScan(scan) ? scan.regions : [];
  const container = regions.find((each) => each.firstLine === line && starts[each.lastLine + 1]! <= endOffset);
  const isPassed = (kind: number): boolean => kind === LineKind.Markup || kind === LineKind.Blank;
  while (container !== undefined && line < container.lastLine && isPassed(kinds[line]!)) line++;
  const heading = scan.headings[firstIndexFrom(offsets, startOffset)];
  return heading?.line === line ? heading.level : undefined;
}

/** Index of the first of some rising values that is `value` or more; their number when there is none. */
function firstIndexFrom(values: ArrayLike<number>, value: number): number {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (values[middle]! < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
