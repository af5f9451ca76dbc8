/** A pattern, and what every text that it matches contains. */
export interface Phrase {
  readonly pattern: RegExp;
  /** Beginnings of words in lowercase with spaces between them, one of which is there; none where only `also` is known. */
  readonly word?: string;
  /** Patterns that match, too. They are tried on texts that have the word. */
  readonly also?: readonly RegExp[];
}

interface WordStart {
  readonly written: string;
  /** Indexes of the phrases that need it. */
  readonly phrases: readonly number[];
}

/** A text, and the words in it that phrases need, in the order of the text. */
interface TextWords {
  readonly text: string;
  /** UTF-16 offsets. */
  readonly places: readonly number[];
  readonly words: readonly WordStart[];
}

const FIRST_LETTER = 0x61;
const LETTER_COUNT = 26;
const KEY_BITS = 5;
const KEY_MASK = (1 << KEY_BITS) - 1;
/** The only letter beyond ASCII that patterns of Unicode take for one of ASCII and that has no such lowercase. */
const LONG_S = '\u017f';
const NONE: readonly RegExp[] = [];

/**
 * Knows from the words of a text which phrases it can contain. Few texts contain the words of any, and looking for
 * words takes a small part of the time that the patterns take.
 */
export class PhraseWords {
  readonly #patterns: readonly RegExp[];
  readonly #phrases: readonly Phrase[];
  readonly #wordless: readonly number[];
  /** By the first letter and the last bits of the second and third character. */
  readonly #starts: readonly (readonly WordStart[] | undefined)[];

  constructor(phrases: readonly Phrase[]) {
    this.#phrases = phrases;
    this.#patterns = phrases.map(({ pattern }) => pattern);
    this.#wordless = [...phrases.keys()].filter((at) => phrases[at]!.word === undefined);
    this.#starts = startsOf(phrases);
  }

  /** Whether a text has any word that a phrase needs. */
  hasWords(text: string): boolean {
    return this.#findWords(text).places.length > 0;
  }

  /**
   * Reads the words of a text.
   *
   * @param versions the text as it is written and as it may be meant, all of one length
   * @returns the patterns that may match the part between two UTF-16 offsets of some version, in their order
   */
  read(versions: readonly string[]): (start: number, end: number) => readonly RegExp[] {
    if (versions[0]!.includes(LONG_S)) return () => this.#patterns;
    const read = versions.map((text) => this.#findWords(text));
    const wordless = this.#wordlessOf(versions);
    return (start, end) => {
      const phrases = new Set(wordless);
      for (const { places, words } of read) {
        for (let at = firstAtOrAfter(places, start); at < places.length && places[at]! < end; at++) {
          for (const phrase of words[at]!.phrases) phrases.add(phrase);
        }
      }
      if (phrases.size === 0) return NONE;
      const parts = versions.map((text) => text.slice(start, end));
      return this.#patterns.filter((_, at) => phrases.has(at) && this.#hasAll(at, parts));
    };
  }

  /** Phrases without a word that some version of a whole text may contain. Many need the same pattern, which is tried once. */
  #wordlessOf(versions: readonly string[]): readonly number[] {
    const isThere = new Map<RegExp, boolean>();
    const matchesSome = (pattern: RegExp): boolean => {
      const known = isThere.get(pattern) ?? versions.some((text) => pattern.test(text));
      isThere.set(pattern, known);
      return known;
    };
    return this.#wordless.filter((at) => (this.#phrases[at]!.also ?? NONE).every(matchesSome));
  }

  #hasAll(phrase: number, versions: readonly string[]): boolean {
    const { also = NONE } = this.#phrases[phrase]!;
    return also.every((pattern) => versions.some((text) => pattern.test(text)));
  }

  #findWords(text: string): TextWords {
    const lowercase = lowercaseOf(text);
    const places: number[] = [];
    const words: WordStart[] = [];
    let isInWord = false;
    for (let at = 0; at < lowercase.length; at++) {
      const letter = lowercase.charCodeAt(at) - FIRST_LETTER;
      if (letter < 0 || letter >= LETTER_COUNT) {
        isInWord = false;
        continue;
      }
      if (isInWord) continue;
      isInWord = true;
      const starts = this.#starts[keyOf(letter, lowercase.charCodeAt(at + 1), lowercase.charCodeAt(at + 2))];
      if (starts === undefined) continue;
      for (const word of starts) {
        if (!lowercase.startsWith(word.written, at)) continue;
        places.push(at);
        words.push(word);
      }
    }
    return { text, places, words };
  }
}

function keyOf(letter: number, secondCode: number, thirdCode: number): number {
  return (((letter << KEY_BITS) | (secondCode & KEY_MASK)) << KEY_BITS) | (thirdCode & KEY_MASK);
}

/** The keys of the words that begin as one does; one of two letters may go on with any character. */
function keysOf(written: string): number[] {
  const letter = written.charCodeAt(0) - FIRST_LETTER;
  const thirds =
    written.length > 2 ? [written.charCodeAt(2)] : Array.from({ length: 1 << KEY_BITS }, (_, bits) => bits);
  return thirds.map((third) => keyOf(letter, written.charCodeAt(1), third));
}

/** In lowercase, of the same length: one capital letter becomes two characters. */
function lowercaseOf(text: string): string {
  const lowercase = text.toLowerCase();
  return lowercase.length === text.length ? lowercase : text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** Index of the first number of an ascending list that is not below a limit. */
function firstAtOrAfter(ascending: readonly number[], limit: number): number {
  let [low, high] = [0, ascending.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ascending[middle]! < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

function startsOf(phrases: readonly Phrase[]): (WordStart[] | undefined)[] {
  const phrasesOf = new Map<string, number[]>();
  for (const [at, { word }] of phrases.entries()) {
    for (const written of word?.split(' ') ?? []) phrasesOf.set(written, [...(phrasesOf.get(written) ?? []), at]);
  }
  const starts: (WordStart[] | undefined)[] = new Array(LETTER_COUNT << (2 * KEY_BITS)).fill(undefined);
  for (const [written, phrasesOfIt] of phrasesOf) {
    for (const key of keysOf(written)) starts[key] = [...(starts[key] ?? []), { written, phrases: phrasesOfIt }];
  }
  return starts;
}
