import type { Diagnostic } from '@topicmill/base/diagnostics';
import { isFenced, textLines } from './text-lines.js';

const START = /^<{7} \S/;
const MIDDLE = /^={7}$/;
const END = /^>{7} \S/;

/**
 * A warning for each merge conflict that git left in a hand-written file: nothing else would notice, since its markers are
 * text. Those inside fenced blocks are taken for examples.
 *
 * @param file path that the diagnostics name: `CONFLICT_MARKERS`, with the line of the first marker
 */
export function conflictMarkers(text: string, file: string): Diagnostic[] {
  if (!text.includes('<<<<<<< ')) return [];
  const { lines, scan } = textLines(text);
  const found: Diagnostic[] = [];
  let start: number | undefined;
  let isDivided = false;
  lines.forEach((line, at) => {
    if (isFenced(scan, at)) return;
    if (START.test(line)) {
      start = at;
      isDivided = false;
    } else if (start !== undefined && MIDDLE.test(line)) isDivided = true;
    else if (start !== undefined && isDivided && END.test(line)) {
      found.push(unresolved(start + 1, file));
      start = undefined;
    }
  });
  return found;
}

function unresolved(line: number, file: string): Diagnostic {
  return {
    severity: 'warning',
    code: 'CONFLICT_MARKERS',
    message: 'This file contains an unresolved merge conflict.',
    file,
    line,
    remedy: 'Choose between its two sides, and remove the markers.',
  };
}
