import { oneLine } from '@topicmill/text/white-space';
import { type BookLines, trimmedLine } from './book-lines.js';
import type { DroppedKind } from './book-record-schema.js';

/** A line of page furniture in the output of a converter, and how it was recognised. */
export interface FurnitureLine {
  readonly line: number;
  readonly kind: DroppedKind;
  readonly reason: string;
}

/**
 * Marks that converters write for pages: marker (`{3}----`, ids and pictures of pages), Docling (`<!-- image -->`),
 * PyMuPDF4LLM (`--- end of page=3 ---`), Azure (`<!-- PageNumber="3" -->`), models that read pages (`<page_number>`).
 */
const CONVERTER =
  /^\{\d+\}-{5,}\s*$|<span id="page-\d+-\d+">|_page_\d+_(?:Picture|Figure)_|^<!-- image -->\s*$|^-{3,} ?end of page[ =.]|==> picture \[|^<!-- ?Page(?:Number|Header|Footer|Break)\b|^<page_(?:number|header|footer)>/m;

/** Whether a text has marks that only converters of pages write. */
export function isConverted(text: string): boolean {
  return CONVERTER.test(text);
}

/** A line that is not blank, as it is without markup. */
interface TextualLine {
  readonly line: number;
  readonly written: string;
  readonly plain: string;
  readonly isHeading: boolean;
  /** Whether the lines before and after it are blank. */
  readonly isAlone: boolean;
  readonly start: number;
}

const MAX_LINE_LENGTH = 400;
const FENCE = /^(?:```|~~~)/;

/**
 * Lines of pages as converters to markdown write them: page numbers, running heads and the table of contents, whatever is
 * around their words. What may be text is left: numerals of chapters, headings that recur in several chapters.
 */
export function findPageFurniture(lines: BookLines): FurnitureLine[] {
  const textual = textualLines(lines);
  const found = new Map<number, FurnitureLine>();
  const drop = (furniture: FurnitureLine): void => {
    if (!found.has(furniture.line)) found.set(furniture.line, furniture);
  };
  for (const { line, written, plain, isAlone } of textual) {
    const kind = markedKind(written, isAlone ? plain : '');
    if (kind !== undefined) drop({ line, kind, reason: 'marked as such' });
  }
  for (const line of countedNumbers(textual)) drop({ line, kind: 'page-number', reason: 'a number that counts pages' });
  const others = textual.filter(({ line }) => !found.has(line));
  for (const line of contentsLines(others)) drop({ line, kind: 'contents', reason: 'below a title of contents' });
  const heads = runningHeads(
    textual.filter(({ line }) => found.get(line)?.kind !== 'contents'),
    (line) => found.has(line),
  );
  for (const line of heads) drop({ line, kind: 'running-line', reason: 'recurs with the pages' });
  return [...found.values()];
}

function textualLines(lines: BookLines): TextualLine[] {
  const found: TextualLine[] = [];
  const isBlank = (line: number): boolean => line < 0 || line >= lines.lineCount || trimmedLine(lines, line) === '';
  let isFenced = false;
  for (let line = 0; line < lines.lineCount; line++) {
    const start = lines.starts[line]!;
    const written = trimmedLine(lines, line);
    if (FENCE.test(written)) isFenced = !isFenced;
    if (written === '' || isFenced) continue;
    const isShort = written.length <= MAX_LINE_LENGTH;
    const plain = isShort ? withoutMarkup(written) : '';
    const isAlone = isBlank(line - 1) && isBlank(line + 1);
    found.push({ line, written, plain, isHeading: /^#{1,6}\s/.test(written), isAlone, start });
  }
  return found;
}

/** A line without the marks of headings, quotes and emphasis, and without tags. */
function withoutMarkup(line: string): string {
  const words = line
    .replace(/<\/?[a-z][^<>]{0,200}>/gi, '')
    .replace(/^(?:#{1,6}\s+|>\s*)+/, '')
    .replace(/\s#+$/, '')
    .replace(/\\([!-/:-@[-`{-~])/g, '$1')
    .replace(/[*_`]+/g, '')
    .replace(/\$(\d+)\$/g, '$1');
  return oneLine(words);
}

const PAGE_WORD = String.raw`(?:page|pages|p\.|pp\.|pg\.?|seite|s\.|página|pág\.?|pagina|pag\.?|strona|str\.|strana|sida|side|стр\.?|страница|σελ\.?|sayfa|halaman|trang)`;
const NUMBER = String.raw`(?:\d{1,4}|[ivxlc]{1,7})`;
const OF = String.raw`(?:\s?(?:of|\/|von|de|di|sur|из|van|av|af|z|\|)\s?${NUMBER})`;
const DECORATION = String.raw`[-–—•·|~=\[\](){}«»<>.:\s]*`;
const WORDED_PAGE_NUMBER = new RegExp(
  String.raw`^${DECORATION}${PAGE_WORD}\s?[:#]?\s?${NUMBER}${OF}?${DECORATION}$`,
  'iu',
);
const EAST_ASIAN =
  /^[-–—•·|[\](){}\s]*(?:第?\s?\d{1,4}\s?(?:页|頁|ページ|쪽)|제?\s?\d{1,4}\s?페이지)(?:[\s/,，]*[共全총]\s?\d{1,4}\s?(?:页|頁|ページ|쪽|페이지))?[-–—•·|[\](){}\s]*$/u;
const OF_MANY = new RegExp(
  String.raw`^${DECORATION}\d{1,4}\s?(?:of|von|de|di|sur|из|van)\s?\d{1,4}${DECORATION}$`,
  'iu',
);
const PAGE_MARK =
  /^(?:\{\d+\}-{5,}|-{3,} ?end of page[ =.:]{0,3}\d+ ?-{3,}|<!-- ?(?:page ?(?:number|break)?\b[^>]*|\/page ?)-->|<page_number>.*<\/page_number>|<(?:span|a|div|p) (?:id|name)="page[-_]?\d+(?:-\d+)?">\s*<\/(?:span|a|div|p)>)$/i;
const HEAD_MARK = /^(?:<!-- ?page ?(?:header|footer)\b.*-->|<page_(?:header|footer)>.*<\/page_(?:header|footer)>)$/i;

function markedKind(written: string, plain: string): DroppedKind | undefined {
  if (HEAD_MARK.test(written)) return 'running-line';
  if (PAGE_MARK.test(written)) return 'page-number';
  if (plain.length > 40) return undefined;
  return WORDED_PAGE_NUMBER.test(plain) || EAST_ASIAN.test(plain) || OF_MANY.test(plain) ? 'page-number' : undefined;
}

const NUMERAL = new RegExp(
  String.raw`^${DECORATION}(\d{1,4}|[ivxlc]{1,7}|[IVXLC]{1,7})(?:\s?[/|]\s?\d{1,4})?${DECORATION}$`,
  'u',
);
const MIN_COUNTED_PAGES = 3;
const MAX_STEP = 3;
/** Characters between numbers of pages that follow one another, at least. */
const MIN_PAGE_LENGTH = 80;
/** Chapters are longer than this, pages are shorter. */
const CHAPTER_LENGTH = 5_000;

/** A number alone on a line. */
interface Numeral {
  readonly line: number;
  readonly start: number;
  readonly value: number;
  readonly isHeading: boolean;
}

/** Lines of numbers that count up with the pages. */
function countedNumbers(textual: readonly TextualLine[]): number[] {
  const numerals = textual.flatMap(({ line, plain, isHeading, isAlone, start }) => {
    const written = isAlone ? NUMERAL.exec(plain)?.[1] : undefined;
    return written === undefined ? [] : [{ line, start, isHeading, written, value: parseNumber(written) }];
  });
  const systems = [/^\d/, /^[ivxlc]/, /^[IVXLC]/].map((form) => numerals.filter(({ written }) => form.test(written)));
  return systems
    .flatMap((numbers) => [
      ...longestCounts(numbers.filter(({ value }) => value > 0))
        .filter(countsPages)
        .flat(),
      ...sameNumbers(numbers),
    ])
    .map(({ line }) => line);
}

/** One number again and again, as text recognition reads a page's where it is not sure. */
function sameNumbers(numerals: readonly Numeral[]): readonly Numeral[] {
  const [first] = numerals;
  const same = numerals.filter(({ value }) => value === first!.value);
  return same.length >= MIN_RECURRING && same.length * 2 > numerals.length ? same : [];
}

const ROMAN: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10, l: 50, c: 100 };

function parseNumber(written: string): number {
  if (/\d/.test(written)) return Number(written);
  const digits = [...written.toLowerCase()].map((letter) => ROMAN[letter]!);
  return digits.reduce((sum, digit, at) => sum + (digit < (digits[at + 1] ?? 0) ? -digit : digit), 0);
}

/** Numbers that go on from one another, the longest first; each is in one count only. */
function longestCounts(numerals: readonly Numeral[]): (readonly Numeral[])[] {
  const best = new Map<
    number,
    { readonly numeral: Numeral; readonly length: number; readonly before: Numeral | undefined }
  >();
  const steps = new Map<Numeral, Numeral | undefined>();
  const lengths = new Map<Numeral, number>();
  for (const numeral of numerals) {
    const before = Array.from({ length: MAX_STEP }, (_, at) => best.get(numeral.value - at - 1))
      .filter((each) => each !== undefined && numeral.start - each.numeral.start >= MIN_PAGE_LENGTH)
      .sort((a, b) => b!.length - a!.length)[0];
    const length = (before?.length ?? 0) + 1;
    steps.set(numeral, before?.numeral);
    lengths.set(numeral, length);
    const known = best.get(numeral.value);
    if (known === undefined || known.length <= length) {
      best.set(numeral.value, { numeral, length, before: before?.numeral });
    }
  }
  const taken = new Set<Numeral>();
  const counts: (readonly Numeral[])[] = [];
  for (const last of [...numerals].sort((a, b) => lengths.get(b)! - lengths.get(a)!)) {
    const count: Numeral[] = [];
    for (let at: Numeral | undefined = last; at !== undefined && !taken.has(at); at = steps.get(at)) count.unshift(at);
    if (count.length < MIN_COUNTED_PAGES) continue;
    for (const each of count) taken.add(each);
    counts.push(count);
  }
  return counts;
}

/** Chapters count from one by one, and are long; a heading that counts so may be one, however long it is. */
function countsPages(count: readonly Numeral[]): boolean {
  const [first, last] = [count[0]!, count.at(-1)!];
  const isByOne = last.value - first.value === count.length - 1;
  const mean = (last.start - first.start) / (count.length - 1);
  if (isByOne && first.value === 1) return !count.some(({ isHeading }) => isHeading) && mean < CHAPTER_LENGTH;
  return mean < 2 * CHAPTER_LENGTH;
}

const CONTENTS =
  /^(?:table of )?contents(?: \(continued\))?$|^(?:inhalt|inhaltsverzeichnis|inhaltsübersicht|sommaire|table des matières|índice|indice|índice general|contenido|sommario|sumário|conteúdo|inhoud|inhoudsopgave|indhold|innhold|innehåll|spis treści|obsah|содержание|оглавление|目录|目錄|目次|차례|목차)$/iu;
/** Whether a heading is that of the contents, in some fifteen languages. */
export function isContentsTitle(text: string): boolean {
  return CONTENTS.test(withoutMarkup(text).replace(/:$/, ''));
}

const MIN_ENTRIES = 2;

/** Titles of contents with the entries below them. */
function contentsLines(textual: readonly TextualLine[]): number[] {
  const titles = new Map<string, number>();
  for (const [at, { plain, isHeading }] of textual.entries()) if (isHeading) titles.set(entryKey(plain), at);
  return textual.flatMap((title, at) => {
    if (!isContentsTitle(title.plain)) return [];
    let end = at + 1;
    let surest = 0;
    for (; end < textual.length; end++) {
      const kind = entryKind(textual[end]!, (titles.get(entryKey(textual[end]!.plain)) ?? -1) > end);
      if (kind === undefined) break;
      if (kind === 'sure') surest++;
    }
    const entries = textual.slice(at + 1, end);
    if (surest < MIN_ENTRIES || surest * 2 < entries.filter(({ written }) => !isRuleRow(written)).length) return [];
    return [title, ...entries].map(({ line }) => line);
  });
}

const ENTRY_END = /(?:^|[\s.·…|])(?:\d{1,4}|[ivxlc]{1,6})\s?\|?$/i;

/** @param isTitle whether a heading further down has the same words */
function entryKind({ written, plain, isHeading }: TextualLine, isTitle: boolean): 'sure' | 'possible' | undefined {
  if (plain.length > 200 || plain === '') return isRuleRow(written) ? 'possible' : undefined;
  if (isHeading) return /[.·…]{3}/.test(plain) && ENTRY_END.test(plain) ? 'sure' : undefined;
  const isLink = /^(?:[-*+]\s|\d{1,3}[.)]\s)?\s*(?:[\d.]+\s)?\[[^\]]+\]\([^()\s]*\)[\s.·…\d|]*$/.test(written);
  if (isLink || isTitle || ENTRY_END.test(plain)) return 'sure';
  const isListed = /^(?:[-*+•]|\d{1,3}[.)])\s|^\|.*\|$/.test(written);
  return isListed || isRuleRow(written) ? 'possible' : undefined;
}

