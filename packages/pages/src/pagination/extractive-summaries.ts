import { splitSentences } from '@topicmill/text/sentences';
import { plainText } from '@topicmill/topics/formats';
import { type PageSource, readablePart } from './page-source.js';
import type { PlannedPage } from './plan-pages.js';
import { WORD_HASH_COUNT, wordHashes } from './word-hashes.js';

/** Returns a sentence in plain text for each page of a plan; '' for none. */
export type Summarize = (
  source: PageSource,
  plan: readonly PlannedPage[],
) => readonly string[] | Promise<readonly string[]>;

const MIN_WORDS = 4;
const PARAGRAPHS_READ = 3;
/** Sentences are searched in this many UTF-16 units of a paragraph. */
const MAX_PARAGRAPH_LENGTH = 4000;

/**
 * The sentence of each page that is most similar to the page: by the cosine of word counts, weighted by the inverse
 * number of pages with the word. Only the three most similar paragraphs are searched; of equals, the first is taken.
 */
export const extractiveSummaries: Summarize = (source, plan) => {
  const { units, text, dialect } = source;
  const unitWords = units.map(({ startOffset, endOffset }) =>
    dialect === undefined
      ? wordHashes(text, startOffset, endOffset)
      : wordHashes(readablePart(source, startOffset, endOffset)),
  );
  const pagesWith = new Uint32Array(WORD_HASH_COUNT);
  const seenOn = new Int32Array(WORD_HASH_COUNT).fill(-1);
  plan.forEach(({ firstUnit, endUnit }, page) => {
    for (let unit = firstUnit; unit < endUnit; unit++) {
      for (const word of unitWords[unit]!) {
        if (seenOn[word] === page) continue;
        seenOn[word] = page;
        pagesWith[word] = pagesWith[word]! + 1;
      }
    }
  });
  const squareByPages = Float64Array.from(
    { length: plan.length + 1 },
    (_, count) => Math.log(1 + plan.length / Math.max(count, 1)) ** 2,
  );
  const counts = new Uint32Array(WORD_HASH_COUNT);
  const score: Score = (words) => similarity(words, { counts, pagesWith, squareByPages });
  return plan.map((planned) => {
    const { firstUnit, endUnit } = planned;
    for (let unit = firstUnit; unit < endUnit; unit++) {
      for (const word of unitWords[unit]!) counts[word] = counts[word]! + 1;
    }
    const sentence = mostSimilarSentence(source, planned, unitWords, score);
    for (let unit = firstUnit; unit < endUnit; unit++) for (const word of unitWords[unit]!) counts[word] = 0;
    return sentence;
  });
};

/** Similarity of words to those of the page. */
type Score = (words: Uint16Array) => number;

function mostSimilarSentence(
  source: PageSource,
  { firstUnit, endUnit }: PlannedPage,
  unitWords: readonly Uint16Array[],
  score: Score,
): string {
  const { units } = source;
  const paragraphs: { startOffset: number; endOffset: number; score: number }[] = [];
  for (let unit = firstUnit; unit < endUnit; unit++) {
    const { type, startOffset, endOffset } = units[unit]!.block;
    if (type === 'paragraph') paragraphs.push({ startOffset, endOffset, score: score(unitWords[unit]!) });
  }
  const similar = paragraphs.sort((a, b) => b.score - a.score).slice(0, PARAGRAPHS_READ);
  const candidates = similar
    .sort((a, b) => a.startOffset - b.startOffset)
    .flatMap(({ startOffset, endOffset }) =>
      splitSentences(
        plainText(readablePart(source, startOffset, Math.min(endOffset, startOffset + MAX_PARAGRAPH_LENGTH))),
      ),
    )
    .map((sentence) => ({ sentence, words: wordHashes(sentence) }));
  const long = candidates.filter(({ words }) => words.length >= MIN_WORDS);
  let best = { sentence: '', score: -1 };
  for (const { sentence, words } of long.length > 0 ? long : candidates) {
    const found = score(words);
    if (found > best.score) best = { sentence, score: found };
  }
  return best.sentence;
}

interface WordCounts {
  /** Of the page, by word hash. */
  readonly counts: Uint32Array;
  /** Number of pages with a word, by word hash. */
  readonly pagesWith: Uint32Array;
  /** Squared weight of a word, by the number of pages with it. */
  readonly squareByPages: Float64Array;
}

/** Cosine to the page's counts, without the length of the page's vector, which is the same for all its sentences. */
function similarity(words: Uint16Array, { counts, pagesWith, squareByPages }: WordCounts): number {
  let product = 0;
  let square = 0;
  for (const word of words) {
    const weight = squareByPages[pagesWith[word]!]!;
    product += counts[word]! * weight;
    square += weight;
  }
  return square === 0 ? 0 : product / Math.sqrt(square);
}
