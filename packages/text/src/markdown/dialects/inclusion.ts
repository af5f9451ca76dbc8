import { splitFrontMatter } from '../front-matter.js';
import { LineKind } from '../line-scan.js';
import { scanLines } from '../scan-lines.js';
import type { Dialect } from './dialect.js';
import type { Inclusion } from './dialect-scan.js';

const NAME = /(?:^|[?&\s])(?:name|id)=["']?([\w.-]+)/i;
const RANGE = /(?:^|[?&\s])range=["']?([\d,-]+)/i;
/** `L3` and `L3-L8`; any other word is the name of a region. */
const LINES = /^L(\d+)(?:-L?(\d+))?$/;

/**
 * The part of a file that DocFX shows, from what follows its path: `L3-L8`, `name`, `name=a`, `range=3-8`, or the same
 * as attributes of a directive.
 */
function docfxPart(written: string): Pick<Inclusion, 'anchor' | 'lines'> {
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

const PARTIAL = /^import[ \t]+([A-Z]\w*)[ \t]+from[ \t]+(?:'([^'\r\n]+\.mdx?)'|"([^"\r\n]+\.mdx?)")/gm;

/**
 * The paths of the markdown files that a page of MDX imports, by the names of their components. They are strings of
 * JavaScript: formatters of markdown write `\_` for `_`.
 */
function partialImports(text: string): ReadonlyMap<string, string> {
  const found = [...text.matchAll(PARTIAL)];
  return new Map(found.map(([, name, single, double]) => [name!, (single ?? double!).replace(/\\(.)/g, '$1')]));
}

const LINE_END = /(?:\r\n|\n|\r)$/;

/** What any text includes in a form, such as that of an included file, whatever language it is in. */
export function findInclusions(form: NonNullable<Dialect['inclusions']>, text: string): Inclusion[] {
  if (!mayInclude(form, text)) return [];
  const { starts, kinds, lineCount } = scanLines(text);
  const finder = new InclusionFinder(form, text);
  const found: Inclusion[] = [];
  for (let line = 0; line < lineCount; line++) {
    const startOffset = starts[line]!;
    const endOffset = startOffset + text.slice(startOffset, starts[line + 1]).replace(LINE_END, '').length;
    const inclusion = finder.in({ line, startOffset, endOffset, isCode: kinds[line] === LineKind.Fence });
    if (inclusion !== undefined) found.push(inclusion);
  }
  return found;
}

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

const REGION_MARKS: Readonly<Record<Exclude<InclusionForm, 'partials'>, RegionMarks>> = {
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
      : regionRange(REGION_MARKS[form], all, anchor);
  if (range === undefined) return undefined;
  const [firstLine, lastLine] = range;
  const marks = form === 'partials' ? undefined : REGION_MARKS[form];
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

const VITEPRESS_CODE =
  /^[ \t]*<<<[ \t]*(?<path>[^\s{#[]+)(?:#(?<anchor>[\w*-]+))?(?:[ \t]*\{[^}]*\})?(?:[ \t]*\[[^\]]*\])?[ \t]*$/;
const VITEPRESS_PAGE =
  /<!--[ \t]*@include:[ \t]*(?<path>[^\s{#]+)(?:#(?<anchor>[^\s{]+))?(?:\{(?<lines>[\d,]*)\})?[ \t]*-->/;
const MDBOOK =
  /(?<!\\)\{\{#(?:include|rustdoc_include|playground|playpen)[ \t]+(?<path>[^\s:{}]+)(?![^\s:{}])(?<rest>(?::[^\s:{}]*(?![^\s:{}])){0,2})[^{}]*\}\}/;
const SNIPPET = /^[ \t]*-+8<-+[ \t]+(?:"(?<double>[^"\r\n]+)"|'(?<single>[^'\r\n]+)')[ \t]*$/;

const DOCFX_PAGE =
  /\[!INCLUDE[ \t]*\[[^\]]{0,500}\]\([ \t]*<?(?<path>[^\s<>()?#]{1,500})(?:[?#][^\s()]{0,500})?>?(?:[ \t]+"[^"]{0,500}")?[ \t]*\)[ \t]*\]/i;
const DOCFX_CODE =
  /\[!code(?:-[\w+#-]{1,50})?[ \t]*\[[^\]]{0,500}\]\([ \t]*<?(?<path>[^\s<>()?#]{1,500})(?:[?#](?<part>[^\s<>()]{0,500}))?>?(?:[ \t]+"[^"]{0,500}")?[ \t]*\)[ \t]*\]/i;
const DOCFX_CODE_DIRECTIVE = /:::[ \t]*code\b(?<attributes>(?:[^:"]|"[^"]{0,500}"){0,500}):::/i;

/** A component alone on a line, as that of an imported file is. */
const COMPONENT = /^[ \t]*<(?<component>[A-Z]\w*)(?:[ \t][^<>]*)?(?:\/>|>[ \t]*<\/\k<component>>)[ \t]*$/;

const FORMS: Readonly<Record<InclusionForm, readonly RegExp[]>> = {
  vitepress: [VITEPRESS_CODE, VITEPRESS_PAGE],
  mdbook: [MDBOOK],
  partials: [COMPONENT],
  snippets: [SNIPPET],
  docfx: [DOCFX_PAGE, DOCFX_CODE, DOCFX_CODE_DIRECTIVE],
};

/** Characters without which a line includes nothing. */
const MARKS = {
  vitepress: /<<<|@include/,
  mdbook: /\{\{#/,
  partials: /<[A-Z]/,
  snippets: /8</,
  docfx: /\[!(?:include|code)|:::[ \t]*code\b/i,
} as const;

const SOURCE = /\ssource="([^"]*)"/i;

/** Forms that the generator reads inside of code as well. */
const READS_CODE: ReadonlySet<InclusionForm> = new Set(['mdbook', 'snippets']);

/** Whether a text may include anything: most do not, and need no further look. */
export function mayInclude(kind: InclusionForm, text: string): boolean {
  return kind === 'partials' ? partialImports(text).size > 0 : MARKS[kind].test(text);
}

interface LinePlace extends Pick<Inclusion, 'line' | 'startOffset' | 'endOffset'> {
  /** Whether the line is one of a fenced block. */
  readonly isCode: boolean;
}

/** Finds what the lines of one text include. */
export class InclusionFinder {
  private imports: ReadonlyMap<string, string> | undefined;

  constructor(
    private readonly kind: InclusionForm,
    private readonly text: string,
  ) {}

  /** What a line includes, if anything; at most one file per line. */
  in(place: LinePlace): Inclusion | undefined {
    const { kind } = this;
    if (place.isCode && !READS_CODE.has(kind)) return undefined;
    const written = this.text.slice(place.startOffset, place.endOffset);
    if (!MARKS[kind].test(written)) return undefined;
    for (const form of FORMS[kind]) {
      const found = form.exec(written);
      const included = found === null ? undefined : this.target(found.groups ?? {});
      if (included === undefined) continue;
      const startOffset = place.startOffset + found!.index;
      return { line: place.line, startOffset, endOffset: startOffset + found![0].length, ...included };
    }
    return undefined;
  }

  private target(groups: Readonly<Record<string, string | undefined>>): Target | undefined {
    const component = groups['component'];
    if (component === undefined) return target(groups);
    this.imports ??= partialImports(this.text);
    const path = this.imports.get(component);
    return path === undefined ? undefined : { path, anchor: undefined, lines: undefined };
  }
}

type Target = Pick<Inclusion, 'path' | 'anchor' | 'lines'>;

function target(groups: Readonly<Record<string, string | undefined>>): Target {
  const quoted = groups['double'] ?? groups['single'];
  if (quoted !== undefined) return colonTarget(quoted);
  const attributes = groups['attributes'];
  if (attributes !== undefined) return { path: SOURCE.exec(attributes)?.[1] ?? '', ...docfxPart(attributes) };
  const path = groups['path'] ?? '';
  if (groups['part'] !== undefined) return { path, ...docfxPart(groups['part']) };
  if (groups['rest'] !== undefined) return colonTarget(path + groups['rest']);
  const lines = groups['lines'];
  return { path, anchor: groups['anchor'], lines: lines === undefined ? undefined : rangeOf(lines.split(',')) };
}

/** `path`, `path:anchor`, `path:3`, `path:3:8`, `path::8`. */
function colonTarget(written: string): Target {
  const [path = '', ...rest] = written.split(':');
  const isNumbers = rest.length > 0 && rest.every((part) => /^\d*$/.test(part));
  if (isNumbers) return { path, anchor: undefined, lines: rangeOf(rest) };
  return { path, anchor: rest.length === 0 ? undefined : rest.join(':'), lines: undefined };
}

/** One number is one line; an empty end is the file's. */
function rangeOf(numbers: readonly string[]): NonNullable<Inclusion['lines']> {
  const [first = '', last] = numbers;
  const from = first === '' ? 1 : Number(first);
  if (last === undefined) return { firstLine: from, lastLine: from };
  return { firstLine: from, lastLine: last === '' ? undefined : Number(last) };
}
