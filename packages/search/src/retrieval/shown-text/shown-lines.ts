import { LineKind, type LineScan, scanLines, templateLines, templateTag, VainReads } from '@topicmill/text/markdown';
import { codeLines } from './code-lines.js';
import { HiddenBlocks } from './hidden-blocks.js';
import { IndentedFences } from './indented-fences.js';

/** A line as a reader of the built page gets it: `fence` opens or closes code, and of `hidden` nothing is seen. */
export interface ShownLine {
  readonly kind: 'code' | 'fence' | 'heading' | 'hidden' | 'text';
  /** With its line end, unless it is the last; empty for hidden ones. */
  readonly text: string;
}

/** Longer than what code between the tags of a template is likely to contain. */
const CODE_FENCE = '~~~~';
const TEMPLATES = ['hugo', 'liquid'] as const;

/** The lines of the text of a chunk file. Its dialect is not known: what can hardly be text in any is hidden, and no more. */
export function shownLines(text: string): ShownLine[] {
  return new LineReader(text).read();
}

class LineReader {
  private readonly lines: ShownLine[] = [];
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

  read(): ShownLine[] {
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

  private add(kind: ShownLine['kind'], start: number, end: number): void {
    this.lines.push({ kind, text: this.text.slice(start, end) });
  }

  private startsBlock(): boolean {
    const before = this.lines.at(-1);
    return before?.kind !== 'text' || before.text.trim() === '';
  }
}
