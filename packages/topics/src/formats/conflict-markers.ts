import type { Diagnostic } from '@topicmill/base/diagnostics';
import { isFenced, textLines } from './text-lines.js';

const START = /^<{7} \S/;
const BASE = /^\|{7}(?: |$)/;
const MIDDLE = /^={7}$/;
const END = /^>{7} \S/;

/** A merge conflict by the 0-based lines of its markers. */
interface Conflict {
  readonly start: number;
  /** With `merge.conflictStyle=diff3`. */
  readonly base: number | undefined;
  readonly middle: number;
  readonly end: number;
}

function conflictsIn(lines: readonly string[], isExample: (line: number) => boolean = () => false): Conflict[] {
  const found: Conflict[] = [];
  let [start, base, middle]: (number | undefined)[] = [];
  lines.forEach((line, at) => {
    if (isExample(at)) return;
    if (START.test(line)) [start, base, middle] = [at, undefined, undefined];
    else if (start === undefined) return;
    else if (middle === undefined && BASE.test(line)) base = at;
    else if (MIDDLE.test(line)) middle ??= at;
    else if (middle !== undefined && END.test(line)) {
      found.push({ start, base, middle, end: at });
      start = undefined;
    }
  });
  return found;
}

/**
 * A warning for each merge conflict that git left in a hand-written file: nothing else would notice, since its markers are
 * text. Those inside fenced blocks are taken for examples.
 *
 * @param file path that the diagnostics name: `CONFLICT_MARKERS`, with the line of the first marker
 */
export function conflictMarkers(text: string, file: string): Diagnostic[] {
  if (!text.includes('<<<<<<< ')) return [];
  const { lines, scan } = textLines(text);
  return conflictsIn(lines, (line) => isFenced(scan, line)).map(({ start }) => ({
    severity: 'warning',
    code: 'CONFLICT_MARKERS',
    message: 'This file contains an unresolved merge conflict.',
    file,
    line: start + 1,
    remedy: 'Choose between its two sides, and remove the markers.',
  }));
}

/** The text as each side of its merge conflicts has it; `undefined` without conflicts. */
export function conflictSides(text: string): readonly [ours: string, theirs: string] | undefined {
  if (!text.includes('<<<<<<< ')) return undefined;
  const lines = text.split(/(?<=\r\n|\n|\r(?!\n))/);
  const conflicts = conflictsIn(lines.map((line) => line.replace(/(?:\r\n|\r|\n)$/, '')));
  if (conflicts.length === 0) return undefined;
  let [ours, theirs, from] = ['', '', 0];
  for (const { start, base, middle, end } of conflicts) {
    const before = lines.slice(from, start).join('');
    ours += before + lines.slice(start + 1, base ?? middle).join('');
    theirs += before + lines.slice(middle + 1, end).join('');
    from = end + 1;
  }
  const rest = lines.slice(from).join('');
  return [ours + rest, theirs + rest];
}

/** One text of two: between what both begin and end with, their lines as a merge conflict. */
export function withConflictMarkers(ours: string, theirs: string): string {
  if (ours === theirs) return ours;
  const [a, b] = [ours, theirs].map((side) => side.split(/(?<=\n)/)) as [string[], string[]];
  const most = Math.min(a.length, b.length);
  let start = 0;
  while (start < most && a[start] === b[start]) start++;
  let end = 0;
  while (end < most - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  const between = (lines: string[]): string =>
    lines
      .slice(start, lines.length - end)
      .join('')
      .replace(/(?<=[^\n])$/, '\n');
  const conflict = `<<<<<<< ours\n${between(a)}=======\n${between(b)}>>>>>>> theirs\n`;
  return a.slice(0, start).join('') + conflict + a.slice(a.length - end).join('');
}
