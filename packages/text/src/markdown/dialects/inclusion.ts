import { CodeSpans } from '../code-spans.js';
import { skipSpaces } from '../line-cursor.js';
import { LineKind } from '../line-scan.js';
import { scanLines } from '../scan-lines.js';
import { splitFrontMatter } from '../split-front-matter.js';
import type { Dialect } from './dialect.js';
import type { Inclusion } from './dialect-scan.js';
import { jsxTag } from './jsx-tag.js';
import { VainReads } from './vain-reads.js';

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
  if (lines !== null) return { anchor: undefined, lines: lineRangeBetween(lines[1]!, lines[2] ?? lines[1]!) };
  const anchor = NAME.exec(written)?.[1] ?? (/^[\w.-]+$/.test(written) ? written : undefined);
  if (anchor !== undefined) return { anchor, lines: undefined };
  // Of several ranges, all lines from the first to the last.
  const numbers = RANGE.exec(written)?.[1]?.match(/\d+/g) ?? [];
  return { anchor, lines: numbers.length === 0 ? undefined : lineRangeBetween(numbers[0]!, numbers.at(-1)!) };
}

function lineRangeBetween(first: string, last: string): NonNullable<Inclusion['lines']> {
  return { firstLine: Number(first), lastLine: Number(last) };
}

/** What is imported, and the path: of a statement, and of a call whose value is given a name. */
const IMPORT = /\bimport\b([^'";]{1,300})(['"])([^'"\r\n]{1,300})\2/g;
const IMPORT_CALL = /\b(\w{1,100})[ \t]*=([^'";\r\n]{0,60})(['"])([^'"\r\n]{1,300})\3/g;
/** The component that a whole file is. */
const DEFAULT_NAME = /^\s*(?:([A-Z$_]\w*)\b|\*\s*as\s+([A-Z$_]\w*)\b|\{(?:[^}]*,)?\s*default\s+as\s+([A-Z$_]\w*)\b)/;
const MARKDOWN_FILE = /\.mdx?$/i;
/** What shows a file as it is. */
const RAW = /^!*raw-loader!|\?raw$/;

/**
 * The paths of the files that a page of MDX imports, by the names by which it shows them: markdown, and any file as text.
 * They are strings of JavaScript: formatters of markdown write `\_` for `_`.
 */
