import { LineKind, scanLines, splitFrontMatter } from '@topicmill/text/markdown';
import { languageOfScript } from '@topicmill/text/scripts';
import { stopWordsOf } from '@topicmill/text/stop-words';
import { wordIdOf } from './token-stream.js';
import { tokenize } from './tokenize.js';
import { Vocabulary } from './vocabulary.js';

/** Enough to tell a language, so that a long text costs no more than a short one. In UTF-16 units. */
const SAMPLE_LENGTH = 8000;
/** A shorter text, and one that is mostly code, tables of names or formulas, says nothing sure. */
const MIN_WORD_COUNT = 100;
/** A text with this share of stop words of some languages, or more, is taken to be in them. */
export const COMMON_STOP_WORD_SHARE = 0.15;
const MIN_OTHER_SHARE = 0.08;
/** Different ones: a name or an abbreviation that is a stop word elsewhere occurs often, but is one word. */
const MIN_OTHER_KINDS = 10;
/** Fewer letters in a script of their own may be one example among others. */
const MIN_LETTER_COUNT = 100;
/** With this share of words that the given languages cannot spell, a text is in none of them, so weaker evidence suffices. */
const MIN_FOREIGN_SHARE = 0.15;
const MIN_SHARE_BY_SPELLING = 0.02;
const MIN_KINDS_BY_SPELLING = 2;
/** Share of the foreign words that a language must be able to spell: the others are names and borrowed words. */
const MIN_SPELT_SHARE = 0.8;
/** Languages this near to the best one are named with it, as Galician is with Spanish. */
const MIN_SHARE_OF_BEST = 0.75;

const ASCII_LETTER = /^[a-z]$/;
const LETTER = /\p{L}/gu;
/** They share a script, so the script does not distinguish them. */
const HAN_LANGUAGES: readonly string[] = ['jpn', 'zho'];

/** Evidence that a text is in another language. */
export interface OtherLanguage {
  /** ISO 639-3 codes, the most likely one first; more than one where languages share most stop words. */
  readonly languages: readonly string[];
  /** How it was recognized: by a script that only this language uses, letters that the given languages lack, or words. */
  readonly by: 'script' | 'spelling' | 'stop words';
  /** Share of the words that are stop words of the first of them and not of the languages given. */
  readonly share: number;
  /** Share of the words that are stop words of the languages given. */
  readonly ownShare: number;
}

/**
 * Whether a text is plainly written in a language other than those given. A script that only one
 * language uses decides, from 100 letters on. Otherwise the share of stop words decides, from 100 words on: under 15 % are of the languages given,
 * and at least 8 %, of at least ten kinds, are of another one only. Stop words are a third to a half of running text, and
 * of a list or table a tenth or less. Where 15 % of the words have letters that the languages given do not have, 2 % are
 * enough, of a language that can spell those words. Single letters do not count: lists of stop words contain the
 * alphabet. Only the beginning of the text is read, and the lists of other languages only where the stop words given are
 * rare.
 *
 * @param text a markdown document as read; front matter and code are left out
 * @param languages ISO 639-3 codes of those whose stop words are used
 * @param among ISO 639-3 codes of the candidate languages
 * @returns `undefined` when it is in the languages given, or the evidence is too weak
 */
export function findOtherLanguage(
  text: string,
  languages: readonly string[],
  among: readonly string[],
): OtherLanguage | undefined {
  const { bodyOffset } = splitFrontMatter(text);
  const sample = text.slice(0, bodyOffset + SAMPLE_LENGTH);
  const others = among.filter((language) => !languages.includes(language) && !isPlaceholder(language, sample));
  const words = readWords(sample, bodyOffset, languages);
  if (words.ownShare >= COMMON_STOP_WORD_SHARE) return undefined;
  const written = languageOfLetters(sample, bodyOffset);
  if (written !== undefined && tellsLanguage(written, languages)) {
    if (!others.includes(written)) return undefined;
    return { languages: [written], by: 'script', share: words.shareOf(written).share, ownShare: words.ownShare };
  }
  return words.count < MIN_WORD_COUNT ? undefined : findByStopWords(words, languages, others);
}

/** Whether a text's Latin is placeholder text. */
function isPlaceholder(language: string, text: string): boolean {
  return language === 'lat' && /\blorem ipsum\b/i.test(text);
}

