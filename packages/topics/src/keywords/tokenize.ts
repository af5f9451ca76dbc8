import { LineKind, scanLines } from '@topicmill/text/markdown';
import { CharClass, charClassOf } from './char-class.js';
import { MarkupSkipper } from './skip-markup.js';
import { type HeadingParts, Join, packPart, type TokenStream } from './token-stream.js';
import type { Vocabulary } from './vocabulary.js';

/** Longer runs of letters are data (hashes, encoded files), not words. In UTF-16 units. */
const MAX_WORD_LENGTH = 64;

/**
 * Articles, pronouns and conjunctions of French, Italian and Catalan that lose their last vowel before another one: `l'été` is
 * about `été`. Lower case, without the apostrophe.
 */
const ELIDED_WORDS = new Set(
  `l d j m n s t c qu jusqu lorsqu puisqu quoiqu presqu quelqu dell all dall nell sull coll un quest quell gl bell sant tutt
dov com cos`.split(/\s+/),
);
const MAX_ELIDED_LENGTH = 7;
/** Shorter ones are rests of other words, as in `s't` and `d'a`. In UTF-16 units. */
const MIN_AFTER_ELISION = 3;

const CAPITALS = /^[A-Z]{2,}$/;
/** A further word in capitals, after a space. */
const CAPITALS_NEXT = /[ \t\n]+[A-Z]{2,}(?![\p{L}\p{N}])/uy;

const ITEM_START = /[ \t]*(?:[-+*][ \t]|\d{1,9}[.)][ \t]|[|>])/y;
const NO_JOIN = -1;
const HASH = 35;
const PLUS = 43;
const SLASH = 47;
const COLON = 58;
const UNDERSCORE = 95;

/**
 * Cuts a markdown text into words. Fenced and inline code, tags, entities and addresses are left out; headings, lists
 * and tables are text. Time is linear in the length of the text.
 *
 * A word is a run of letters, digits and marks, with single apostrophes and underscores inside (`don't`,
 * `snake_case`), but for what an elision leaves of an article (`l'été` is `été`), and `#` or `++` after a single letter
 * (`c#`, `c++`); a slash between single letters belongs to it (`i/o`). A word in capitals next to another one is written loud,
 * and is not a name. Han characters are a part each; runs of katakana are words; hiragana, mostly grammar, parts words as
 * punctuation does. Of scripts that write no spaces, such as Thai, a run between spaces is one word.
 *
 * @param bodyOffset UTF-16 offset at which the text starts: after front matter, if any
 */
export function tokenize(text: string, vocabulary: Vocabulary, bodyOffset = 0): TokenStream {
  const scan = scanLines(text, bodyOffset);
  const tokenizer = new Tokenizer(text, vocabulary);
  const headings: HeadingParts[] = [];
  let headingIndex = 0;
  for (let line = 0; line < scan.lineCount; ) {
    const kind = scan.kinds[line];
    if (kind === LineKind.Heading) {
      const heading = scan.headings[headingIndex++]!;
      const start = tokenizer.parts.length;
      line = heading.line + heading.lineCount;
      tokenizer.readBlock(scan.starts[heading.line]!, scan.starts[line]!);
      headings.push({ level: heading.level, start, end: tokenizer.parts.length });
    } else if (kind === LineKind.Text) {
      const start = scan.starts[line]!;
      do line++;
      while (line < scan.lineCount && scan.kinds[line] === LineKind.Text && !startsItem(text, scan.starts[line]!));
      tokenizer.readBlock(start, scan.starts[line]!);
    } else line++;
  }
  return { parts: tokenizer.parts, headings };
}

class Tokenizer {
  readonly parts: number[] = [];
  private readonly markup: MarkupSkipper;
  private at = 0;
  private end = 0;
  /** What is between the last part and the current position. */
  private join: number = Join.Break;
  private isAfterCapitals = false;
  /** In a text of several words without small letters, capitals tell nothing. */
  private readonly mayHaveNames: boolean;

  constructor(
    private readonly text: string,
    private readonly vocabulary: Vocabulary,
  ) {
    this.markup = new MarkupSkipper(text);
    this.mayHaveNames = /\p{Ll}|^\S+$/u.test(text);
  }

  readBlock(startOffset: number, endOffset: number): void {
    this.at = Math.max(startOffset, this.at);
    this.end = endOffset;
    this.join = Join.Break;
    this.markup.enterBlock(endOffset);
    while (this.at < endOffset) this.readCharacter();
  }

  private readCharacter(): void {
    const character = this.classAt(this.at);
    switch (character) {
      case CharClass.Word:
        this.readWord();
        break;
      case CharClass.Han:
      case CharClass.Katakana:
        this.readIdeograms(character);
        break;
      case CharClass.Space:
        if (this.join === NO_JOIN) this.join = Join.Space;
        this.at++;
        break;
      case CharClass.Emphasis:
        this.at++;
        if (this.join === NO_JOIN && this.startsOtherWord()) this.join = Join.Space;
        break;
      case CharClass.Hyphen:
      case CharClass.Dot:
        this.readJoiner(character === CharClass.Hyphen ? Join.Hyphen : Join.Dot);
        break;
      case CharClass.Markup:
        this.join = Join.Break;
        this.at = this.markup.skip(this.at);
        break;
      default:
        this.join = Join.Break;
        this.at += this.widthAt(this.at);
    }
  }

