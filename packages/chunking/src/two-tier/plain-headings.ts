import type { Block, BlockScan } from '@topicmill/text/markdown';
import { HeadingTexts, titleOfContent } from '../structural/heading-text.js';

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
  /** Lines of numerals that count chapters. */
  private readonly numerals: ReadonlySet<number>;

  constructor(
    private readonly text: string,
    private readonly scan: BlockScan,
  ) {
    this.numerals = chapterNumerals(text, scan);
  }

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
    const text = isMarked ? titleOfContent(markedTexts.headingContent(block.heading.text)) : this.line(line);
    const next = isMarked ? block.lastLine + 1 : line + 1;
    const isNumeral = this.numerals.has(line);
    const level = isNumeral ? LEVELS.chapter : plainHeadingLevel(text, this.context(line, next));
    if (level === 0) return line + 1;
    const titleLine = isNumeral || isBarePrefix(text) ? this.contentLine(next, 1) : -1;
    const mayBeTitle = titleLine !== -1 && titleLine <= next + 1 && !this.numerals.has(titleLine);
    const title = mayBeTitle ? this.line(titleLine) : '';
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

/** Ways to number chapters on a line of their own. Sections that are counted so are longer on average than items and rows. */
const NUMERALS = [
  { form: /^([IVXLC]{1,7})\.?$/, numeral: romanNumeral, minLength: 1_000 },
  // Bare numbers may be those of pages, which are shorter.
  { form: /^(\d{1,3})$/, numeral: String, minLength: 5_000 },
] as const;

/** Lines with nothing but a numeral that count from one, one by one, in each part of a book anew. */
function chapterNumerals(text: string, scan: BlockScan): Set<number> {
  return new Set(NUMERALS.flatMap((way) => countedLines(text, scan, way)));
}

function countedLines(
  text: string,
  scan: BlockScan,
  { form, numeral, minLength }: (typeof NUMERALS)[number],
): number[] {
  const counted: { readonly line: number; readonly start: number }[] = [];
  let value = 0;
  for (const { type, firstLine, lastLine, startOffset, endOffset } of scan.blocks) {
    if (type !== 'paragraph' || firstLine !== lastLine || endOffset - startOffset > 12) continue;
    const [, written] = form.exec(text.slice(startOffset, endOffset).trim()) ?? [];
    if (written !== numeral(1) && written !== numeral(value + 1)) continue;
    value = written === numeral(1) ? 1 : value + 1;
    counted.push({ line: firstLine, start: startOffset });
  }
  const [first, last] = [counted[0], counted.at(-1)];
  if (counted.length < 2 || last!.start - first!.start < minLength * (counted.length - 1)) return [];
  return counted.map(({ line }) => line);
}

const ROMAN_DIGITS = [
  [100, 'C'],
  [90, 'XC'],
  [50, 'L'],
  [40, 'XL'],
  [10, 'X'],
  [9, 'IX'],
  [5, 'V'],
  [4, 'IV'],
  [1, 'I'],
] as const;

