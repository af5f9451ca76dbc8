import {
  LineKind,
  type LineScan,
  scanLines,
  startsIndentedCode,
  templateLines,
  templateTag,
  VainReads,
} from '@topicmill/text/markdown';
import { matchAt } from './rendered-inline.js';

const RAW_ELEMENT = /<(script|style)(?=[\s>])/iy;
const IMPORT = /import\s+(?:[\w$*{][^'";\\]{0,500}\sfrom\s+)?(["'])[^'"\n]+\1;?[ \t]*(?=\r?\n|$)/y;
const EXPORT =
  /export\s+(?:default\s+(?:[\w$]+;?[ \t]*(?=\r?\n|$)|[({[]|async\b|class\b|function\b)|(?:const|let|var)\s+[\w$]+\s*=|(?:async\s+)?(?:class|function)\b|\{[^{}]*\}|\*)/y;
const BLANK_LINE = /\n[ \t]*(?:\r?\n|$)/g;

/**
 * Finds what starts a line and no reader sees, up to its end: a comment, a script or a style sheet, and the module code of
 * MDX. Asked for ascending offsets of one text.
 */
class HiddenBlocks {
  /** Ends that the rest of the text does not contain. */
  private readonly missing = new Set<string>();

  constructor(private readonly text: string) {}

  /**
   * Offset after the block that starts at `at`, the content of a line; `undefined` for other text.
   *
   * @param startsBlock whether the line does not go on with a paragraph, and is not indented
   */
  endAt(at: number, startsBlock: boolean): number | undefined {
    const { text } = this;
    if (text.startsWith('<!--', at)) return this.lineAfter('-->', at + 4);
    if (text.startsWith('{/*', at)) return this.lineAfter('*/}', at + 3);
    const element = matchAt(RAW_ELEMENT, text, at)?.[1];
    if (element !== undefined) return this.lineAfter(`</${element.toLowerCase()}>`, at);
    if (!startsBlock) return undefined;
    const imported = matchAt(IMPORT, text, at);
    if (imported !== undefined) return at + imported[0].length;
    return matchAt(EXPORT, text, at) === undefined ? undefined : this.moduleEnd(at);
  }

  private lineAfter(ending: string, from: number): number | undefined {
    const at = this.missing.has(ending) ? -1 : this.text.indexOf(ending, from);
    if (at === -1) this.missing.add(ending);
    return at === -1 ? undefined : at + ending.length;
  }

  /** Where exported code ends: at the first blank line outside of brackets, or, where these never close, at the first one. */
  private moduleEnd(at: number): number {
    const { text } = this;
    let first: number | undefined;
    let depth = 0;
    let from = at;
    BLANK_LINE.lastIndex = at;
    for (;;) {
      const end = BLANK_LINE.exec(text)?.index ?? text.length;
      first ??= end;
      for (; from < end; from++) {
        if ('([{'.includes(text[from]!)) depth++;
        else if (')]}'.includes(text[from]!)) depth--;
      }
      if (depth <= 0) return end;
      if (end === text.length || this.missing.has('bracket')) break;
      // The line break may end another blank line.
      BLANK_LINE.lastIndex = end + 1;
    }
    this.missing.add('bracket');
    return first;
  }
}

const FENCE_OPENING = /^([ \t]*)(`{3,}(?=[^`]*$)|~{3,})/;
const FENCE_CLOSING = /^[ \t]*(`{3,}|~{3,})[ \t]*$/;

/**
 * Fenced code that a scan without a dialect takes for other text: in the body of an admonition or a tab, which is indented
 * by four columns, or right after the tag of a component. Asked for ascending lines of one text.
 */
class IndentedFences {
  /** By the mark of an opening fence, the line up to which none closes it. */
  private readonly unclosedUpTo = new Map<string, number>();

  constructor(
    private readonly text: string,
    private readonly scan: LineScan,
  ) {}

  /** The 0-based line of the fence that closes the one on a line; `undefined` for other lines. */
  closingLine(line: number): number | undefined {
    const { lineCount, kinds } = this.scan;
    const [, indent, mark] = FENCE_OPENING.exec(this.lineAt(line)) ?? [];
    if (indent === undefined || mark === undefined) return undefined;
    let next = line + 1;
    if ((this.unclosedUpTo.get(mark) ?? 0) > line) return undefined;
    for (; next < lineCount && kinds[next] !== LineKind.Fence; next++) {
      const written = this.lineAt(next);
      if (written.trim() !== '' && !written.startsWith(indent)) break;
      const closing = FENCE_CLOSING.exec(written)?.[1];
      if (closing?.startsWith(mark) === true) return next;
    }
    this.unclosedUpTo.set(mark, next);
    return undefined;
  }

  private lineAt(line: number): string {
    const { starts } = this.scan;
    return this.text.slice(starts[line], starts[line + 1]).replace(/(?:\r\n|\r|\n)$/, '');
  }
}

/** What has a body that may be indented like code: notes, tabs, containers, footnotes and components. */
const OPENS_BODY = /^\s*(?:[-*+]\s+|\d{1,9}[.)]\s+)?(?:!!!|\?\?\?|===|\/{3}|:::|\[\^|<[A-Z])/;
const TAB_STOP = 4;

/**
 * For each line of a text whether it belongs to code, 1 or 0: fenced at any indentation, with its fences, or only indented,
 * with the blank lines inside.
 */
export function codeLines(text: string, scan: LineScan): Uint8Array {
  const { kinds, marks, starts, lineCount } = scan;
  const isCode = kinds.map((kind) => (kind === LineKind.Fence ? 1 : 0));
  const fences = new IndentedFences(text, scan);
  const bodies = new Bodies();
  /** The last line of the indented code that may go on, -1 without one. */
  let last = -1;
  for (let line = 0; line < lineCount; line++) {
    const closing = isCode[line] === 1 ? undefined : fences.closingLine(line);
    if (closing !== undefined) isCode.fill(1, line, closing + 1);
    if (isCode[line] === 1) {
      line = closing ?? line;
      last = -1;
      continue;
    }
    const written = text.slice(starts[line], starts[line + 1]);
    if (written.trim() === '') continue;
    const isInBody = bodies.contain(written);
    const isStart = startsIndentedCode(marks[line]!) && !isInBody;
    if (isStart || (marks[line] === 0 && last !== -1 && last === line - 1)) {
      isCode.fill(1, last === -1 ? line : last, line + 1);
      last = line;
    } else {
      last = -1;
    }
  }
  return isCode;
}

/** The lines around a line by their indentation. */
class Bodies {
  private readonly around: { readonly indent: number; readonly opensBody: boolean }[] = [];

  /** Whether a line, the next one of a text, is in the body of one before it. */
  contain(line: string): boolean {
    const indent = indentOf(line);
    while (this.around.length > 0 && this.around.at(-1)!.indent >= indent) this.around.pop();
    const isInBody = this.around.at(-1)?.opensBody === true;
    this.around.push({ indent, opensBody: isInBody || OPENS_BODY.test(line) });
    return isInBody;
  }
}

function indentOf(line: string): number {
  let column = 0;
  for (const character of line) {
    if (character === ' ') column++;
    else if (character === '\t') column += TAB_STOP - (column % TAB_STOP);
    else break;
  }
  return column;
}

/** A line as a reader of the built page gets it: `fence` opens or closes code, and of `hidden` nothing is seen. */
export interface RenderedLine {
  readonly kind: 'code' | 'fence' | 'heading' | 'hidden' | 'text';
  /** With its line end, unless it is the last; empty for hidden ones. */
  readonly text: string;
}

/** Longer than what code between the tags of a template is likely to contain. */
const CODE_FENCE = '~~~~';
const TEMPLATES = ['hugo', 'liquid'] as const;

/** The lines of the text of a chunk file. Its dialect is not known: what can hardly be text in any is hidden, and no more. */
export function renderedLines(text: string): RenderedLine[] {
  return new LineReader(text).read();
}

class LineReader {
  private readonly lines: RenderedLine[] = [];
  private readonly scan: LineScan;
  private readonly isCode: Uint8Array;
  private readonly fences: IndentedFences;
  private readonly hiddenBlocks: HiddenBlocks;
  private readonly vainReads: VainReads;

  constructor(private readonly text: string) {
    this.scan = scanLines(text, 0);
    this.isCode = codeLines(text, this.scan);
    this.fences = new IndentedFences(text, this.scan);
    this.hiddenBlocks = new HiddenBlocks(text);
    this.vainReads = new VainReads(text);
  }

  read(): RenderedLine[] {
    const { lineCount, fences } = this.scan;
    let fence = 0;
    for (let line = 0; line < lineCount; ) {
      while (fence < fences.length && fences[fence]!.firstLine < line) fence++;
      const next = fences[fence];
      line = next?.firstLine === line ? this.addFence(line, next.lastLine, next.closed) : this.addLine(line);
    }
    return this.lines;
  }

  /** Adds fenced code; returns the line after it. */
  private addFence(first: number, last: number, isClosed: boolean): number {
    const { starts } = this.scan;
    for (let line = first; line <= last; line++) {
      const isMark = line === first || (line === last && isClosed);
      this.add(isMark ? 'fence' : 'code', starts[line]!, starts[line + 1]!);
    }
    return last + 1;
  }

  /** Adds a line, or all lines of what it begins; returns the line after it. */
  private addLine(line: number): number {
    const { text } = this;
    const { starts, kinds } = this.scan;
    const start = starts[line]!;
    const end = starts[line + 1]!;
    if (kinds[line] === LineKind.Heading) {
      this.add('heading', start, end);
      return line + 1;
    }
    const closing = this.fences.closingLine(line);
    if (closing !== undefined) return this.addFence(line, closing, true);
    if (this.isCode[line] === 1) {
      this.add('code', start, end);
      return line + 1;
    }
    const content = start + /^[ \t]*/.exec(text.slice(start, end))![0].length;
    const hiddenEnd = this.hiddenBlocks.endAt(content, content === start && this.startsBlock());
    if (hiddenEnd !== undefined) {
      this.lines.push({ kind: 'hidden', text: '' });
      return this.addRest(line, hiddenEnd);
    }
    for (const template of text[content] === '{' ? TEMPLATES : []) {
      const { kind, end: blockEnd, info } = templateLines(template, text, content, this.vainReads) ?? {};
      if (blockEnd === undefined || kind === 'tag') continue;
      if (kind === 'comment') this.lines.push({ kind: 'hidden', text: '' });
      else this.addTemplateCode(template, { start, content, end: blockEnd, info: info! });
      return this.addRest(line, blockEnd);
    }
    this.add('text', start, end);
    return line + 1;
  }

  /** Adds the code between two tags as fenced code. */
  private addTemplateCode(
    template: (typeof TEMPLATES)[number],
    { start, content, end, info }: { start: number; content: number; end: number; info: string },
  ): void {
    const { text, vainReads } = this;
    const opening = templateTag(template, text, { start: content, end }, vainReads);
    const from = opening?.end ?? content;
    const to = Math.max(from, text.lastIndexOf('{', end - 1) - (template === 'hugo' ? 1 : 0));
    const indent = text.slice(start, content);
    const code = text
      .slice(from, to)
      .replace(/^[ \t]*\r?\n/, '')
      .replace(/\n[ \t]*$/, '\n');
    this.lines.push({ kind: 'fence', text: `${indent}${CODE_FENCE}${info}\n` });
    for (const line of (code.endsWith('\n') ? code : `${code}\n`).split(/(?<=\n)/))
      this.lines.push({ kind: 'code', text: line });
    this.lines.push({ kind: 'fence', text: `${indent}${CODE_FENCE}\n` });
  }

  /** Adds what follows the end of a block on its last line; returns the line after it. */
  private addRest(line: number, end: number): number {
    const { starts } = this.scan;
    let next = line + 1;
    while (starts[next]! < end) next++;
    if (this.text.slice(end, starts[next]).trim() !== '') this.add('text', end, starts[next]!);
    return next;
  }

  private add(kind: RenderedLine['kind'], start: number, end: number): void {
    this.lines.push({ kind, text: this.text.slice(start, end) });
  }

  private startsBlock(): boolean {
    const before = this.lines.at(-1);
    return before?.kind !== 'text' || before.text.trim() === '';
  }
}
