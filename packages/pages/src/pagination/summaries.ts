import { FNV_OFFSET_BASIS, FNV_PRIME } from '@topicmill/text/hashes';
import { type Block, joinBreadcrumb } from '@topicmill/text/markdown';
import { splitSentences } from '@topicmill/text/sentences';
import { oneLine } from '@topicmill/text/white-space';
import { plainText } from '@topicmill/topics/formats';
import { headingPath, type PageSource, readablePart } from './document-units.js';
import type { PlannedPage } from './plan-pages.js';

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
  const others: Block[] = [];
  for (let unit = firstUnit; unit < endUnit; unit++) {
    const { block } = units[unit]!;
    const { type, startOffset, endOffset } = block;
    if (type === 'paragraph') paragraphs.push({ startOffset, endOffset, score: score(unitWords[unit]!) });
    else others.push(block);
  }
  if (paragraphs.length === 0) return contentsSentence(source, others);
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

const NAMED_ENTRIES = 3;
const MAX_ENTRY_LENGTH = 60;
const CONTAINER_MARKS = /^(?:[ \t]|>|[-*+][ \t]|\d{1,9}[.)][ \t]|\[[ xX]\][ \t])+/;
const FENCE_LINE = /^[ \t]*(?:`{3,}|~{3,})/;

/** What the largest table, list, quote or code of a page without paragraphs contains, by its first entries; '' for none. */
function contentsSentence(source: PageSource, blocks: readonly Block[]): string {
  let largest: Block | undefined;
  for (const block of blocks) {
    if (!(block.type in BLOCK_NOUNS)) continue;
    if (largest === undefined || lengthOf(block) > lengthOf(largest)) largest = block;
  }
  if (largest === undefined) return '';
  const lines = source.text.slice(largest.startOffset, largest.endOffset).split(/\r\n|\n|\r/);
  const noun = BLOCK_NOUNS[largest.type as keyof typeof BLOCK_NOUNS];
  if (largest.type === 'table') {
    const [header = [], , ...rows] = lines.map(tableCells);
    return `${noun} of ${header.filter((cell) => cell !== '').join(', ')}: ${listed(rows.map(([cell = '']) => cell))}.`;
  }
  const first = largest.type === 'list' ? largest.itemLines.map((line) => lines[line - largest.firstLine]!) : lines;
  const entries = first.filter((line) => !FENCE_LINE.test(line));
  const texts =
    largest.type === 'code'
      ? entries.map(oneLine)
      : entries.map((line) => plainLine(line.replace(CONTAINER_MARKS, '')));
  return `${noun}: ${listed(texts)}.`;
}

const BLOCK_NOUNS = { table: 'Table', list: 'List', blockquote: 'Quote', code: 'Code' } as const;

function lengthOf({ startOffset, endOffset }: Block): number {
  return endOffset - startOffset;
}

/** The first entries, each cut at a word if it is long, and the number of the others. */
function listed(entries: readonly string[]): string {
  const texts = entries.filter((entry) => entry !== '');
  const named = texts.slice(0, NAMED_ENTRIES).map((text) => {
    if (text.length <= MAX_ENTRY_LENGTH) return text.replace(/[.;:,]$/, '');
    const cut = text.slice(0, MAX_ENTRY_LENGTH);
    return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), 1)).trimEnd()}…`;
  });
  const others = texts.length - named.length;
  return [...named, ...(others === 0 ? [] : [`${others} more`])].join('; ');
}

function tableCells(row: string): string[] {
  const cells = row
    .trim()
    .split(/(?<!\\)\|/)
    .map(plainLine);
  if (cells[0] === '') cells.shift();
  if (cells.at(-1) === '') cells.pop();
  return cells;
}

function plainLine(markdown: string): string {
  return oneLine(plainText(markdown));
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

const HASH_BITS = 16;

/** Words are distinguished by hashes below this number; words with the same hash count as one. */
const WORD_HASH_COUNT = 1 << HASH_BITS;

const FIRST_LETTER_BEYOND_ASCII = 0xc0;

/**
 * The hash of each word between two offsets, in order: of each run of ASCII letters, digits and characters from U+00C0
 * on, upper-case ASCII letters as lower case (FNV-1a over UTF-16 units).
 */
function wordHashes(text: string, start = 0, end: number = text.length): Uint16Array {
  // A word and the separator after it take at least two units.
  const hashes = new Uint16Array((end - start + 1) >> 1);
  let count = 0;
  let hash = FNV_OFFSET_BASIS;
  let isInWord = false;
  for (let at = start; at < end; at++) {
    const code = wordUnit(text.charCodeAt(at));
    if (code !== 0) {
      hash = Math.imul(hash ^ code, FNV_PRIME);
      isInWord = true;
    } else if (isInWord) {
      hashes[count++] = foldedHash(hash);
      hash = FNV_OFFSET_BASIS;
      isInWord = false;
    }
  }
  if (isInWord) hashes[count++] = foldedHash(hash);
  return hashes.subarray(0, count);
}

/** The UTF-16 unit as it is hashed; 0 for one that is not part of a word. */
function wordUnit(code: number): number {
  if (code >= 97 && code <= 122) return code;
  if (code >= 65 && code <= 90) return code | 32;
  return (code >= 48 && code <= 57) || code >= FIRST_LETTER_BEYOND_ASCII ? code : 0;
}

function foldedHash(hash: number): number {
  return ((hash >>> HASH_BITS) ^ hash) & (WORD_HASH_COUNT - 1);
}

/** The part of a language model that summaries use. */
export interface SummaryModel {
  generate(
    prompt: { readonly system: string; readonly user: string; readonly temperature: number },
    label: string,
  ): Promise<{ readonly text: string }>;
}

const TEMPERATURE = 0.2;
const REQUESTS_AT_ONCE = 4;
const SYSTEM = `You get one page of a longer document. Say in one sentence of at most 25 words what the page is about, so that a reader of the page before or after it knows what to expect.
Reply with the sentence alone: plain text in the language of the page, no markdown, no introduction, no quotation marks.`;

/**
 * One sentence per page by a language model, from the page's headings and own text: an unchanged page has the same
 * prompt, so its answer can be cached.
 *
 * @throws when summarising: whatever the model throws, after pending requests have ended
 */
export function modelSummaries(model: SummaryModel): Summarize {
  return async (source, plan) => {
    const sentences: string[] = [];
    // In groups, so that no further requests are sent after one has failed.
    for (let first = 0; first < plan.length; first += REQUESTS_AT_ONCE) {
      const group = plan.slice(first, first + REQUESTS_AT_ONCE).map(async ({ firstUnit, endUnit }, index) => {
        const { units } = source;
        const own = readablePart(source, units[firstUnit]!.startOffset, units[endUnit - 1]!.endOffset);
        const path = joinBreadcrumb(headingPath(source, firstUnit));
        const prompt = { system: SYSTEM, user: `Headings: ${path}\n\n${own.trim()}`, temperature: TEMPERATURE };
        const reply = await model.generate(prompt, `page ${first + index + 1}`);
        return oneSentence(reply.text);
      });
      const settled = await Promise.allSettled(group);
      for (const each of settled) {
        if (each.status === 'rejected') throw each.reason;
        sentences.push(each.value);
      }
    }
    return sentences;
  };
}

/** The first paragraph of a reply on one line, without quotation marks around it. */
function oneSentence(reply: string): string {
  const [first = ''] = reply.trim().split(/\n\s*\n/);
  const line = oneLine(first);
  return /^(["“'])(.*)["”']$/.exec(line)?.[2] ?? line;
}
