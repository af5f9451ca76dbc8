import type { ScannedLines } from '../block-scanner.js';
import { LineKind } from '../line-scan.js';
import type { Region } from './dialect-scan.js';

/** A tag of HTML by its line. */
interface TagOnLine {
  readonly name: string;
  readonly kind: 'open' | 'close';
  readonly firstLine: number;
}

/** Terms with their definitions, of an element or of markdown. */
interface DefinitionGroup {
  readonly termLine: number;
  /** The line on which the first definition begins. */
  readonly definitionLine: number;
  readonly lastLine: number;
}

/** Each term of `<dl>` with its definitions; tags that close `dt` and `dd` may be left out, as in HTML. */
export function elementDefinitions(tags: readonly TagOnLine[], lines: ScannedLines): Region[] {
  const groups: DefinitionGroup[] = [];
  const open: { termLine: number; definitionLine: number | undefined }[] = [];
  const end = (line: number): void => {
    const group = open.pop();
    if (group?.definitionLine === undefined) return;
    const lastLine = Math.max(lastTextLine(line, lines), group.definitionLine);
    groups.push({ termLine: group.termLine, definitionLine: group.definitionLine, lastLine });
  };
  const lists: number[] = [];
  for (const { name, kind, firstLine } of tags) {
    const tag = name.toLowerCase();
    if (tag === 'dl') {
      if (kind === 'open') lists.push(open.length);
      else while (open.length > (lists.at(-1) ?? 0)) end(firstLine);
      if (kind === 'close') lists.pop();
    } else if (kind === 'open' && tag === 'dt') {
      if (open.length > (lists.at(-1) ?? 0)) {
        if (open.at(-1)!.definitionLine === undefined) continue;
        end(firstLine);
      }
      open.push({ termLine: firstLine, definitionLine: undefined });
    } else if (kind === 'open' && tag === 'dd' && open.length > 0) open.at(-1)!.definitionLine ??= firstLine;
  }
  while (open.length > 0) end(lines.lineCount);
  return groups.flatMap((group) => definitionRegions(group, lines));
}

/** The last line before another that is not blank. */
function lastTextLine(before: number, { kinds }: ScannedLines): number {
  let line = before - 1;
  while (line > 0 && kinds[line] === LineKind.Blank) line--;
  return line;
}

/** All of a group; and of one that is too large for a chunk, the terms with the beginning of the first definition. */
function definitionRegions({ termLine, definitionLine, lastLine }: DefinitionGroup, { kinds }: ScannedLines): Region[] {
  let begun = definitionLine;
  while (begun < lastLine && kinds[begun] === LineKind.Markup) begun++;
  while (begun < lastLine && kinds[begun] === LineKind.Blank) begun++;
  const regions = [lastLine, begun].map((line) => ({ firstLine: termLine, lastLine: line, bodyIndent: 0 }));
  return regions.filter((region) => region.lastLine > termLine);
}

const DEFINITION = /^ {0,3}:[ \t]+\S/;
const INDENTED_LINE = /^(?: {2,}|\t)/;

/** Each term with its definitions, as Python-Markdown, goldmark, kramdown and Pandoc read them: `Term`, then `: Definition`. */
export function markdownDefinitions(text: string, lines: ScannedLines): Region[] {
  if (!/^ {0,3}:[ \t]/m.test(text)) return [];
  const { kinds, starts, lineCount } = lines;
  const lineText = (line: number): string => text.slice(starts[line], starts[line + 1]);
  const regions: Region[] = [];
  let free = 0;
  for (let line = 1; line < lineCount; line++) {
    if (kinds[line] !== LineKind.Text || !DEFINITION.test(lineText(line))) continue;
    let termLine = line - 1;
    if (kinds[termLine] === LineKind.Blank) termLine--;
    if (termLine < free || kinds[termLine] !== LineKind.Text) continue;
    while (termLine > free && kinds[termLine - 1] === LineKind.Text) termLine--;
    const lastLine = definitionEnd(line, lines, lineText);
    regions.push(...definitionRegions({ termLine, definitionLine: line, lastLine }, lines));
    free = lastLine + 1;
    line = lastLine;
  }
  return regions;
}

/** The last line of a definition and of those that follow it: lines after a blank one are indented, or define again. */
function definitionEnd(first: number, { kinds, lineCount }: ScannedLines, lineText: (line: number) => string): number {
  let last = first;
  for (let line = first + 1; line < lineCount; line++) {
    if (kinds[line] === LineKind.Blank) continue;
    const written = lineText(line);
    const goesOn = last === line - 1 ? kinds[line] !== LineKind.Heading : INDENTED_LINE.test(written);
    if (!goesOn && !DEFINITION.test(written)) break;
    last = line;
  }
  return last;
}