  /** Whether a word starts here that would be one with the word before it if only written characters counted. */
  private startsOtherWord(): boolean {
    const next = this.at < this.end ? this.classAt(this.at) : CharClass.Break;
    return next === CharClass.Word || next === CharClass.Katakana;
  }

  /** A hyphen or dot joins only when it touches a word on either side. */
  private readJoiner(join: number): void {
    const touchesBefore = this.join === NO_JOIN;
    this.at++;
    this.join = touchesBefore && this.at < this.end && isPartStart(this.classAt(this.at)) ? join : Join.Break;
  }

  private readWord(): void {
    let start = this.at;
    let at = start;
    for (;;) {
      const character = at < this.end ? this.classAt(at) : CharClass.Break;
      if (character === CharClass.Word || character === CharClass.Mark) at += this.widthAt(at);
      else if (!this.joinsLetters(character, at)) break;
      else if (character === CharClass.Apostrophe && this.isElision(start, at)) {
        start = ++at;
        this.join = Join.Break;
      } else at++;
    }
    at = this.endOfShortWord(start, at);
    if (this.text.charCodeAt(at) === COLON && this.text.startsWith('://', at)) {
      this.join = Join.Break;
      this.at = this.markup.skipAddress(start);
    } else this.push(start, at);
  }

  private joinsLetters(character: number, at: number): boolean {
    const mayJoin =
      character === CharClass.Apostrophe ||
      (character === CharClass.Emphasis && this.text.charCodeAt(at) === UNDERSCORE);
    return mayJoin && at + 1 < this.end && this.classAt(at + 1) === CharClass.Word;
  }

  private isElision(start: number, apostrophe: number): boolean {
    if (apostrophe - start > MAX_ELIDED_LENGTH || !ELIDED_WORDS.has(this.text.slice(start, apostrophe).toLowerCase()))
      return false;
    let after = apostrophe + 1;
    while (after - apostrophe <= MIN_AFTER_ELISION && this.isWordAt(after)) after++;
    return after - apostrophe > MIN_AFTER_ELISION;
  }

  /** Takes in what may follow a single letter: `c#`, `c++`, `i/o`. */
  private endOfShortWord(start: number, end: number): number {
    if (end !== start + 1) return end;
    const next = this.text.charCodeAt(end);
    if (next === HASH && !this.isWordAt(end + 1)) return end + 1;
    if (next === PLUS && this.text.charCodeAt(end + 1) === PLUS && !this.isWordAt(end + 2)) return end + 2;
    if (next === SLASH && this.isWordAt(end + 1) && !this.isWordAt(end + 2)) return end + 2;
    return end;
  }

  private isWordAt(at: number): boolean {
    return at < this.end && this.classAt(at) === CharClass.Word;
  }

  private readIdeograms(character: number): void {
    const start = this.at;
    let at = start + this.widthAt(start);
    for (; at < this.end; at += this.widthAt(at)) {
      const next = this.classAt(at);
      if (next !== CharClass.Mark && (next !== character || character === CharClass.Han)) break;
    }
    this.push(start, at);
  }

  private push(start: number, end: number): void {
    this.at = end;
    if (end - start > MAX_WORD_LENGTH) {
      this.join = Join.Break;
      return;
    }
    const join = this.join === NO_JOIN ? Join.Adjacent : this.join;
    this.parts.push(packPart(this.vocabulary.idOf(this.spellingOf(start, end, join)), join));
    this.join = NO_JOIN;
  }

  /** A word as it is written; in lower case if it is one of several in capitals. */
  private spellingOf(start: number, end: number, join: number): string {
    const spelling = this.text.slice(start, end);
    const isAfterCapitals = this.isAfterCapitals && join !== Join.Break;
    this.isAfterCapitals = CAPITALS.test(spelling);
    if (!this.isAfterCapitals) return spelling;
    CAPITALS_NEXT.lastIndex = end;
    const isName = this.mayHaveNames && !isAfterCapitals && !CAPITALS_NEXT.test(this.text);
    return isName ? spelling : spelling.toLowerCase();
  }

  private classAt(at: number): number {
    const code = this.text.charCodeAt(at);
    return charClassOf(code < 0xd800 || code > 0xdbff ? code : this.text.codePointAt(at)!);
  }

  private widthAt(at: number): number {
    const code = this.text.charCodeAt(at);
    return code < 0xd800 || code > 0xdbff || this.text.codePointAt(at)! <= 0xffff ? 1 : 2;
  }
}

/** Whether a list item, a quoted line or a row of a table starts here: no phrase and no code span reaches into it. */
function startsItem(text: string, lineOffset: number): boolean {
  ITEM_START.lastIndex = lineOffset;
  return ITEM_START.test(text);
}

function isPartStart(character: number): boolean {
  return character === CharClass.Word || character === CharClass.Han || character === CharClass.Katakana;
}