function romanNumeral(value: number): string {
  let rest = value;
  return ROMAN_DIGITS.map(([worth, digits]) => {
    const count = Math.floor(rest / worth);
    rest -= count * worth;
    return digits.repeat(count);
  }).join('');
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

/** Words that stay small in a title. */
const SMALL_WORDS: ReadonlySet<string> = new Set(
  'a an and as at be but by for from in into is its nor of on onto or over per than that the to via vs with'.split(' '),
);

const CALLOUT =
  /^(?:note|notes|tip|tips|warning|caution|danger|important|sidebar|hint|remember|callout|box|figure|fig|table|listing|plate|exhibit|example|exercise|definition|theorem|lemma|proof|did you know|try this|try it|key point|key idea|in brief|at a glance|pro tip|aside)(?:$|[.:!?–—-]|\s+[–—-]|\s+[a-z]?\d)/iu;
const DATE =
  /^(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day,?\s+)?(?:\d{1,2}(?:st|nd|rd|th)?\s+)?(?:january|february|march|april|may|june|july|august|september|october|november|december)\s+\d/iu;

/** Whether a trimmed line labels a callout, a sidebar, a figure, a table or a listing. */
function isCallout(line: string): boolean {
  return CALLOUT.test(line);
}

function isDateLine(line: string): boolean {
  return DATE.test(line);
}

/** What is around a line that may be a heading. */
interface LineContext {
  readonly isBlankBefore: boolean;
  readonly isBlankAfter: boolean;
  /** Nearest lines that are not blank, trimmed; empty at the ends of the text. */
  readonly lineBefore: string;
  readonly lineAfter: string;
  /** Whether a heading comes before it, or no text at all. */
  readonly isHeadingBefore: boolean;
  /** Whether the text before the line is one quotation, so that the line may name its author. */
  readonly isQuotationBefore: boolean;
}

/** Levels by the kind of heading; a numbered one has a level for each of its numbers. */
const LEVELS = { part: 1, chapter: 2, appendix: 2, section: 3, capitals: 3, title: 4 } as const;
const MAX_LEVEL = 6;
const MAX_LENGTH = 100;
const MAX_WORDS = 14;
const MIN_TEXT_LENGTH = 40;
const MAX_SHORT_WORDS = 6;

const PREFIXED_HEADING =
  /^(part|chapter|section|appendix)\s+(?:\d{1,3}(?:\.\d{1,3})*|[ivxlc]{1,7}|[a-z]|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty)(?![\w'’-])\s?([.:–—-]?)\s*(.*)$/iu;
const NUMBERED_HEADING = /^(\d{1,3}(?:\.\d{1,3}){0,5})([.)]?)\s+(\S.*)$/u;
const CODE = /[{}<>=;|\\`$@~^]|\w\(|::|\/\/|\w_\w|^[%#]/;
/** Gaps as between the columns of a table. */
const COLUMNS = /\S(?:\t| {3})\s*\S/;
const SENTENCE_END = /[.!?:][)"'”’\]]?$/u;
const OPEN_END = /[,;:–—-]$/u;
const NOT_A_TITLE_START = /^["“”«„'‘’([–—―•*+-]/u;
const ATTRIBUTION = /^(?:[–—―]|--|by\s)/iu;
const SPEAKER = /^[\p{Lu}\s.]{3,}:.*\p{Ll}.*[.!?]$/u;
const QUESTION =
  /^(?:q: ?)?(?:what|why|how|who|whom|whose|when|where|which|is|are|do|does|did|can|could|should|would|will|must|may)\b/iu;
const STARTS_UPPER = /^[\p{Lu}\p{Lt}\p{Lo}\p{N}]/u;

/** Level of the heading that a trimmed line is, as far as its own form and its surroundings tell; 0 when it is not one. */
function plainHeadingLevel(line: string, context: LineContext): number {
  if (line.length < 2 || line.length > MAX_LENGTH) return 0;
  const level = prefixedLevel(line, context) || numberedLevel(line, context);
  if (level > 0) return level;
  if (!context.isBlankBefore || isFalseFriend(line, context)) return 0;
  const words = line.split(/\s+/u);
  if (words.length > MAX_WORDS || !leadsText(line, context)) return 0;
  if (isCapitals(line)) return LEVELS.capitals;
  return isTitleCase(line, words, context) || isUnpunctuated(line, words, context) ? LEVELS.title : 0;
}

/** Whether the line is `Chapter 3` and the like, without a title of its own. */
function isBarePrefix(line: string): boolean {
  return PREFIXED_HEADING.exec(line)?.[3] === '';
}

/** Whether a trimmed line below `Chapter 3` may be its title. */
function mayBeChapterTitle(line: string): boolean {
  const words = line.split(/\s+/u);
  const isShort = line.length <= MAX_LENGTH && words.length <= MAX_WORDS;
  if (!isShort || CODE.test(line) || NOT_A_TITLE_START.test(line) || isCallout(line)) return false;
  return isCapitals(line) || (hasTitleWords(words) && !SENTENCE_END.test(line) && !OPEN_END.test(line));
}

function prefixedLevel(line: string, context: LineContext): number {
  const found = PREFIXED_HEADING.exec(line);
  if (found === null || !isSeparate(context)) return 0;
  const [, kind, mark, title] = found as unknown as [string, string, string, string];
  if (!STARTS_UPPER.test(line)) return 0;
  if (title !== '' && (!startsLikeTitle(title) || isProse(title, mark, context))) return 0;
  return LEVELS[kind.toLowerCase() as 'part' | 'chapter' | 'section' | 'appendix'];
}

/** A sentence that begins with `Section 4` ends in a full stop, or runs on in the next line. */
function isProse(title: string, mark: string, context: LineContext): boolean {
  if (title.endsWith('.') && (mark === '' || !context.isBlankAfter)) return true;
  return mark === '' && !hasTitleWords(title.split(/\s+/u)) && !context.isBlankAfter;
}

function numberedLevel(line: string, context: LineContext): number {
  const found = NUMBERED_HEADING.exec(line);
  if (found === null || !isSeparate(context) || CODE.test(line)) return 0;
  const [, number, , title] = found as unknown as [string, string, string, string];
  const depth = number.split('.').length;
  const words = title.split(/\s+/u);
  if (!startsLikeTitle(title) || words.length > MAX_WORDS || OPEN_END.test(title) || isDateLine(line)) return 0;
  if (SENTENCE_END.test(title) && !(title.endsWith('?') && context.isBlankAfter)) return 0;
  if (depth === 1 && !isLoneNumber(words, context)) return 0;
  return Math.min(depth + 1, MAX_LEVEL);
}

/** `1. Introduction` is a heading; with numbered neighbours it is an item of a list. */
function isLoneNumber(words: readonly string[], context: LineContext): boolean {
  if (NUMBERED_HEADING.test(context.lineAfter) || NUMBERED_HEADING.test(context.lineBefore) || !context.isBlankBefore)
    return false;
  return hasTitleWords(words) || (context.isBlankAfter && context.lineAfter.length >= MIN_TEXT_LENGTH);
}

/** Whether no sentence of the line before can run into the line. */
function isSeparate({ isBlankBefore, lineBefore, isHeadingBefore }: LineContext): boolean {
  return isBlankBefore || isHeadingBefore || SENTENCE_END.test(lineBefore);
}

function startsLikeTitle(title: string): boolean {
  return STARTS_UPPER.test(title.replace(/^["“‘'(]/u, ''));
}

/** Epigraphs and their authors, callouts and captions, dates, code. */
function isFalseFriend(line: string, context: LineContext): boolean {
  return (
    !STARTS_UPPER.test(line) ||
    NOT_A_TITLE_START.test(line) ||
    OPEN_END.test(line) ||
    CODE.test(line) ||
    COLUMNS.test(line) ||
    SPEAKER.test(line) ||
    isCallout(line) ||
    isCallout(context.lineBefore) ||
    isDateLine(line) ||
    context.isQuotationBefore ||
    ATTRIBUTION.test(line) ||
    ATTRIBUTION.test(context.lineAfter)
  );
}

/** Whether something follows that the line can be the heading of. */
function leadsText(line: string, { isBlankAfter, lineAfter }: LineContext): boolean {
  if (lineAfter === '') return false;
  return isBlankAfter || (lineAfter.length >= Math.max(MIN_TEXT_LENGTH, line.length) && STARTS_UPPER.test(lineAfter));
}

function isCapitals(line: string): boolean {
  return /\p{Lu}{3}/u.test(line) && !/\p{Ll}/u.test(line);
}

function isTitleCase(line: string, words: readonly string[], { isBlankAfter }: LineContext): boolean {
  if (!hasTitleWords(words)) return false;
  if (!SENTENCE_END.test(line)) return true;
  return isBlankAfter && words.length >= 3;
}

function hasTitleWords(words: readonly string[]): boolean {
  let count = 0;
  for (const [index, word] of words.entries()) {
    const bare = word.replace(/^[^\p{L}\p{N}]+/u, '');
    if (bare === '' || (index > 0 && SMALL_WORDS.has(bare.toLowerCase()))) continue;
    if (!STARTS_UPPER.test(bare)) return false;
    if (/\p{L}/u.test(bare)) count++;
  }
  return count > 0;
}

/**
 * A line of its own between paragraphs that does not end like a sentence, as these do, unless it asks for what follows.
 * Of three signs two are enough: it is short, running text follows, a sentence or a heading comes before.
 */
function isUnpunctuated(line: string, words: readonly string[], context: LineContext): boolean {
  if (!context.isBlankAfter || words.length < 2) return false;
  if (SENTENCE_END.test(line) && !(line.endsWith('?') && words.length >= 3 && QUESTION.test(line))) return false;
  const isShort = words.length <= MAX_SHORT_WORDS;
  const isBeforeText = context.lineAfter.length >= MIN_TEXT_LENGTH;
  const isAfterText = context.isHeadingBefore || SENTENCE_END.test(context.lineBefore);
  return Number(isShort) + Number(isBeforeText) + Number(isAfterText) >= 2;
}

/** A heading of a book, found by its markup or by its form. */
export interface BookHeading {
  /** 0-based lines of the scan; `endLine` is after the last. */
  readonly firstLine: number;
  readonly endLine: number;
  /** 1 to 6. */
  readonly level: number;
  readonly text: string;
}
