import { isCallout, isDateLine, SMALL_WORDS } from './heading-words.js';

/** What is around a line that may be a heading. */
export interface LineContext {
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

const PREFIXED =
  /^(part|chapter|section|appendix)\s+(?:\d{1,3}(?:\.\d{1,3})*|[ivxlc]{1,7}|[a-z]|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty)(?![\w'’-])\s?([.:–—-]?)\s*(.*)$/iu;
const NUMBERED = /^(\d{1,3}(?:\.\d{1,3}){0,5})([.)]?)\s+(\S.*)$/u;
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
export function plainHeadingLevel(line: string, context: LineContext): number {
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
export function isBarePrefix(line: string): boolean {
  return PREFIXED.exec(line)?.[3] === '';
}

/** Whether a trimmed line below `Chapter 3` may be its title. */
export function mayBeChapterTitle(line: string): boolean {
  const words = line.split(/\s+/u);
  const isShort = line.length <= MAX_LENGTH && words.length <= MAX_WORDS;
  if (!isShort || CODE.test(line) || NOT_A_TITLE_START.test(line) || isCallout(line)) return false;
  return isCapitals(line) || (hasTitleWords(words) && !SENTENCE_END.test(line) && !OPEN_END.test(line));
}

function prefixedLevel(line: string, context: LineContext): number {
  const found = PREFIXED.exec(line);
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
  const found = NUMBERED.exec(line);
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
  if (NUMBERED.test(context.lineAfter) || NUMBERED.test(context.lineBefore) || !context.isBlankBefore) return false;
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
