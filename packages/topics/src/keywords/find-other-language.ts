import { splitFrontMatter } from '@topicmill/text/markdown';
import { stopWordsOf } from './stop-words.js';
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
/** Different ones: a name or an abbreviation that is a stop word elsewhere comes often, but is one word. */
const MIN_OTHER_KINDS = 10;
/** Languages this near to the best one are named beside it, as Galician beside Spanish. */
const NEAR = 0.75;

const ASCII_LETTER = /^[a-z]$/;

/** What speaks for a text being in another language. */
export interface OtherLanguage {
  /** ISO 639-3 codes, the most likely one first; more than one where languages share most stop words. */
  readonly languages: readonly string[];
  /** Share of the words that are stop words of the first of them and not of the languages given. */
  readonly share: number;
  /** Share of the words that are stop words of the languages given. */
  readonly ownShare: number;
}

/**
 * Whether a text is plainly written in another language than those given, by the share of its words that are stop words:
 * under 15 % are of the languages given, and at least 8 %, of at least ten kinds, are of another one only. Stop words
 * are a third to a half of running text, and of a list or table a tenth or less. Single letters do not count: lists of
 * stop words contain the alphabet. Only the beginning of the text is read, and the lists of other languages only where the
 * stop words given are rare.
 *
 * @param text a markdown document as read; front matter and code are left out
 * @param languages ISO 639-3 codes of those whose stop words are used
 * @param among those that the text may be in
 * @returns `undefined` when it is in the languages given, or nothing can be said
 */
export function findOtherLanguage(
  text: string,
  languages: readonly string[],
  among: readonly string[],
): OtherLanguage | undefined {
  const own = new Vocabulary(stopWordsOf(languages));
  const { bodyOffset } = splitFrontMatter(text);
  const { parts } = tokenize(text.slice(0, bodyOffset + SAMPLE_LENGTH), own, bodyOffset);
  if (parts.length < MIN_WORD_COUNT) return undefined;
  const counts = new Uint32Array(own.size);
  for (const part of parts) counts[wordIdOf(part)]!++;
  const words = [...counts.keys()].map((id) => ({ word: own.wordOf(id), isOwn: own.isStop(id), count: counts[id]! }));
  const ownShare = sumOf(words.filter(({ isOwn }) => isOwn)) / parts.length;
  if (ownShare >= COMMON_STOP_WORD_SHARE) return undefined;
  const others = words.filter(({ isOwn, word }) => !isOwn && !ASCII_LETTER.test(word));
  const found = among.flatMap((language) => {
    const hits = others.filter(({ word }) => listOf(language).has(word));
    const share = sumOf(hits) / parts.length;
    const isPlain = share >= MIN_OTHER_SHARE && hits.length >= MIN_OTHER_KINDS;
    return isPlain && !languages.includes(language) ? [{ language, share, rank: share * hits.length }] : [];
  });
  const [best] = found.sort((a, b) => b.rank - a.rank);
  if (best === undefined) return undefined;
  const near = found.filter(({ rank }) => rank >= NEAR * best.rank).map(({ language }) => language);
  return { languages: near, share: best.share, ownShare };
}

function sumOf(words: readonly { readonly count: number }[]): number {
  return words.reduce((sum, { count }) => sum + count, 0);
}

const lists = new Map<string, ReadonlySet<string>>();

function listOf(language: string): ReadonlySet<string> {
  let list = lists.get(language);
  if (list === undefined) {
    list = stopWordsOf([language]);
    lists.set(language, list);
  }
  return list;
}