function isRuleRow(written: string): boolean {
  return /^\|?[\s|:-]+\|?$/.test(written);
}

const MAX_KEY_LENGTH = 400;

/** What an entry of the contents and a heading have in common. */
function entryKey(plain: string): string {
  return plain
    .slice(0, MAX_KEY_LENGTH)
    .toLowerCase()
    .replace(/\[([^\]]*)\]\([^()]*\)/g, '$1')
    .replace(/[\s.·…|]*(?:\d{1,4}|\b[ivxlc]{1,6})\s?\|?$/, '')
    .replace(/^[-*+•|\s]+/, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

const MIN_RECURRING = 4;
const MAX_HEAD_LENGTH = 100;
const COUNTED_WORD =
  /^(?:chapter|part|section|appendix|book|volume|unit|lesson|lecture|figure|fig|table|exercise|example|step|day|week|scene|act|article|question|problem|note|canto|kapitel|teil|abschnitt|anhang|chapitre|partie|section|annexe|capítulo|parte|sección|capitolo|sezione|hoofdstuk|deel|rozdział|глава|часть)\b/iu;

/** A line that may be a running head: its words, and the number that is with them. */
interface Head {
  readonly line: number;
  readonly key: string;
  readonly number: number | undefined;
  readonly isHeading: boolean;
  /** Whether a page number is next to it. */
  readonly isAtPageEnd: boolean;
  /** Whether the heading in force is the same line. */
  readonly isOfSection: boolean;
}

/** Lines that recur with the pages: with a number that counts up, or the words of the title, the section or the page's end. */
function runningHeads(textual: readonly TextualLine[], isDropped: (line: number) => boolean): number[] {
  const groups = new Map<string, Head[]>();
  let title = '';
  let section = '';
  for (const [at, { line, plain, isHeading, isAlone }] of textual.entries()) {
    if (isDropped(line) || plain.length > MAX_HEAD_LENGTH || !(isAlone || isHeading) || !/\p{L}/u.test(plain)) continue;
    const { words, number } = runningHead(plain);
    const key = words.toLowerCase();
    const isAtPageEnd = [at - 1, at + 1].some((next) => textual[next] !== undefined && isDropped(textual[next].line));
    const group = groups.get(key) ?? [];
    const whole = plain.toLowerCase();
    group.push({ line, key, number, isHeading, isAtPageEnd, isOfSection: whole === section });
    if (key !== '') groups.set(key, group);
    if (isHeading) {
      title ||= key;
      if (key !== title) section = whole;
    }
  }
  const ofSections = [...groups.values()].flat().filter(({ isOfSection }) => isOfSection);
  const running = [...groups.values()].flatMap((heads) => repeatedHeads(heads, title));
  return [...running, ...(ofSections.length < MIN_RECURRING ? [] : ofSections)].map(({ line }) => line);
}

function runningHead(plain: string): { readonly words: string; readonly number: number | undefined } {
  const atEnd = /^(.*?\p{L}.*?)[\s|·•–—-]+(\d{1,4})$/u.exec(plain);
  if (atEnd !== null) return { words: trimmedWords(atEnd[1]!), number: Number(atEnd[2]) };
  const atStart = /^(\d{1,4})[\s|·•–—-]+(.*\p{L}.*)$/u.exec(plain);
  if (atStart !== null) return { words: trimmedWords(atStart[2]!), number: Number(atStart[1]) };
  return { words: trimmedWords(plain), number: undefined };
}

function trimmedWords(text: string): string {
  return text.replace(/^[\s|·•–—-]+|[\s|·•–—-]+$/g, '');
}

function repeatedHeads(heads: readonly Head[], title: string): readonly Head[] {
  const numbered = heads.filter(({ number }) => number !== undefined);
  const isTitle = heads[0]!.key === title;
  const least = isTitle ? 2 : MIN_RECURRING;
  const counted = numbered.length >= least && countsUp(numbered) && !COUNTED_WORD.test(heads[0]!.key) ? numbered : [];
  const bare = heads.filter(({ number }) => number === undefined);
  if (bare.length < MIN_RECURRING) return counted;
  const [first, ...later] = bare;
  const ofTitle = isTitle ? (first!.isHeading ? later : bare) : [];
  const atEnds = bare.filter(({ isAtPageEnd, isHeading }) => isAtPageEnd && !isHeading);
  const isAtEnds = atEnds.length >= MIN_RECURRING && atEnds.length * 5 >= bare.length * 4;
  return [...counted, ...ofTitle, ...(isAtEnds ? atEnds : [])];
}

/** Numbers that rise from head to head; those that count from one by one are numbers of sections. */
function countsUp(heads: readonly Head[]): boolean {
  const numbers = heads.map(({ number }) => number!);
  const rising = numbers.filter((number, at) => at === 0 || number > numbers[at - 1]!).length;
  const isByOne = numbers[0]! <= 1 && numbers.at(-1)! - numbers[0]! === numbers.length - 1;
  return rising >= 0.9 * numbers.length && !isByOne;
}