function partialImports(text: string): ReadonlyMap<string, string> {
  const paths = new Map<string, string>();
  const add = (name: string | undefined, written: string): void => {
    const path = written.replace(/\\(.)/g, '$1');
    if (name !== undefined && (MARKDOWN_FILE.test(path) || RAW.test(path))) paths.set(name, path.replace(RAW, ''));
  };
  for (const { 1: clause, 3: path } of text.matchAll(IMPORT)) {
    const name = /\bfrom\s{0,9}$/.test(clause!) ? DEFAULT_NAME.exec(clause!) : null;
    if (name !== null) add(name[1] ?? name[2] ?? name[3], path!);
  }
  for (const { 1: name, 2: call, 4: path } of text.matchAll(IMPORT_CALL)) {
    if (/\b(?:require|import)\(\s*$/.test(call!)) add(name, path!);
  }
  return paths;
}

const LINE_END = /(?:\r\n|\n|\r)$/;

/** What any text includes in a form, such as that of an included file, whatever language it is in. */
export function findInclusions(form: NonNullable<Dialect['inclusions']>, text: string): Inclusion[] {
  if (!mayInclude(form, text)) return [];
  const { starts, kinds, lineCount } = scanLines(text);
  const finder = new InclusionFinder(form, text);
  const isFence = form !== 'partials' && SYNTAXES[form].isFence === true;
  const found: Inclusion[] = [];
  let comment = { start: 0, end: 0 };
  for (let line = 0; line < lineCount; line++) {
    const startOffset = starts[line]!;
    const endOffset = startOffset + text.slice(startOffset, starts[line + 1]).replace(LINE_END, '').length;
    const isCode = kinds[line] === LineKind.Fence;
    if (!isCode && startOffset >= comment.end) comment = commentFrom(text, startOffset) ?? comment;
    const { start, end } = comment;
    const inLine = finder.inclusionsInLine({ line, startOffset, endOffset, isCode: !isFence && isCode });
    found.push(...inLine.filter(({ startOffset: at }) => at <= start || at >= end));
  }
  return found;
}

/** The comment with which a line begins; one after all text where no further one is closed. */
function commentFrom(text: string, lineStart: number): { start: number; end: number } | undefined {
  const start = skipSpaces(text, lineStart, text.length);
  if (!text.startsWith('<!--', start)) return undefined;
  const end = text.indexOf('-->', start);
  return end === -1 ? { start: Infinity, end: Infinity } : { start, end };
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

const REGION_MARKS: Readonly<Partial<Record<InclusionForm, RegionMarks>>> = {
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
  { anchor, lines, between }: Pick<Inclusion, 'anchor' | 'lines' | 'between'>,
): IncludedLines | undefined {
  if (between !== undefined) return linesBetween(text, between);
  const all = text
    .replace(/^\uFEFF/, '')
    .replace(/(?:\r\n|\n|\r)$/, '')
    .split(/\r\n|\n|\r/);
  const marks = REGION_MARKS[form];
  const range =
    anchor === undefined || marks === undefined
      ? lineRange(form, text, all.length, lines)
      : regionRange(marks, all, anchor);
  if (range === undefined) return undefined;
  const [firstLine, lastLine] = range;
  const isMark = (line: string): boolean => marks !== undefined && (marks.start.test(line) || marks.end.test(line));
  const shown = all.slice(firstLine - 1, lastLine).filter((line) => !isMark(line));
  return shown.length === 0 ? undefined : { text: shown.join('\n'), firstLine, lastLine };
}

/** What is after one text and before another. */
function linesBetween(text: string, { after, before }: NonNullable<Inclusion['between']>): IncludedLines | undefined {
  const found = after === undefined ? 0 : text.indexOf(after);
  if (found === -1) return undefined;
  const start = found + (after ?? '').length;
  const end = before === undefined ? -1 : text.indexOf(before, start);
  const shown = text.slice(start, end === -1 ? text.length : end);
  if (shown.trim() === '') return undefined;
  const firstLine = text.slice(0, start).split('\n').length;
  return { text: shown.trim(), firstLine, lastLine: firstLine + shown.trimEnd().split('\n').length - 1 };
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
  const skipped = form !== 'mdbook' && form !== 'snippets' ? text.slice(0, bodyOffset).split('\n').length - 1 : 0;
  return skipped >= lineCount ? undefined : [skipped + 1, lineCount];
}

function regionRange(
  { start, end }: RegionMarks,
  lines: readonly string[],
  name: string,
): readonly [number, number] | undefined {
  const first = lines.findIndex((line) => start.exec(line)?.[1] === name);
  if (first === -1) return undefined;
  const last = lines.findIndex((line, at) => at > first && isRegionEnd(end.exec(line)?.[1], name));
  const lastLine = last === -1 ? lines.length : last;
  return first + 2 > lastLine ? undefined : [first + 2, lastLine];
}

/** The end of a region need not name it. */
function isRegionEnd(found: string | undefined, name: string): boolean {
  return found === name || found === '';
}

const VITEPRESS_CODE =
  /^[ \t]*<<<[ \t]*(?<path>[^\s{#[]+)(?:#(?<anchor>[\w*-]+))?(?:[ \t]*\{[^}]*\})?(?:[ \t]*\[[^\]]*\])?[ \t]*$/g;
const VITEPRESS_PAGE =
  /<!--[ \t]*@include:[ \t]*(?<path>[^\s{#]+)(?:#(?<anchor>[^\s{]+))?(?:\{(?<lines>[\d,]*)\})?[ \t]*-->/g;
const MDBOOK =
  /(?<!\\)\{\{#(?:include|rustdoc_include|playground|playpen)[ \t]+(?<path>[^\s:{}]+)(?![^\s:{}])(?<rest>(?::[^\s:{}]*(?![^\s:{}])){0,2})[^{}]*\}\}/g;
const SNIPPET = /^[ \t]*-+8<-+[ \t]+(?:"(?<double>[^"\r\n]+)"|'(?<single>[^'\r\n]+)')[ \t]*$/g;
/** Between two of them, each line is a path. */
const SNIPPET_BLOCK = /^[ \t]*-+8<-+[ \t]*$/;
/** Of markdown_include and mdx_include. */
const BRACED_INCLUSION =
  /(?<!\\)\{![ \t]*(?<path>[^\s!{}[\]|]{1,300})[ \t]*(?:\[ln:(?<lines>[\d.,-]{1,50})\][ \t]*)?!(?:[ \t]*lines?=(?<range>[\d -]{1,50}))?\}/g;
/** Of markdown-include-variants: a file as code, with the lines that it shows. */
const STARRED_INCLUSION =
  /(?<!\\)\{\*[ \t]{1,9}(?<path>[^\s!{}[\]|*]{1,300})(?<shown>(?:[ \t]{1,9}\w{1,20}\[[^\]{}\r\n]{0,200}\]){0,5})[ \t]{0,9}\*\}/g;
const SHOWN_LINES = /\bln\[([^\]]*)\]/;
/** Of the plugins include-markdown and macros; it may go over several lines. */
const INCLUDE_TAG =
  /\{%-?\s{0,20}include(?:-markdown)?\s{1,20}(?:"(?<path>[^"\r\n]{1,300})"|'(?<other>[^'\r\n]{1,300})')(?<options>[^%{}]{0,500})-?%\}/g;
/** Of VuePress. */
const VUEPRESS_CODE =
  /^[ \t]*@\[code[^\]\r\n]{0,100}\]\((?<path>[^\s()#]{1,300})(?:#(?<anchor>[\w-]{1,100}))?\)[ \t]*$/g;

const DOCFX_PAGE =
  /\[!INCLUDE[ \t]*\[[^\]]{0,500}\]\([ \t]*<?(?<path>[^\s<>()?#]{1,500})(?:[?#][^\s()]{0,500})?>?(?:[ \t]+"[^"]{0,500}")?[ \t]*\)[ \t]*\]/gi;
const DOCFX_CODE =
  /\[!code(?:-[\w+#-]{1,50})?[ \t]*\[[^\]]{0,500}\]\([ \t]*<?(?<path>[^\s<>()?#]{1,500})(?:[?#](?<part>[^\s<>()]{0,500}))?>?(?:[ \t]+"[^"]{0,500}")?[ \t]*\)[ \t]*\]/gi;
const DOCFX_CODE_DIRECTIVE = /:::[ \t]*code\b(?<attributes>(?:[^:"]|"[^"]{0,500}"){0,500}):::/gi;

/** A component, or a name in braces. */
const IMPORTED_NAME = /<([A-Z$_]\w*)(?:\.default)?(?=[\s/>])|(?<!=[ \t]{0,9})\{[ \t]*([A-Z$_]\w*)[ \t]*\}/gi;

/** `include` of Quarto and many sites of Hugo, what others of Hugo call it, and a tab of Hugo that names its file. */
const SHORTCODE =
  /\{\{[<%]-?[ \t]{0,9}(?:\w{1,50}[-_/])?(?:include|read-?file|render|code_?sample|codenew|snippet|transclude|partial|tab(?=[^<>{}\r\n]{1,300}\sinclude=))(?:[-_]\w{1,50})?[ \t]{1,9}(?<parameters>[^<>{}\r\n]{1,300})[>%]\}\}/g;
/** With values in its parameters or without; of a name that is a value nothing is known. */
const LIQUID =
  /\{%-?[ \t]{0,9}(?:include|include_relative|include_cached|render)[ \t]{1,9}["']?(?<path>[^\s"'%{},]{1,300})["']?[^%{}\r\n]{0,500}%\}/g;
/** Directives of MyST with their options, up to their closing fence. */
const MYST =
  /^[ \t]{0,9}(?<fence>`{3,9}|~{3,9}|:{3,9})\{(?:literal)?include\}[ \t]{1,9}(?<path>[^\s{}]{1,300})(?<settings>(?:[ \t]{0,9}\r?\n[ \t]{0,9}:[a-z][^\r\n]{0,300}){0,20})\s{1,20}\k<fence>[ \t]{0,9}$/gm;

/** How inclusions are written in a form. */
interface InclusionSyntax {
  /** A line without it includes nothing. */
  readonly mark: RegExp;
  /** Directives within a line. */
  readonly inLine?: readonly RegExp[];
  /** Directives that may end on a later line. */
  readonly overLines?: readonly RegExp[];
  /** The generator reads them inside of code as well. */
  readonly isReadInCode?: true;
  /** The directive is a fence of its own: what is inside of another one is a sample. */
  readonly isFence?: true;
}

const SYNTAXES: Readonly<Record<Exclude<InclusionForm, 'partials'>, InclusionSyntax>> = {
  liquid: { mark: /\{%-?[ \t]*(?:include|render)/, inLine: [LIQUID] },
  myst: { mark: /\{(?:literal)?include\}/, overLines: [MYST], isReadInCode: true, isFence: true },
  shortcodes: { mark: /\{\{[<%]/, inLine: [SHORTCODE] },
  vitepress: { mark: /<<<|@include|@\[code/, inLine: [VITEPRESS_CODE, VITEPRESS_PAGE, VUEPRESS_CODE] },
  mdbook: { mark: /\{\{#/, inLine: [MDBOOK], isReadInCode: true },
  snippets: {
    mark: /8<|\{[!*%]/,
    inLine: [SNIPPET, BRACED_INCLUSION, STARRED_INCLUSION],
    overLines: [INCLUDE_TAG],
    isReadInCode: true,
  },
  docfx: { mark: /\[!(?:include|code)|:::[ \t]*code\b/i, inLine: [DOCFX_PAGE, DOCFX_CODE, DOCFX_CODE_DIRECTIVE] },
};

const SOURCE = /\ssource="([^"]*)"/i;

/** Whether a text may include anything: most do not, and need no further look. */
export function mayInclude(kind: InclusionForm, text: string): boolean {
  return kind === 'partials' ? partialImports(text).size > 0 : SYNTAXES[kind].mark.test(text);
}

interface LinePlace extends Pick<Inclusion, 'line' | 'startOffset' | 'endOffset'> {
  /** Whether the line is one of a fenced block. */
  readonly isCode: boolean;
}

/** Finds what the lines of one text include; the lines must be asked for in their order. */
export class InclusionFinder {
  private readonly imports: ReadonlyMap<string, string>;
  private readonly vainReads: VainReads;
  private isInBlock = false;
  private lastCodeLine = -1;

  constructor(
    private readonly kind: InclusionForm,
    private readonly text: string,
  ) {
    this.imports = kind === 'partials' ? partialImports(text) : new Map();
    this.vainReads = new VainReads(text);
  }

  /** What a line includes, in order. The last of them may end on a later line. */
  inclusionsInLine(place: LinePlace): Inclusion[] {
    const { kind, text } = this;
    if (kind === 'partials') return place.isCode ? [] : this.importedInclusions(place);
    const { mark, inLine = [], overLines = [], isReadInCode, isFence } = SYNTAXES[kind];
    if (place.isCode && !isReadInCode) return [];
    const isSample = isFence && place.isCode && place.line === this.lastCodeLine + 1;
    if (place.isCode) this.lastCodeLine = place.line;
    if (isSample) return [];
    const written = text.slice(place.startOffset, place.endOffset);
    if (kind === 'snippets') {
      if (SNIPPET_BLOCK.test(written)) this.isInBlock = !this.isInBlock;
      else if (this.isInBlock) return this.inclusionsInBlock(written, place);
    }
    if (!mark.test(written)) return [];
    const further = text.slice(place.startOffset, place.endOffset + MAX_TAG_LENGTH);
    const found: Inclusion[] = [];
    for (const directive of [...inLine, ...overLines]) {
      const searched = inLine.includes(directive) ? written : further;
      for (const { 0: match, index, groups } of searched.matchAll(directive)) {
        if (index >= written.length) break;
        found.push(this.inclusion(place, index, match.length, target(groups ?? {})));
      }
    }
    return found.sort((a, b) => a.startOffset - b.startOffset);
  }

  private inclusionsInBlock(written: string, place: LinePlace): Inclusion[] {
    const path = written.trim();
    if (path === '' || path.startsWith(';')) return [];
    return [this.inclusion(place, written.indexOf(path), path.length, colonTarget(path))];
  }

  /** Components and names of imported files; code spans have none. */
  private importedInclusions(place: LinePlace): Inclusion[] {
    const { text, imports } = this;
    const { startOffset, endOffset } = place;
    const found: Inclusion[] = [];
    const spans = new CodeSpans(text);
    spans.enterBlock(endOffset);
    let tick = text.indexOf('`', startOffset);
    IMPORTED_NAME.lastIndex = startOffset;
    for (
      let match = IMPORTED_NAME.exec(text);
      match !== null && match.index < endOffset;
      match = IMPORTED_NAME.exec(text)
    ) {
      let codeEnd = startOffset;
      while (tick !== -1 && tick < match.index) {
        codeEnd = spans.endAt(tick);
        tick = text.indexOf('`', codeEnd);
      }
      const path = imports.get(match[1] ?? match[2] ?? '');
      if (path === undefined || match.index < codeEnd) continue;
      const end = match[1] === undefined ? IMPORTED_NAME.lastIndex : this.elementStartEnd(match.index);
      if (end === undefined) continue;
      found.push(this.inclusion(place, match.index - startOffset, end - match.index, { path, ...WHOLE_FILE }));
      IMPORTED_NAME.lastIndex = end;
    }
    return found;
  }

  /** The end of a tag, and of the one that closes it if nothing is between them. */
  private elementStartEnd(start: number): number | undefined {
    const { text, vainReads } = this;
    const tag = jsxTag(text, start, vainReads.lookaheadEnd(start, text.length), vainReads);
    if (tag === undefined) return undefined;
    EMPTY_END.lastIndex = tag.end;
    const closing = EMPTY_END.exec(text);
    return closing?.[1] === tag.name ? EMPTY_END.lastIndex : tag.end;
  }

  private inclusion({ line, startOffset }: LinePlace, at: number, length: number, of: Target): Inclusion {
    return { line, startOffset: startOffset + at, endOffset: startOffset + at + length, ...of };
  }
}

/** UTF-16 units of a tag over several lines after its first. */
const MAX_TAG_LENGTH = 600;
const EMPTY_END = /[ \t]*<\/([\w.$]{1,100})>/y;
const WHOLE_FILE = { anchor: undefined, lines: undefined } as const;

type Target = Pick<Inclusion, 'path' | 'anchor' | 'lines' | 'between'>;

function target(groups: Readonly<Record<string, string | undefined>>): Target {
  const quoted = groups['double'] ?? groups['single'];
  if (quoted !== undefined) return colonTarget(quoted);
  const attributes = groups['attributes'];
  if (attributes !== undefined) return { path: SOURCE.exec(attributes)?.[1] ?? '', ...docfxPart(attributes) };
  const path = groups['path'] ?? groups['other'] ?? shortcodePath(groups['parameters'] ?? '');
  if (groups['options'] !== undefined) return { path, ...WHOLE_FILE, ...readBetweenOption(groups['options']) };
  if (groups['settings'] !== undefined) return { path, ...mystPart(groups['settings']) };
  if (groups['part'] !== undefined) return { path, ...docfxPart(groups['part']) };
  if (groups['shown'] !== undefined) {
    // Of several ranges, all lines from the first to the last.
    const [, written] = SHOWN_LINES.exec(groups['shown']) ?? [];
    const numbers = written?.split(/[:,-]/).map((each) => each.trim());
    const ends = numbers === undefined || numbers.length < 3 ? numbers : [numbers[0]!, numbers.at(-1)!];
    return { path, anchor: undefined, lines: ends && parseLineRange(ends) };
  }
  if (groups['rest'] !== undefined) return colonTarget(path + groups['rest']);
  const lines = groups['lines'] ?? groups['range']?.replace('-', ',');
  return {
    path,
    anchor: groups['anchor'],
    lines: lines === undefined ? undefined : parseLineRange(lines.split(/[,-]/)),
  };
}

/** The `name` of a tab that includes a file is its title. */
const FILE_PARAMETERS = [
  /(?:^|\s)include\s*=\s*["'`]?([^\s"'`]+)/,
  /(?:^|\s)(?:file|path|src|source|page|name)\s*=\s*["'`]?([^\s"'`]+)/,
];

/** The parameter that is called like a file, else the first that has no name. */
function shortcodePath(parameters: string): string {
  const named = FILE_PARAMETERS.map((pattern) => pattern.exec(parameters)).find((found) => found !== null);
  if (named !== undefined) return named[1]!;
  const first = parameters.split(/\s/, 1)[0]!;
  return first.includes('=') ? '' : (first.split(/["'`]/).find((part) => part !== '') ?? '');
}

const AFTER = /\bstart=(?:"([^"]*)"|'([^']*)')/;
const BEFORE = /\bend=(?:"([^"]*)"|'([^']*)')/;

/** The texts between which the plugin include-markdown includes. */
function readBetweenOption(options: string): Pick<Inclusion, 'between'> {
  const [after, before] = [AFTER, BEFORE]
    .map((option) => option.exec(options))
    .map((found) => found?.[1] ?? found?.[2]);
  return after === undefined && before === undefined ? {} : { between: { after, before } };
}

const MYST_OPTION = /^[ \t]{0,9}:(?<name>[a-z-]{1,20}):[ \t]{0,9}(?<value>[^\r\n]{1,300})$/gm;

/** The part of a file that options of MyST name. */
function mystPart(settings: string): Omit<Target, 'path'> {
  const options = new Map(
    [...settings.matchAll(MYST_OPTION)].map(({ groups }) => [groups!['name'], groups!['value']!.trim()]),
  );
  const [after, before] = [options.get('start-after'), options.get('end-before')];
  if (after !== undefined || before !== undefined) return { ...WHOLE_FILE, between: { after, before } };
  const [start, end, lines] = [options.get('start-line'), options.get('end-line'), options.get('lines')];
  if (lines !== undefined) return { anchor: undefined, lines: parseLineRange(lines.split('-')) };
  if (start === undefined && end === undefined) return WHOLE_FILE;
  return { anchor: undefined, lines: parseLineRange([`${Number(start ?? 0) + 1}`, end ?? '']) };
}

/** `path`, `path:anchor`, `path:3`, `path:3:8`, `path::8`. */
function colonTarget(written: string): Target {
  const [path = '', ...rest] = written.split(':');
  const isNumbers = rest.length > 0 && rest.every((part) => /^\d*$/.test(part));
  if (isNumbers) return { path, anchor: undefined, lines: parseLineRange(rest) };
  return { path, anchor: rest.length === 0 ? undefined : rest.join(':'), lines: undefined };
}

/** One number is one line; an empty end is the file's. */
function parseLineRange(numbers: readonly string[]): NonNullable<Inclusion['lines']> {
  const [first = '', last] = numbers;
  const from = first === '' ? 1 : Number(first);
  if (last === undefined) return { firstLine: from, lastLine: from };
  return { firstLine: from, lastLine: last === '' ? undefined : Number(last) };
}
