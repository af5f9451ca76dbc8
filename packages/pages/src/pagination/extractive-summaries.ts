import { plainText } from '@topicmill/topics/formats';
import type { PageSource } from './page-source.js';
import type { PlannedPage } from './plan-pages.js';
import { WORD_HASH_COUNT, wordHashes } from './word-hashes.js';

/** Makes a sentence for each page of a plan, in plain text; '' when there is none. */
export type Summarize = (
  source: PageSource,
  plan: readonly PlannedPage[],
) => readonly string[] | Promise<readonly string[]>;

const MIN_WORDS = 4;
const PARAGRAPHS_READ = 3;
/** Sentences are found in this many UTF-16 units of a paragraph. */
const MAX_PARAGRAPH_LENGTH = 4000;

const sentences = new Intl.Segmenter('en', { granularity: 'sentence' });

/**
 * The sentence of each page whose words are nearest to the page's words: the cosine of word counts, weighted by how few
 * pages hold the word. It is sought in the three paragraphs that are nearest; the first of equals counts.
 */
export const extractiveSummaries: Summarize = (source, plan) => {
  const { units, text } = source;
  const unitWords = units.map(({ startOffset, endOffset }) => wordHashes(text, startOffset, endOffset));
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
  const score: Score = (words) => closeness(words, counts, pagesWith, squareByPages);
  return plan.map((planned) => {
    const { firstUnit, endUnit } = planned;
    for (let unit = firstUnit; unit < endUnit; unit++) {
      for (const word of unitWords[unit]!) counts[word] = counts[word]! + 1;
    }
    const sentence = nearestSentence(source, planned, unitWords, score);
    for (let unit = firstUnit; unit < endUnit; unit++) for (const word of unitWords[unit]!) counts[word] = 0;
    return sentence;
  });
};

/** How near words are to those of the page. */
type Score = (words: Uint16Array) => number;

function nearestSentence(
  { text, units }: PageSource,
  { firstUnit, endUnit }: PlannedPage,
  unitWords: readonly Uint16Array[],
  score: Score,
): string {
  const paragraphs: { startOffset: number; endOffset: number; score: number }[] = [];
  for (let unit = firstUnit; unit < endUnit; unit++) {
    const { type, startOffset, endOffset } = units[unit]!.block;
    if (type === 'paragraph') paragraphs.push({ startOffset, endOffset, score: score(unitWords[unit]!) });
  }
  const nearest = paragraphs.sort((a, b) => b.score - a.score).slice(0, PARAGRAPHS_READ);
  const candidates = nearest
    .sort((a, b) => a.startOffset - b.startOffset)
    .flatMap(({ startOffset, endOffset }) =>
      sentencesOf(text.slice(startOffset, Math.min(endOffset, startOffset + MAX_PARAGRAPH_LENGTH))),
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

/** Cosine to the page's counts, but for the length of the page's vector, which is the same for all its sentences. */
function closeness(
  words: Uint16Array,
  counts: Uint32Array,
  pagesWith: Uint32Array,
  squareByPages: Float64Array,
): number {
  let product = 0;
  let square = 0;
  for (const word of words) {
    const weight = squareByPages[pagesWith[word]!]!;
    product += counts[word]! * weight;
    square += weight;
  }
  return square === 0 ? 0 : product / Math.sqrt(square);
}

function sentencesOf(paragraph: string): string[] {
  return [...sentences.segment(plainText(paragraph))]
    .map(({ segment }) => segment.trim())
    .filter((segment) => segment !== '');
}
