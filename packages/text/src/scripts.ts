/** Enough to tell a script, so that a long text costs no more than a short one. In UTF-16 units. */
const SAMPLE_LENGTH = 2000;
/** Share of the letters from which on a script is the text's own: names, code and loanwords are Latin everywhere. */
const MIN_SHARE = 0.3;
/** Japanese is written in kana and Han characters; a few kana also occur in Chinese, as in names. */
const MIN_KANA_SHARE = 0.1;

const LETTER = /\p{L}/gu;
const LATIN_LETTER = /\p{sc=Latin}/gu;
const KANA = /[\p{sc=Hiragana}\p{sc=Katakana}]/gu;
const HAN = /\p{sc=Han}/gu;
/** Scripts that one language is written in, or one of the languages that are segmented alike. */
const LANGUAGES: readonly (readonly [script: RegExp, language: string])[] = [
  [/\p{sc=Greek}/gu, 'ell'],
  [/\p{sc=Hangul}/gu, 'kor'],
  [/\p{sc=Thai}/gu, 'tha'],
  [/\p{sc=Lao}/gu, 'lao'],
  [/\p{sc=Khmer}/gu, 'khm'],
  [/\p{sc=Myanmar}/gu, 'mya'],
];

/**
 * The language of a text whose script is that of one language: Chinese, Greek, Japanese, Khmer, Korean, Lao, Burmese,
 * Thai. A script counts from 30 % of the letters on. Only the first 2,000 UTF-16 units are read.
 *
 * @returns an ISO 639-3 code; `undefined` for scripts that many languages share, such as Latin
 */
export function languageOfScript(text: string): string | undefined {
  const sample = text.slice(0, SAMPLE_LENGTH);
  const letters = countCharacters(sample, LETTER);
  const kana = countCharacters(sample, KANA);
  const kanaAndHan = kana + countCharacters(sample, HAN);
  const isOwn = (found: number) => found > 0 && found >= letters * MIN_SHARE;
  if (isOwn(kanaAndHan)) return kana >= kanaAndHan * MIN_KANA_SHARE ? 'jpn' : 'zho';
  return LANGUAGES.find(([script]) => isOwn(countCharacters(sample, script)))?.[1];
}

/** Whether at least half of a text's letters are Latin, or it has none. */
export function isMostlyLatin(text: string): boolean {
  return 2 * countCharacters(text, LATIN_LETTER) >= countCharacters(text, LETTER);
}

function countCharacters(text: string, characters: RegExp): number {
  return text.match(characters)?.length ?? 0;
}

/** Creating one takes longer than segmenting most texts. */
const segmenters = new Map<string, Intl.Segmenter>();

/**
 * The engine's segmenter for the language of a text, as far as its script tells: Greek ends questions with a semicolon,
 * and some scripts have no spaces between words. English for all other scripts.
 */
export function segmenterFor(text: string, granularity: 'sentence' | 'word'): Intl.Segmenter {
  const language = languageOfScript(text) ?? 'eng';
  const key = `${language} ${granularity}`;
  let segmenter = segmenters.get(key);
  if (segmenter === undefined) {
    segmenter = new Intl.Segmenter(language, { granularity });
    segmenters.set(key, segmenter);
  }
  return segmenter;
}

/** Whether an offset is between the two UTF-16 units of one character, where a text must not be cut. */
export function isInsideSurrogatePair(text: string, offset: number): boolean {
  return (text.charCodeAt(offset - 1) & 0xfc00) === 0xd800 && (text.charCodeAt(offset) & 0xfc00) === 0xdc00;
}

/** The offset, or the one before it when it is inside a surrogate pair. */
export function characterStart(text: string, offset: number): number {
  return isInsideSurrogatePair(text, offset) ? offset - 1 : offset;
}
