import type { ScannedLines } from '../block-scanner.js';
import { CONTAINER_MASK, ContainerMark, INNER_MARK } from '../line-mark.js';
import type { Region } from './dialect-scan.js';
import { startsCallout } from './inline-vault.js';

/** The quotes of Obsidian that start with `[!note]`, each with all of its lines. */
export function calloutRegions(text: string, { marks, starts, lineCount }: ScannedLines): Region[] {
  const regions: Region[] = [];
  for (let line = 0; line < lineCount; ) {
    const isQuote = (marks[line]! & CONTAINER_MASK) === ContainerMark.Quote && (marks[line]! & INNER_MARK) === 0;
    const firstLine = line++;
    if (!isQuote) continue;
    while (line < lineCount && startsWithMarker(text, starts[line]!)) line++;
    const at = text.indexOf('[', starts[firstLine]);
    if (line - 1 > firstLine && at !== -1 && at < starts[firstLine + 1]! && startsCallout(text, at)) {
      regions.push({ firstLine, lastLine: line - 1, bodyIndent: 0 });
    }
  }
  return regions;
}

function startsWithMarker(text: string, start: number): boolean {
  let at = start;
  while (text[at] === ' ' || text[at] === '\t') at++;
  return text[at] === '>';
}
