import { splitFrontMatter } from '@topicmill/text/markdown';
import { ENGLISH_STOP_WORDS } from '@topicmill/text/stop-words';
import { collectPhrases } from './collect-phrases.js';
import { countCompounds } from './count-compounds.js';
import { countWords } from './count-words.js';
import { byScoreThenTerm, type LocalTerm, scoreOf, type TermType, typeMultiplierOf } from './term.js';
import { wordIdOf } from './token-stream.js';
import { tokenize } from './tokenize.js';
import { Vocabulary } from './vocabulary.js';

/** A term counts in its topic from this local score on: three uses of a word, two of a compound. */
export const MIN_LOCAL_SCORE = 3;

/**
 * The terms of one topic that count: those with local score = count × header × type ≥ 3.0.
 *
 * Compounds are phrases of the topic's own headings, hyphenated words, and dotted words of headings, used at least
 * twice; the longest match takes its words, and a hyphen is equal to a space. Single words are counted where no
 * compound contains them. Header (compounds only) is 1.5, 1.25 or 1.1 for the highest heading, of level 1, 2 or deeper,
 * that contains the term, else 1; type is 1.5 for a compound, 1 for a single word. Code does not count. Linear in the
 * length of the text.
 *
 * @param text a markdown document as read; its front matter is left out
 * @param stopWords lower-case words that end phrases and do not count as terms (see `stopWordsOf`)
 * @returns by local score, highest first, then by term
 */
export function extractTerms(text: string, stopWords: ReadonlySet<string> = ENGLISH_STOP_WORDS): LocalTerm[] {
  return readTerms(text, stopWords).terms;
}

/** The terms of a topic, and what its words say of its language. */
export interface ReadTerms {
  readonly terms: LocalTerm[];
  /** Share of stop words among all words of the text; 1 for a text without words. */
  readonly stopWordShare: number;
}

/** `extractTerms`, with what is found out on the way. */
export function readTerms(text: string, stopWords: ReadonlySet<string>): ReadTerms {
  const vocabulary = new Vocabulary(stopWords);
  const stream = tokenize(text, vocabulary, splitFrontMatter(text).bodyOffset);
  const taken = new Uint8Array(stream.parts.length);
  const compounds = countCompounds(stream.parts, collectPhrases(stream, vocabulary), vocabulary, taken);
  const terms = compounds.map(({ term, count, headerMultiplier }) => scored(term, 'compound', count, headerMultiplier));
  const words = countWords(stream.parts, vocabulary, taken, MIN_LOCAL_SCORE);
  for (const { term, count } of words) terms.push(scored(term, 'single', count, 1));
  const counting = terms.filter(({ score }) => score >= MIN_LOCAL_SCORE).sort(byScoreThenTerm);
  return {
    terms: counting.map(({ score, ...term }) => ({ ...term, localScore: score })),
    stopWordShare: stopWordShare(stream.parts, vocabulary),
  };
}

function stopWordShare(parts: readonly number[], vocabulary: Vocabulary): number {
  let count = 0;
  for (const part of parts) if (vocabulary.isStop(wordIdOf(part))) count++;
  return parts.length === 0 ? 1 : count / parts.length;
}

function scored(term: string, type: TermType, count: number, headerMultiplier: number) {
  return { term, type, count, headerMultiplier, score: scoreOf(count, headerMultiplier, typeMultiplierOf(type), 1) };
}
