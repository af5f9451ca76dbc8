import { plainText } from '@topicmill/topics';
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
  const pagesWith = new Uint32Array(WORD_HASH_COUNT);
  const seenOn = new Int32Array(WORD_HASH_COUNT).fill(-1);
  const pageWords = plan.map(({ firstUnit, endUnit }, page) => {
    const { units, text } = source;
    const words = wordHashes(text, units[firstUnit]!.startOffset, units[endUnit - 1]!.endOffset);
    for (const word of words) {
      if (seenOn[word] === page) continue;
      seenOn[word] = page;
      pagesWith[word] = pagesWith[word]! + 1;
    }
    return words;
  });
  const weightByPages = Float64Array.from({ length: plan.length + 1 }, (_, count) =>
    Math.log(1 + plan.length / Math.max(count, 1)),
  );
  const counts = new Uint32Array(WORD_HASH_COUNT);
  return plan.map((planned, page) => {
    for (const word of pageWords[page]!) counts[word] = counts[word]! + 1;
    const sentence = nearestSentence(source, planned, (words) =>
      closeness(words, counts, (word) => weightByPages[pagesWith[word]!]!),
    );
    for (const word of pageWords[page]!) counts[word] = 0;
    return sentence;
  });
};

function nearestSentence(
  { text, units }: PageSource,
  { firstUnit, endUnit }: PlannedPage,
  score: (words: readonly number[]) => number,
): string {
  const paragraphs: { startOffset: number; endOffset: number; score: number }[] = [];
  for (const { block } of units.slice(firstUnit, endUnit)) {
    if (block.type !== 'paragraph') continue;
    const { startOffset, endOffset } = block;
    paragraphs.push({ startOffset, endOffset, score: score(wordHashes(text, startOffset, endOffset)) });
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
function closeness(words: readonly number[], counts: Uint32Array, weightOf: (word: number) => number): number {
  let product = 0;
  let square = 0;
  for (const word of words) {
    const weight = weightOf(word) ** 2;
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
