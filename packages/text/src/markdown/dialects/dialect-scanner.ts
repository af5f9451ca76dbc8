import { BlockScanner } from '../block-scanner.js';
import { LeafMark } from '../line-cursor.js';
import { LineKind } from '../line-scan.js';
import { startsAdmonition } from './admonition.js';
import type { Dialect } from './dialect.js';
import {
  closingFenceEnd,
  directiveTag,
  type FenceDirective,
  fenceDirective,
  OpenDirectives,
  startsDirective,
} from './directive.js';
import { flowEnd, moduleCodeEnd } from './mdx-flow.js';
import { areTagsOnly, templateLines } from './template-tag.js';
import { VainReads } from './vain-reads.js';

/** Of MyST: comments, targets such as `(label)=`, breaks between blocks and cells, and those between the parts of a card. */
const OF_MYST = /(?:%[^\r\n]*|\([^()\s][^()\r\n]*\)=[ \t]*|\+\+\+[^\r\n]*|\^{3,}[ \t]*)(?=[\r\n]|$)/y;
const PERCENT = 37;

/**
 * Where lines end, from the content of one on, that are comments or marks for the generator alone; `undefined` for
 * other text, for what ends on its line among other text, and for a comment that is never closed.
 */
function commentLinesEnd(dialect: Dialect, text: string, at: number, vainReads: VainReads): number | undefined {
  if (dialect.inline === 'roles') {
    OF_MYST.lastIndex = at;
    return OF_MYST.test(text) ? OF_MYST.lastIndex : undefined;
  }
  return dialect.inline === 'vault' ? percentCommentEnd(text, at, vainReads) : undefined;
}

/** Of Obsidian: what is between two `%%`, over blank lines too. */
function percentCommentEnd(text: string, at: number, vainReads: VainReads): number | undefined {
  if (text.charCodeAt(at) !== PERCENT || text.charCodeAt(at + 1) !== PERCENT) return undefined;
  const limit = vainReads.lookaheadEnd(at, text.length);
  const end = limit < text.length ? -1 : text.indexOf('%%', at + 2);
  if (end === -1) {
    vainReads.add(at, limit);
    return undefined;
  }
  return /[\r\n]/.test(text.slice(at, end)) ? end + 2 : undefined;
}

const COLON = 58;
const LESS_THAN = 60;
const OPENING_BRACE = 123;
const LOWERCASE_E = 101;
const LOWERCASE_I = 105;

/** A run of whole lines that only the generator reads. */
export interface MarkupLines {
  readonly firstLine: number;
  readonly lastLine: number;
  readonly kind: 'directive' | 'flow' | 'hidden';
  /** UTF-16 offset in the last line at which it ends; the rest of the line is text. */
  readonly end: number;
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
  private readonly directives = new OpenDirectives();
  private lineStart = 0;

  constructor(
    text: string,
    private readonly dialect: Dialect,
  ) {
    super(text, {
      hasIndentedCode: dialect.hasIndentedCode,
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
    const { open, openFirstLine: firstLine, openEnd: end } = this;
    this.openEnd = 0;
    if ('info' in open) this.fences.push({ firstLine, lastLine, closed: true, info: open.info });
    else this.markupLines.push({ firstLine, lastLine, kind: open.markup, end });
  }

  protected override startLeaf(line: number, depth: number, inParagraph: boolean): number {
    const { dialect } = this;
    const at = this.cursor.content();
    const first = this.text.charCodeAt(at);
    if (dialect.directives !== undefined && startsDirective(dialect.directives, first)) {
      const leaf = this.startDirective(line, depth, at);
      if (leaf !== undefined) return leaf;
    }
    const commentEnd = commentLinesEnd(dialect, this.text, at, this.vainReads);
    if (commentEnd !== undefined) return this.startMarkup(line, 'hidden', commentEnd);
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

  protected override interruptsHtml(): boolean {
    const form = this.dialect.directives;
    if (this.directives.isEmpty || form === undefined) return false;
    const tag = directiveTag(this.text, this.cursor.content(), this.cursor.end, form);
    return tag?.kind === 'close' && this.directives.hasPartner(tag.fence);
  }

  /** Tags are replaced before markdown is read: an underline below nothing else is a rule. Vue reads its braces after it. */
  protected override isUnderlinedHeading(text: string): boolean {
    const { name, template } = this.dialect;
    // Pages of no known generator may be those of any tool with such tags, as of Eleventy.
    const language = name === 'markdown' ? 'liquid' : template;
    return language === undefined || language === 'vue' || !areTagsOnly(language, text);
  }

  /** What a directive starts on the line; `undefined` where there is none. */
  private startDirective(line: number, depth: number, at: number): number | undefined {
    const form = this.dialect.directives!;
    this.directives.truncate(depth);
    if (form === 'fences') return this.startFenceDirective(line, depth, at);
    const tag = directiveTag(this.text, at, this.cursor.end, form);
    if (tag === undefined) return undefined;
    if (form === 'components') {
      if (tag.kind === 'alone' && this.directives.isEmpty) return undefined;
      if (tag.kind === 'open') this.directives.add(tag, depth);
      else if (tag.kind === 'close') this.directives.close(tag);
    }
    return this.startMarkup(line, 'directive', tag.end);
  }

  /** A fence without a name closes a directive, and is the fence of code where none is open. */
  private startFenceDirective(line: number, depth: number, at: number): number | undefined {
    const tag = fenceDirective(this.text, at, this.cursor.end);
    if (tag === undefined) return undefined;
    const isContainer = tag.fence.startsWith(':');
    if (tag.kind === 'close') {
      const isPaired = this.directives.close(tag);
      return isPaired || isContainer ? this.startMarkup(line, 'directive', tag.end) : undefined;
    }
    if (tag.content === 'code') {
      if (!isContainer) return undefined;
      return this.startFence(line, depth, at, COLON) ? LeafMark.FencedCode : undefined;
    }
    return tag.content === 'text' ? this.startText(line, depth, tag) : this.startNothing(line, tag);
  }

  private startText(line: number, depth: number, tag: FenceDirective): number {
    this.directives.add(tag, depth);
    return this.startMarkup(line, 'directive', tag.end);
  }

  /** Takes a directive of which readers see nothing, up to the fence that closes it. */
  private startNothing(line: number, { fence }: FenceDirective): number | undefined {
    const end = closingFenceEnd(this.text, this.cursor.end, fence, this.vainReads);
    return end === -1 ? undefined : this.startMarkup(line, 'hidden', end);
  }

  private find(end: typeof flowEnd, at: number): number {
    return end(this.text, at, this.vainReads.lookaheadEnd(at, this.text.length), this.vainReads);
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
