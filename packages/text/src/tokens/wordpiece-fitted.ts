import { CharacterClass, characterClass, characterWidth } from './character-class.js';
import type { TokenCounter } from './token-counter.js';

const DIGITS_PER_PIECE = 3;
const LETTERS_PER_PIECE = 4;

/** Adds up tenths of pieces, so that the sum does not depend on the order. */
class EstimateSink implements WordRunSink {
  tenths = 0;

  letters(_text: string, start: number, end: number): void {
    const length = end - start;
    if (length <= 4) this.tenths += 10;
    else if (length <= 8) this.tenths += 13;
    else this.tenths += 10 * Math.ceil(length / LETTERS_PER_PIECE);
  }

  digits(length: number): void {
    this.tenths += 10 * Math.ceil(length / DIGITS_PER_PIECE);
  }

  punctuation(): void {
    this.tenths += 10;
  }
}

/**
 * Estimates WordPiece by the length of words: up to four letters 1, up to eight 1.3, else a quarter of the length,
 * rounded up; a third of the digits of a number, rounded up; 1 for each other character but white space. The sum is
 * rounded. It counts about a sixth to a fourth too much on English prose (decisions/0012-measurements-that-are-done.md).
 */
export const wordpieceEstimateCounter: TokenCounter = {
  name: 'wordpiece-estimate',
  count(text, start = 0, end = text.length) {
    const sink = new EstimateSink();
    readWordRuns(text, start, end, sink);
    return Math.round(sink.tenths / 10);
  },
};

/**
 * Mean number of pieces of a word by its length in letters, in hundredths; index 0 is unused. `PLAIN` is for
 * words of running text, `JOINED` for those next to the marks of code, paths and addresses.
 */
const PLAIN = [0, 100, 101, 103, 104, 105, 107, 108, 113, 118, 123, 132, 146, 150, 172, 240, 330];
const JOINED = [0, 100, 113, 143, 143, 146, 148, 152, 170, 185, 198, 215, 235, 275, 340];
const DIGITS = [0, 100, 100, 119, 144, 267, 311];
const LONG_PLAIN_PER_LETTER = 21;
const LONG_JOINED_PER_LETTER = 26;
const CAMEL_BASE = 140;
const CAMEL_PER_LETTER = 20;
const LONG_CAMEL_PER_LETTER = 30;
const LONG_NUMBER_PER_DIGIT = 58;
/** Words with letters beyond English: most are of other languages, whose words the vocabulary lacks. */
const ACCENTED_PER_LETTER = 42;
/** Greek, Cyrillic, kana and most others: nearly a piece a character. A Hangul syllable falls into its letters. */
const OTHER_SCRIPT_PER_LETTER = 97;
const HANGUL_PER_LETTER = 190;

const FIRST_OTHER_SCRIPT = 0x370;
const FIRST_HANGUL = 0xac00;
const LAST_HANGUL = 0xd7a3;

/** Marks around words of running text; all others that touch a word are those of code. */
const BEFORE_WORD = charSet(' \t\n\r\f"“‘\'(*_-–—');
const AFTER_WORD = charSet(" \t\n\r\f*_-–—'’");
const AFTER_WORD_IF_LAST = charSet('.,;:!?)"”');
const AFTER_LAST = charSet(' \t\n\r\f*_)"”.,');

class FittedSink implements WordRunSink {
  hundredths = 0;

  constructor(
    private readonly start: number,
    private readonly end: number,
  ) {}

  letters(text: string, start: number, end: number): void {
    this.hundredths += this.isPlain(text, start, end)
      ? piecesOf(text, start, end, PLAIN)
      : piecesOf(text, start, end, JOINED);
  }

  digits(length: number): void {
    this.hundredths += DIGITS[length] ?? length * LONG_NUMBER_PER_DIGIT;
  }

  punctuation(): void {
    this.hundredths += 100;
  }

  /** Whether what touches the word, as far as the text to count goes, is what touches a word of running text. */
  private isPlain(text: string, start: number, end: number): boolean {
    if (start > this.start && !BEFORE_WORD.has(text.charCodeAt(start - 1))) return false;
    if (end >= this.end) return true;
    const after = text.charCodeAt(end);
    if (AFTER_WORD.has(after)) return true;
    return AFTER_WORD_IF_LAST.has(after) && (end + 1 >= this.end || AFTER_LAST.has(text.charCodeAt(end + 1)));
  }
}

/** Pieces of a run of letters, in hundredths. */
function piecesOf(text: string, start: number, end: number, byLength: readonly number[]): number {
  const length = end - start;
  let isAccented = false;
  let isCamel = false;
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at);
    if (code >= FIRST_OTHER_SCRIPT) return otherScriptPieces(text, start, end);
    if (code > 127) isAccented = true;
    else if (at > start && code < 91 && text.charCodeAt(at - 1) > 96) isCamel = true;
  }
  if (isCamel) return Math.max(CAMEL_BASE + CAMEL_PER_LETTER * length, LONG_CAMEL_PER_LETTER * length);
  if (isAccented) return Math.max(100, ACCENTED_PER_LETTER * length);
  return byLength[length] ?? length * (byLength === PLAIN ? LONG_PLAIN_PER_LETTER : LONG_JOINED_PER_LETTER);
}

function otherScriptPieces(text: string, start: number, end: number): number {
  let hundredths = 0;
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at);
    if (code >= FIRST_HANGUL && code <= LAST_HANGUL) hundredths += HANGUL_PER_LETTER;
    else if (code < FIRST_OTHER_SCRIPT) hundredths += ACCENTED_PER_LETTER;
    else hundredths += OTHER_SCRIPT_PER_LETTER;
  }
  return hundredths;
}

function charSet(characters: string): ReadonlySet<number> {
  return new Set([...characters].map((character) => character.charCodeAt(0)));
}

/**
 * Estimates the pieces of uncased BERT's vocabulary by means measured on its tokenizer: by the length of a word, and
 * whether it is in running text or among the punctuation of code, is written in camel case, or is of another script. The
 * sum is rounded.
 */
export const wordpieceFittedCounter: TokenCounter = {
  name: 'wordpiece-fitted',
  count(text, start = 0, end = text.length) {
    const sink = new FittedSink(start, end);
    readWordRuns(text, start, end, sink);
    return Math.round(sink.hundredths / 100);
  },
};

/** Told of the runs that a text falls into as BERT cuts it before it looks for pieces; white space is no run. */
interface WordRunSink {
  /** Letters and marks. Offsets are UTF-16. */
  letters(text: string, start: number, end: number): void;
  digits(length: number): void;
  /** A character that is neither letter, mark nor digit. */
  punctuation(): void;
}

/** Cuts the text between two offsets into runs, in order. */
function readWordRuns(text: string, start: number, end: number, sink: WordRunSink): void {
  let at = start;
  while (at < end) {
    const kind = runKind(text, at, start, end);
    let runEnd = at + characterWidth(text, at, end);
    if (kind >= CharacterClass.Mark || kind === CharacterClass.Number) {
      while (runEnd < end && runKind(text, runEnd, start, end) === kind) runEnd += characterWidth(text, runEnd, end);
    }
    if (kind >= CharacterClass.Mark) sink.letters(text, at, runEnd);
    else if (kind === CharacterClass.Number) sink.digits(runEnd - at);
    else if (kind === CharacterClass.Other) sink.punctuation();
    at = runEnd;
  }
}

/** Marks and all letters are of one kind. */
function runKind(text: string, at: number, start: number, end: number): number {
  return Math.min(characterClass(text, at, start, end), CharacterClass.Mark);
}
