import { BlockScanner } from '../block-scanner.js';
import { LeafMark } from '../line-mark.js';
import { LineKind } from '../line-scan.js';
import { startsAdmonition } from './admonition.js';
import type { Dialect } from './dialect.js';
import { directiveTag, startsDirective } from './directive.js';
import { flowEnd, moduleCodeEnd } from './mdx-flow.js';
import { templateLines } from './template-lines.js';
import { VainReads } from './vain-reads.js';

const LESS_THAN = 60;
const OPENING_BRACE = 123;
const LOWERCASE_E = 101;
const LOWERCASE_I = 105;

/** A run of whole lines that only the generator reads. */
export interface MarkupLines {
  readonly firstLine: number;
  readonly lastLine: number;
  readonly kind: 'directive' | 'flow' | 'hidden';
}

/** Reads lines as `BlockScanner` does, and those of a dialect as its generator does. */
export class DialectScanner extends BlockScanner {
  readonly markupLines: MarkupLines[] = [];
  /** Where the lines end that are open; 0 without any. */
  private openEnd = 0;
  private openFirstLine = 0;
  /** What the open lines are: markup of a kind, or code in the language that is named. */
  private open: { readonly markup: MarkupLines['kind'] } | { readonly info: string } = { info: '' };
  private readonly vainReads: VainReads;
  private lineStart = 0;

  constructor(
    text: string,
    private readonly dialect: Dialect,
  ) {
    super(text, {
      hasIndentedCode: dialect.tags !== 'jsx',
      hasTightHeadings: dialect.hasTightHeadings,
      hasMarkdownAfterTags: dialect.hasMarkdownAfterTags,
      startsContainer: dialect.hasAdmonitions ? startsAdmonition : undefined,
    });
    this.vainReads = new VainReads(text);
  }

  override isPlain(): boolean {
    return this.openEnd === 0 && super.isPlain();
  }

  override readLine(start: number, end: number): void {
    this.lineStart = start;
    if (this.openEnd === 0) super.readLine(start, end);
    else this.continueOpen(start, end);
  }

  private continueOpen(start: number, end: number): void {
    const line = this.lines.add(start, 'info' in this.open ? LineKind.Fence : LineKind.Markup);
    if (end >= this.openEnd) this.closeOpen(line);
  }

  private closeOpen(lastLine: number): void {
    const { open, openFirstLine: firstLine } = this;
    this.openEnd = 0;
    if ('info' in open) this.fences.push({ firstLine, lastLine, closed: true, info: open.info });
    else this.markupLines.push({ firstLine, lastLine, kind: open.markup });
  }

  protected override startLeaf(line: number, depth: number, inParagraph: boolean): number {
    const { dialect } = this;
    const at = this.cursor.content();
    const first = this.text.charCodeAt(at);
    if (dialect.directives !== undefined && startsDirective(dialect.directives, first)) {
      const tag = directiveTag(this.text, at, this.cursor.end, dialect.directives);
      if (tag !== undefined) return this.startMarkup(line, 'directive', tag.end);
    }
    if (first === OPENING_BRACE && dialect.template !== undefined) {
      const lines = templateLines(dialect.template, this.text, at, this.vainReads);
      if (lines?.kind === 'code') return this.startCode(line, lines.info, lines.end);
      if (lines !== undefined) return this.startMarkup(line, lines.kind === 'tag' ? 'flow' : 'hidden', lines.end);
    }
    if (dialect.tags !== 'jsx') return super.startLeaf(line, depth, inParagraph);
    if (first === LESS_THAN || first === OPENING_BRACE) {
      const end = this.find(flowEnd, at);
      return end === -1 ? LeafMark.None : this.startMarkup(line, 'flow', end);
    }
    if ((first === LOWERCASE_E || first === LOWERCASE_I) && !inParagraph && depth === 0 && at === this.lineStart) {
      const end = this.find(moduleCodeEnd, at);
      return end === -1 ? LeafMark.None : this.startMarkup(line, 'hidden', end);
    }
    return super.startLeaf(line, depth, inParagraph);
  }

  private find(end: typeof flowEnd, at: number): number {
    return end(this.text, at, this.vainReads.limit(at, this.text.length), this.vainReads);
  }

  private startMarkup(line: number, markup: MarkupLines['kind'], end: number): number {
    this.lines.setKind(line, LineKind.Markup);
    this.open = { markup };
    this.startOpen(line, end);
    return LeafMark.Html;
  }

  private startCode(line: number, info: string, end: number): number {
    this.lines.setKind(line, LineKind.Fence);
    this.open = { info };
    this.startOpen(line, end);
    return LeafMark.FencedCode;
  }

  private startOpen(line: number, end: number): void {
    this.openFirstLine = line;
    this.openEnd = end;
    if (end <= this.cursor.end) this.closeOpen(line);
  }
}
