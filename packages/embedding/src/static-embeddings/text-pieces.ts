import { hashTerm } from '@topicmill/text/hashes';
import { isMostlyLatin } from '@topicmill/text/scripts';
import { characterPairs, compoundParts, splitAtUnspaced, UNSPACED, WORD, WordNumbers } from '@topicmill/text/words';
import type { PieceRows } from './piece-rows.js';

/** A word of a heading counts as often as this many in the text. */
const HEADING_WEIGHT = 2;
/** Words of more UTF-16 units are names of nothing, and have no pieces. */
const MAX_WORD_LENGTH = 100;
/** What a piece that continues a word begins with in the table. */
export const CONTINUATION = '##';

/** A fence, or the beginning of an ATX heading. */
const LINE_MARK = / {0,3}(?:(`{3,}|~{3,})|#{1,6}[ \t])/y;
const COMPOUND_CANDIDATE = /[a-z0-9][A-Z]|[A-Z]{2}[a-z]|[A-Za-z][0-9]|[0-9][A-Za-z]|[^\0-\x7f]/;
/** Shorter pieces say nothing of what a word means. In UTF-16 units. */
const KNOWN_LENGTH = 3;
const COMBINING_MARKS = /\p{M}/gu;
const NON_ASCII = /[^\0-\x7f]/;
const NO_LATIN_LETTER = /[^\p{Script=Latin}\p{N}]/u;
const SYMBOL = /[^\s\p{L}\p{N}\p{M}]/gu;

/** What a text consists of, for its vector: a row of the table, or a term that the table has no pieces for. */
export interface TextPiece {
  readonly row: number | undefined;
  /** Of the term that has no row; 0 where there is one. */
  readonly hash: number;
  count: number;
}

/**
 * Counts the word pieces of texts. Words are cut into the longest pieces of the table, from the left, in lower case and without
 * accents (WordPiece; Wu et al., "Google's neural machine translation system", 2016); the parts of a name such as
 * `JsonSerializer` one by one. Words of other scripts than the Latin one are terms without a row, pairs of neighbouring
 * characters where no spaces are set. What is found out about a word is cached: texts say the same words again and again.
 */
export class TextPieces {
  private readonly numbers = new WordNumbers(WORD);
  /** By the number of a word. */
  private readonly piecesByWord: (readonly TextPiece[])[] = [];
  private readonly pieces = new Map<string, TextPiece>();
  private counted: readonly TextPiece[] = [];

  constructor(private readonly rows: PieceRows) {}

  /**
   * Counts the pieces of a markdown text. A text without any letter or digit is counted by its symbols, so that only white
   * space has none.
   *
   * @returns each piece once; counts are of this text until another one is counted
   */
  count(text: string): readonly TextPiece[] {
    this.forget();
    const counted: TextPiece[] = [];
    const add = (pieces: readonly TextPiece[], weight: number): void => {
      for (const piece of pieces) {
        if (piece.count === 0) counted.push(piece);
        piece.count += weight;
      }
    };
    const plainText = text.normalize('NFKC');
    countWords(plainText, this.numbers, (word, weight) => add(this.piecesOfNumber(word), weight));
    if (counted.length === 0) for (const symbol of plainText.match(SYMBOL) ?? []) add([this.unlisted(symbol)], 1);
    this.counted = counted;
    return counted;
  }

  /**
   * Whether the table knows something of a text: its letters are mostly Latin, and the beginning of a word is a word of its own, of
   * three letters or more. Any text has pieces, single letters if nothing else, and words of other scripts are only compared as
   * they are, which a search by words does better.
   */
  knowsOf(text: string): boolean {
    const plainText = text.normalize('NFKC');
    if (!isMostlyLatin(plainText)) return false;
    const words: string[] = [];
    countWords(plainText, this.numbers, (word) => words.push(this.numbers.wordOf(word)));
    const isKnown = (part: string): boolean => {
      const plain = withoutAccents(part.toLowerCase());
      const [first = ''] = NO_LATIN_LETTER.test(plain) ? [] : (longestPieces(plain, this.rows) ?? []);
      return first.length >= KNOWN_LENGTH;
    };
    return words.some((word) => [word, ...compoundParts(word)].some(isKnown));
  }

  /** The pieces of one word. */
  piecesOf(word: string): readonly TextPiece[] {
    if (!COMPOUND_CANDIDATE.test(word)) return this.latinPieces(word.toLowerCase());
    if (UNSPACED.test(word)) {
      return splitAtUnspaced(word).flatMap((run, at) => {
        if (at % 2 === 1) return characterPairs(run).map((pair) => this.unlisted(pair));
        return run === '' ? [] : this.piecesOf(run);
      });
    }
    const parts = compoundParts(word);
    return (parts.length > 0 ? parts : [word.toLowerCase()]).flatMap((part) => this.latinPieces(part));
  }

  private forget(): void {
    for (const piece of this.counted) piece.count = 0;
    this.counted = [];
    if (!this.numbers.isLarge) return;
    this.numbers.clear();
    this.piecesByWord.length = 0;
    this.pieces.clear();
  }

  private piecesOfNumber(number: number): readonly TextPiece[] {
    this.piecesByWord[number] ??= this.piecesOf(this.numbers.wordOf(number));
    return this.piecesByWord[number];
  }

  private latinPieces(lowerCased: string): readonly TextPiece[] {
    const word = withoutAccents(lowerCased);
    if (word === '' || NO_LATIN_LETTER.test(word)) return [this.unlisted(lowerCased)];
    const names = word.length > MAX_WORD_LENGTH ? undefined : longestPieces(word, this.rows);
    return names?.map((name) => this.listed(name)) ?? [this.unlisted(word)];
  }

  private listed(name: string): TextPiece {
    return this.cached(name, () => ({ row: this.rows.get(name)!, hash: 0, count: 0 }));
  }

  /** @param term without a row */
  private unlisted(term: string): TextPiece {
    return this.cached(`\n${term}`, () => ({ row: undefined, hash: hashTerm(term), count: 0 }));
  }

  private cached(key: string, make: () => TextPiece): TextPiece {
    const before = this.pieces.get(key);
    if (before !== undefined) return before;
    const piece = make();
    this.pieces.set(key, piece);
    return piece;
  }
}

function withoutAccents(word: string): string {
  return NON_ASCII.test(word) ? word.normalize('NFD').replace(COMBINING_MARKS, '') : word;
}

/** The pieces of a word, the longest first from the left; `undefined` where some part of it is in none. */
function longestPieces(word: string, rows: PieceRows): string[] | undefined {
  const names: string[] = [];
  for (let start = 0; start < word.length; ) {
    let end = word.length;
    const nameOf = (): string => `${start === 0 ? '' : CONTINUATION}${word.slice(start, end)}`;
    while (end > start && !rows.has(nameOf())) end--;
    if (end === start) return undefined;
    names.push(nameOf());
    start = end;
  }
  return names;
}

/**
 * Counts the words of a markdown text; those of ATX headings outside fenced code several times.
 *
 * @param count called for each occurrence, in order, with the number of the word
 */
function countWords(text: string, numbers: WordNumbers, count: (word: number, weight: number) => void): void {
  let fence = '';
  let weight = 1;
  const countOne = (word: number): void => count(word, weight);
  for (let start = 0; start < text.length; ) {
    const lineFeed = text.indexOf('\n', start);
    const end = lineFeed < 0 ? text.length : lineFeed;
    LINE_MARK.lastIndex = start;
    const mark = LINE_MARK.exec(text);
    const marker = mark?.[1]?.charAt(0);
    if (marker !== undefined && (fence === '' || fence === marker)) fence = fence === '' ? marker : '';
    weight = mark !== null && marker === undefined && fence === '' ? HEADING_WEIGHT : 1;
    numbers.read(text, start, end, countOne);
    start = end + 1;
  }
}
