import type { ParentHeading } from '@topicmill/chunking';
import { type Heading, LineKind, type LineScan } from '@topicmill/text/markdown';

/**
 * Finds the headings that a chunk repeats, from the document alone: of those in force where it starts all, when it starts
 * with text, and those of a level above, when it starts with a heading.
 *
 * @returns a function of the chunk's UTF-16 offset, which starts a line
 */
export function parentHeadingsOf(scan: LineScan): (startOffset: number) => ParentHeading[] {
  const offsets = scan.headings.map(({ line }) => scan.starts[line]!);
  const inForceBefore = ancestorsOf(scan.headings);
  return (startOffset) => {
    const inForce = inForceBefore[firstIndexFrom(offsets, startOffset)]!;
    const firstLevel = levelOfFirstHeading(scan, offsets, startOffset);
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

/** Level of the heading in the first line that is not blank; `undefined` when that line starts none. */
function levelOfFirstHeading(scan: LineScan, offsets: readonly number[], startOffset: number): number | undefined {
  let line = firstIndexFrom(scan.starts, startOffset);
  while (line < scan.lineCount && scan.kinds[line] === LineKind.Blank) line++;
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
