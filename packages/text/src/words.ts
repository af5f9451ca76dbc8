/** A word: a run of letters, digits and marks. */
export const WORD = /[\p{L}\p{N}\p{M}]+/gu;

/** The same with the signs of `C#`, `F#` and `C++`, which belong to what people quote and mark. */
export const WORD_WITH_SIGNS = /[\p{L}\p{N}\p{M}]+(?:#|\+\+)?/gu;

/** The same with these signs after a single ASCII letter alone: `notes#` is `notes`, as search terms have it. */
export const WORD_OR_LANGUAGE = /(?<![\p{L}\p{N}\p{M}])[A-Za-z](?:#|\+\+)(?![\p{L}\p{N}])|[\p{L}\p{N}\p{M}]+/gu;

/**
 * A run of a script without spaces between words, and of Korean, which joins particles to words: its terms are pairs of
 * neighbouring characters, as Lucene's CJK analyzer has them.
 */
export const UNSPACED =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/u;

const UNSPACED_PIECES = new RegExp(`(${UNSPACED.source})`, 'u');
const WORD_PART = /\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|\p{N}+/gu;

/** The pieces of a word: those at odd places are unspaced runs; those at even places are not, and may be empty. */
export function splitAtUnspaced(word: string): string[] {
  return word.split(UNSPACED_PIECES);
}

/** The parts of a compound such as `JsonSerializer` or `utf16`, lower-case, without single characters; else none. */
export function compoundParts(word: string): string[] {
  const parts = word.match(WORD_PART) ?? [];
  return parts.length < 2 ? [] : parts.filter((part) => part.length > 1).map((part) => part.toLowerCase());
}

/** Each two neighbouring characters of a run, or its only one. */
export function characterPairs(run: string): string[] {
  const characters = Array.from(run);
  if (characters.length === 1) return characters;
  return characters.slice(1).map((character, at) => `${characters[at]}${character}`);
}

/** Of the other words of other letters than a–z, and of shorter ones, nothing goes. In UTF-16 units. */
const MIN_LENGTH = 4;

/**
 * Light stemming of English: plural, `-ing`, `-ed` (of `-ied` a `y` stays) and a final `e` go, so that `serializes`,
 * `serialized` and `serializing` are one term, while `serializer` and `serialization` stay apart. On technical text this
 * distinguishes subjects better than Porter's stemmer, which makes one term of all five. Of Arabic words the article goes.
 *
 * @param word lower case
 * @returns a key, not a word: `serializ`
 */
export function stemWord(word: string): string {
  if (!hasStem(word)) return withoutArticle(word);
  const singular = singularForm(word);
  return withoutFinalE(verbFromIed(singular) ?? withoutVerbEnding(singular));
}

/** With the particles that may come before it; two letters at least are left. */
const ARABIC_ARTICLE = /^[وف]?(?:[بك]?ال|لل)(?=\p{Script=Arabic}{2})/u;

/** An Arabic word without its article, which is written together with it: `البحث` and `بحث` are one term; others as they are. */
export function withoutArticle(word: string): string {
  return word.replace(ARABIC_ARTICLE, '');
}

function hasStem(word: string): boolean {
  return word.length >= MIN_LENGTH && /^[a-z]+$/.test(word);
}

function singularForm(word: string): string {
  if (!word.endsWith('s') || /(?:ss|us|is)$/.test(word)) return word;
  if (word.length > MIN_LENGTH && word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  return word.slice(0, /(?:ss|x|ch|sh|z)es$/.test(word) ? -2 : -1);
}

function verbFromIed(word: string): string | undefined {
  return word.length > MIN_LENGTH && word.endsWith('ied') ? `${word.slice(0, -3)}y` : undefined;
}

function withoutVerbEnding(word: string): string {
  const ending = word.endsWith('ing') ? 3 : word.endsWith('ed') ? 2 : 0;
  if (ending === 0) return word;
  const stem = word.slice(0, -ending);
  if (stem.length < 3 || !/[aeiouy]/.test(stem)) return word;
  return /([bdfgmnprt])\1$/.test(stem) ? stem.slice(0, -1) : stem;
}

function withoutFinalE(stem: string): string {
  return stem.length > MIN_LENGTH && stem.endsWith('e') ? stem.slice(0, -1) : stem;
}

/** A list of this many words, or of words of this many UTF-16 units together, is large. */
const LARGE_WORD_COUNT = 30_000;
const LARGE_LENGTH = 1 << 20;
/**
 * Numbers the words of texts: docs say the same words again and again, and what is known about a word is found by its number
 * in an array.
 */
export class WordNumbers {
  private readonly pattern: RegExp;
  private readonly list: string[] = [];
  private readonly numbers = new Map<string, number>();
  private length = 0;

  /** @param pattern matches words: runs of letters, digits and marks, also with the signs of `C#` and `C++` */
  constructor(pattern: RegExp) {
    this.pattern = new RegExp(pattern.source, 'gu');
  }

  get isLarge(): boolean {
    return this.list.length >= LARGE_WORD_COUNT || this.length >= LARGE_LENGTH;
  }

  wordOf(number: number): string {
    return this.list[number]!;
  }

  /** Forgets all words; their numbers are given again. */
  clear(): void {
    this.list.length = 0;
    this.length = 0;
    this.numbers.clear();
  }

  /**
   * Calls a function with the number of each word of a text, in order. A word that has none gets the next one.
   *
   * @param start UTF-16 offset; no word may lie across it
   * @param end UTF-16 offset at which a word ends in any case
   */
  read(text: string, start: number, end: number, onWord: (number: number) => void): void {
    for (const word of text.slice(start, end).match(this.pattern) ?? []) onWord(this.numberOf(word));
  }

  private numberOf(word: string): number {
    const known = this.numbers.get(word);
    if (known !== undefined) return known;
    const own = copyText(word);
    this.numbers.set(own, this.list.length);
    this.length += own.length;
    return this.list.push(own) - 1;
  }
}

/** A slice of more than twelve units is a view of the text that it was cut from, and would keep all of it in memory. */
function copyText(text: string): string {
  return JSON.parse(JSON.stringify(text)) as string;
}

/** Whether a text is one letter that says nothing: in scripts without spaces and of syllables it may be a word. */
export function isOneLetter(text: string): boolean {
  return /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{N}]$/u.test(text);
}

/** A text in which case, width and form of letters make no difference: compatibility characters are those they stand for. */
export function lowerCase(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}

/** Letters that Unicode does not make of a letter and a mark, and what people write for them who have no key for them. */
const PLAIN_LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ı: 'i',
};
const OTHER_LETTER = new RegExp(`[${Object.keys(PLAIN_LETTERS).join('')}]`, 'g');
const ASCII = /^[\0-\x7f]*$/;
/** In other scripts a mark makes another letter, but for the Russian ё, which is mostly written е. */
const ACCENTED_LETTER = /([\p{Script=Latin}\p{Script=Greek}])[\u0300-\u036f]+|(е)\u0308/gu;

/**
 * A text in which accents make no difference: Latin and Greek letters without their marks.
 *
 * @param text lower case
 */
export function withoutAccents(text: string): string {
  if (ASCII.test(text)) return text;
  return text
    .normalize('NFD')
    .replace(ACCENTED_LETTER, '$1$2')
    .normalize('NFC')
    .replace(OTHER_LETTER, (letter) => PLAIN_LETTERS[letter]!);
}
