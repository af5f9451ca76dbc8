import type { Block, BlockScan } from '@topicmill/text/markdown';
import { HeadingTexts, titleOfContent } from '../structural/heading-text.js';
import type { BookHeading } from './book-heading.js';
import { isBarePrefix, mayBeChapterTitle, plainHeadingLevel } from './plain-heading-line.js';

/** Longer lines are neither headings nor tell anything by their form. */
const MAX_CONTEXT_LENGTH = 300;
const CLOSING_MARKER = /(?<![ \t])[ \t]+#+$/;
const markedTexts = new HeadingTexts([]);
const OPENING_QUOTE = /^["“«„‘]/u;
const CLOSING_QUOTE = /["”»’][.,]?$/u;

/**
 * Headings of a text without marks, told by their form and by the lines around them: chapter, part, section and
 * appendix lines, numbered lines, capitals, title case, and lines of their own that do not end like a sentence.
 */
export function findPlainHeadings(text: string, scan: BlockScan): BookHeading[] {
  const finder = new PlainHeadingFinder(text, scan);
  for (const block of scan.blocks) finder.read(block);
  return finder.headings;
}

class PlainHeadingFinder {
  readonly headings: BookHeading[] = [];
  private blockBefore: Block | undefined;

  constructor(
    private readonly text: string,
    private readonly scan: BlockScan,
  ) {}

  read(block: Block): void {
    if (mayHoldHeading(block)) {
      const isWhole = block.type !== 'paragraph';
      const lastLine = isWhole ? block.firstLine : block.lastLine;
      for (let line = block.firstLine; line <= lastLine; line++) {
        const behind = this.readLine(line, block);
        if (behind > line + 1) line = behind - 1;
      }
    }
    this.blockBefore = block;
  }

  /** Returns the line after the heading that starts here, or the next line. */
  private readLine(line: number, block: Block): number {
    if ((this.headings.at(-1)?.endLine ?? 0) > line) return line + 1;
    const isMarked = block.type === 'heading';
    const text = isMarked ? titleOfContent(markedTexts.contentOf(block.heading.text)) : this.line(line);
    const next = isMarked ? block.lastLine + 1 : line + 1;
    const level = plainHeadingLevel(text, this.context(line, next));
    if (level === 0) return line + 1;
    const titleLine = isBarePrefix(text) ? this.contentLine(next, 1) : -1;
    const title = titleLine !== -1 && titleLine <= next + 1 ? this.line(titleLine) : '';
    if (title !== '' && mayBeChapterTitle(title) && this.leadsOn(titleLine)) {
      this.headings.push({ firstLine: line, endLine: titleLine + 1, level, text: joinTitle(text, title) });
      return titleLine + 1;
    }
    this.headings.push({ firstLine: line, endLine: next, level, text: text.replace(CLOSING_MARKER, '') });
    return next;
  }

  private context(line: number, next: number) {
    const before = this.contentLine(line - 1, -1);
    const after = this.contentLine(next, 1);
    const isHeadingBefore = before === -1 || (this.headings.at(-1)?.endLine ?? 0) === before + 1;
    return {
      isBlankBefore: before !== line - 1 || before === -1,
      isBlankAfter: after !== next,
      lineBefore: before === -1 ? '' : this.line(before),
      lineAfter: after === -1 ? '' : this.line(after),
      isHeadingBefore: isHeadingBefore || this.isOtherThanText(line),
      isQuotationBefore: this.isQuotationBefore(line),
    };
  }

  /** Whether the line starts a block after one that is not running text: a list, a table, code. */
  private isOtherThanText(line: number): boolean {
    const { blockBefore } = this;
    return blockBefore !== undefined && blockBefore.lastLine < line && blockBefore.type !== 'paragraph';
  }

  private isQuotationBefore(line: number): boolean {
    const { blockBefore, text } = this;
    if (blockBefore === undefined || blockBefore.lastLine >= line) return false;
    if (blockBefore.type === 'blockquote') return true;
    const { startOffset, endOffset } = blockBefore;
    return (
      OPENING_QUOTE.test(text.slice(startOffset, endOffset).slice(0, MAX_CONTEXT_LENGTH).trimStart()) &&
      CLOSING_QUOTE.test(text.slice(Math.max(startOffset, endOffset - MAX_CONTEXT_LENGTH), endOffset).trimEnd())
    );
  }

  /** A title below `Chapter 3` is followed by text, by another heading at least. */
  private leadsOn(titleLine: number): boolean {
    return this.contentLine(titleLine + 1, 1) !== -1;
  }

  /** The line, or its beginning when it is too long to be a heading. */
  private line(line: number): string {
    const start = this.scan.starts[line]!;
    const end = this.scan.starts[line + 1]!;
    if (end - start <= MAX_CONTEXT_LENGTH) return this.text.slice(start, end).trim();
    const half = MAX_CONTEXT_LENGTH / 2;
    return `${this.text.slice(start, start + half)} ${this.text.slice(end - half, end)}`.trim();
  }

  /** Nearest line from `line` on, in a direction, that is not blank; -1 without one. Looks no further than some lines. */
  private contentLine(line: number, step: 1 | -1): number {
    for (let at = line, looked = 0; at >= 0 && at < this.scan.lineCount && looked < MAX_BLANK_LINES; at += step) {
      if (this.scan.starts[at + 1]! - this.scan.starts[at]! > MAX_CONTEXT_LENGTH || this.line(at) !== '') return at;
      looked++;
    }
    return -1;
  }
}

/** Blank lines over which a heading still belongs to what follows. */
const MAX_BLANK_LINES = 40;

function mayHoldHeading(block: Block): boolean {
  if (block.type === 'list') return block.itemLines.length === 1;
  if (block.type === 'code') return !block.isFenced && block.firstLine === block.lastLine;
  return block.type === 'paragraph' || block.type === 'heading' || block.type === 'footnoteDefinition';
}

function joinTitle(prefix: string, title: string): string {
  return `${prefix.replace(/[.:–—-]$/u, '')}: ${title}`;
}
