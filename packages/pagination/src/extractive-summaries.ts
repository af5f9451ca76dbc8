import { plainText } from '@topicmill/topics';
import type { PageSource } from './page-source.js';
import type { PlannedPage } from './plan-pages.js';

/** Makes a sentence for each page of a plan, in plain text; '' when there is none. */
export type Summarize = (
  source: PageSource,
  plan: readonly PlannedPage[],
) => readonly string[] | Promise<readonly string[]>;

const WORD = /[\p{L}\p{N}]+/gu;
const MIN_WORDS = 4;
const PARAGRAPHS_READ = 3;
/** Sentences are found in this many UTF-16 units of a paragraph. */
const MAX_PARAGRAPH_LENGTH = 4000;

const sentences = new Intl.Segmenter('en', { granularity: 'sentence' });

/**
 * The sentence of each page whose words are nearest to the page's words: the cosine of word counts, weighted by how few
 * pages hold the word. The first of equals.
 */
export const extractiveSummaries: Summarize = (source, plan) => {
  const counts = plan.map(({ firstUnit, endUnit }) => unitCounts(source, firstUnit, endUnit));
  const pagesWith = new Map<string, number>();
  for (const { page } of counts) for (const word of page.keys()) pagesWith.set(word, (pagesWith.get(word) ?? 0) + 1);
  const weight = (word: string) => Math.log(1 + plan.length / (pagesWith.get(word) ?? 1));
  return counts.map(({ page, paragraphs }) => {
    const closeness = (words: WordCounts) => closenessTo(page, words, weight);
    const best = paragraphs
      .map(({ unit, words }) => ({ unit, score: closeness(words) }))
      .sort((a, b) => b.score - a.score || a.unit - b.unit)
      .slice(0, PARAGRAPHS_READ);
    return bestSentence(
      best.flatMap(({ unit }) => sentencesOf(source, unit)),
      closeness,
    );
  });
};

type WordCounts = ReadonlyMap<string, number>;

function unitCounts({ text, units }: PageSource, firstUnit: number, endUnit: number) {
  const page = new Map<string, number>();
  const paragraphs: { unit: number; words: WordCounts }[] = [];
  for (let unit = firstUnit; unit < endUnit; unit++) {
    const { block } = units[unit]!;
    const words = countWordForms(text.slice(block.startOffset, block.endOffset));
    for (const [word, count] of words) page.set(word, (page.get(word) ?? 0) + count);
    if (block.type === 'paragraph') paragraphs.push({ unit, words });
  }
  return { page, paragraphs };
}

function countWordForms(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of text.toLowerCase().match(WORD) ?? []) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/** Cosine of the weighted counts, but for the length of the page's vector, which is the same for all its sentences. */
function closenessTo(page: WordCounts, words: WordCounts, weight: (word: string) => number): number {
  let product = 0;
  let square = 0;
  for (const [word, count] of words) {
    const weighted = count * weight(word);
    product += weighted * (page.get(word) ?? 0) * weight(word);
    square += weighted * weighted;
  }
  return square === 0 ? 0 : product / Math.sqrt(square);
}

function sentencesOf({ text, units }: PageSource, unit: number): string[] {
  const { startOffset, endOffset } = units[unit]!.block;
  const paragraph = plainText(text.slice(startOffset, Math.min(endOffset, startOffset + MAX_PARAGRAPH_LENGTH)));
  return [...sentences.segment(paragraph)].map(({ segment }) => segment.trim()).filter((segment) => segment !== '');
}

function bestSentence(candidates: readonly string[], closeness: (words: WordCounts) => number): string {
  const read = candidates.map((sentence) => ({ sentence, words: countWordForms(sentence) }));
  const long = read.filter(({ words }) => words.size >= MIN_WORDS);
  let best = { sentence: '', score: -1 };
  for (const { sentence, words } of long.length > 0 ? long : read) {
    const score = closeness(words);
    if (score > best.score) best = { sentence, score };
  }
  return best.sentence;
}