/** The language of the script of a text's prose. */
function languageOfLetters(text: string, bodyOffset: number): string | undefined {
  const { kinds, starts, lineCount } = scanLines(text, bodyOffset);
  let prose = '';
  for (let line = 0; line < lineCount; line++) {
    if (kinds[line] === LineKind.Text) prose += text.slice(starts[line], starts[line + 1]);
  }
  const letters = prose.match(LETTER) ?? [];
  return letters.length < MIN_LETTER_COUNT ? undefined : languageOfScript(prose);
}

function tellsLanguage(written: string, languages: readonly string[]): boolean {
  return !HAN_LANGUAGES.includes(written) || !languages.some((language) => HAN_LANGUAGES.includes(language));
}

function findByStopWords(
  words: Words,
  languages: readonly string[],
  others: readonly string[],
): OtherLanguage | undefined {
  const foreign = words.foreignTo(alphabetForLanguages(languages));
  const isForeign = totalCount(foreign) >= MIN_FOREIGN_SHARE * words.count;
  const found = others.flatMap((language) => {
    const { share, kinds } = words.shareOf(language);
    const isPlain = share >= MIN_OTHER_SHARE && kinds >= MIN_OTHER_KINDS;
    const mayBe = isForeign && share >= MIN_SHARE_BY_SPELLING && kinds >= MIN_KINDS_BY_SPELLING;
    if (!isPlain && !(mayBe && canSpell(language, foreign))) return [];
    return [{ language, share, rank: share * kinds }];
  });
  const [best] = found.sort((a, b) => b.rank - a.rank);
  if (best === undefined) return undefined;
  const near = found.filter(({ rank }) => rank >= MIN_SHARE_OF_BEST * best.rank).map(({ language }) => language);
  const by = isForeign ? 'spelling' : 'stop words';
  return { languages: near, by, share: best.share, ownShare: words.ownShare };
}

interface Word {
  readonly word: string;
  readonly count: number;
}

interface Words {
  readonly count: number;
  /** Share of the words that are stop words of the languages given. */
  readonly ownShare: number;
  /** Share of the words that are stop words of a language and not of those given, and how many different ones. */
  shareOf(language: string): { readonly share: number; readonly kinds: number };
  /** The words with a letter that is not in an alphabet. */
  foreignTo(alphabet: ReadonlySet<string>): readonly Word[];
}

function readWords(text: string, bodyOffset: number, languages: readonly string[]): Words {
  const own = new Vocabulary(stopWordsOf(languages));
  const { parts } = tokenize(text, own, bodyOffset);
  const counts = new Uint32Array(own.size);
  for (const part of parts) counts[wordIdOf(part)]!++;
  const words = [...counts.keys()].map((id) => ({ word: own.wordOf(id), isOwn: own.isStop(id), count: counts[id]! }));
  const count = parts.length;
  const others = words.filter(({ isOwn, word }) => !isOwn && !ASCII_LETTER.test(word));
  return {
    count,
    ownShare: count === 0 ? 0 : totalCount(words.filter(({ isOwn }) => isOwn)) / count,
    shareOf(language) {
      const list = stopWordList(language);
      const hits = others.filter(({ word }) => list.has(word));
      return { share: count === 0 ? 0 : totalCount(hits) / count, kinds: hits.length };
    },
    foreignTo: (alphabet) => others.filter(({ word }) => word.match(LETTER)?.some((letter) => !alphabet.has(letter))),
  };
}

function canSpell(language: string, words: readonly Word[]): boolean {
  const alphabet = alphabetForLanguages([language]);
  const spelt = words.filter(({ word }) => (word.match(LETTER) ?? []).every((letter) => alphabet.has(letter)));
  return totalCount(spelt) >= MIN_SPELT_SHARE * totalCount(words);
}

/** The letters of languages, as far as their stop words have them, and those of English, which all names are written in. */
function alphabetForLanguages(languages: readonly string[]): ReadonlySet<string> {
  const letters = new Set('abcdefghijklmnopqrstuvwxyz');
  for (const language of languages)
    for (const word of stopWordList(language)) for (const letter of word) letters.add(letter);
  return letters;
}

function totalCount(words: readonly { readonly count: number }[]): number {
  return words.reduce((sum, { count }) => sum + count, 0);
}

const lists = new Map<string, ReadonlySet<string>>();

function stopWordList(language: string): ReadonlySet<string> {
  let list = lists.get(language);
  if (list === undefined) {
    list = stopWordsOf([language]);
    lists.set(language, list);
  }
  return list;
}
