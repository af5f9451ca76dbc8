import { splitFrontMatter } from '../front-matter.js';
import type { Dialect } from './dialect.js';
import type { Inclusion } from './dialect-scan.js';

type InclusionForm = NonNullable<Dialect['inclusions']>;

/** The lines of a file that a page shows. */
export interface IncludedLines {
  /** Without a line end after the last one. */
  readonly text: string;
  /** 1-based lines of the file, those that only mark regions among them. */
  readonly firstLine: number;
  readonly lastLine: number;
}

/** The marks of regions in included files: the first group is the name, where the mark has one. */
interface RegionMarks {
  readonly start: RegExp;
  readonly end: RegExp;
}

const MARKS: Readonly<Record<Exclude<InclusionForm, 'partials'>, RegionMarks>> = {
  mdbook: { start: /ANCHOR:[ \t]*([\w-]+)/, end: /ANCHOR_END:[ \t]*([\w-]+)/ },
  snippets: { start: /-8<-+[ \t]*\[[ \t]*start:[ \t]*([\w-]+)/, end: /-8<-+[ \t]*\[[ \t]*end:[ \t]*([\w-]+)/ },
  docfx: {
    start: /(?:(?:\/\/|#|--|'|<!--|%|;|\/\*)[ \t]*<|#[ \t]*region[ \t]+"?)([A-Za-z][\w.-]*)/i,
    end: /(?:(?:\/\/|#|--|'|<!--|%|;|\/\*)[ \t]*<\/|#[ \t]*end[ \t]?region\b[ \t]*)([\w.-]*)/i,
  },
  vitepress: { start: /#?(?<!end)region\b[ \t]*([\w*-]+)/i, end: /#?end[ \t]?region\b[ \t]*([\w*-]*)/i },
};

/**
 * What of a file an inclusion shows, without the lines that only mark regions.
 *
 * @param text of the included file
 * @returns `undefined` where the file lacks the region or the lines
 */
export function includedLines(
  form: InclusionForm,
  text: string,
  { anchor, lines }: Pick<Inclusion, 'anchor' | 'lines'>,
): IncludedLines | undefined {
  const all = text
    .replace(/^\uFEFF/, '')
    .replace(/(?:\r\n|\n|\r)$/, '')
    .split(/\r\n|\n|\r/);
  const range =
    anchor === undefined || form === 'partials'
      ? lineRange(form, text, all.length, lines)
      : regionRange(MARKS[form], all, anchor);
  if (range === undefined) return undefined;
  const [firstLine, lastLine] = range;
  const marks = form === 'partials' ? undefined : MARKS[form];
  const isMark = (line: string): boolean => marks !== undefined && (marks.start.test(line) || marks.end.test(line));
  const shown = all.slice(firstLine - 1, lastLine).filter((line) => !isMark(line));
  return shown.length === 0 ? undefined : { text: shown.join('\n'), firstLine, lastLine };
}

/** All of a page is shown without its front matter. */
function lineRange(
  form: InclusionForm,
  text: string,
  lineCount: number,
  lines: Inclusion['lines'],
): readonly [number, number] | undefined {
  if (lines !== undefined) {
    const last = Math.min(lines.lastLine ?? lineCount, lineCount);
    return lines.firstLine > last ? undefined : [Math.max(lines.firstLine, 1), last];
  }
  const { bodyOffset } = splitFrontMatter(text);
  const isPage = form === 'vitepress' || form === 'partials' || form === 'docfx';
  const skipped = isPage ? text.slice(0, bodyOffset).split('\n').length - 1 : 0;
  return skipped >= lineCount ? undefined : [skipped + 1, lineCount];
}

function regionRange(
  { start, end }: RegionMarks,
  lines: readonly string[],
  name: string,
): readonly [number, number] | undefined {
  const first = lines.findIndex((line) => start.exec(line)?.[1] === name);
  if (first === -1) return undefined;
  const last = lines.findIndex((line, at) => at > first && isEndOf(end.exec(line)?.[1], name));
  const lastLine = last === -1 ? lines.length : last;
  return first + 2 > lastLine ? undefined : [first + 2, lastLine];
}

/** The end of a region need not name it. */
function isEndOf(found: string | undefined, name: string): boolean {
  return found === name || found === '';
}
