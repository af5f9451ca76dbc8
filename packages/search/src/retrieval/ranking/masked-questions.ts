import { lowerCase, UNSPACED } from '@topicmill/text/words';
import { simHash64 } from '@topicmill/topics/similarity';
import { termsOfWord, wordsOf } from '../analyze-text.js';
import type { IndexTables } from '../search-index/index-tables.js';
import { SpellingDistances } from '../search-index/spelling-distances.js';

/** The shorter of two wordings has at least this share of the words of the longer one: search words of a question do. */
const MIN_SHARE = 0.75;
/** Shorter words are other words when they differ. In UTF-16 units. */
const MIN_MISSPELT = 3;
const HAS_DIGIT = /\p{N}/u;

/**
 * Whether two texts are one question in two wordings: all words of one that say something are in the other, which has few
 * more. Order, case and stop words make no difference, nor does one typing error in a word. Numbers must be the same.
 */
export function isSameWording(one: string, other: string): boolean {
  const [first, second] = [readWording(one), readWording(other)];
  const [a, b] = [saidOnlyIn(first, second), saidOnlyIn(second, first)];
  const [fewer, more] = a.length <= b.length ? [a, b] : [b, a];
  if (fewer.length === 0 || fewer.length < MIN_SHARE * more.length) return false;
  return fewer.every((word) => more.some((each) => isSameWord(word, each)));
}

interface Wording {
  readonly said: readonly string[];
  readonly stopWords: readonly string[];
}

/** The different words of a text; scripts without spaces by pairs of characters. */
function readWording(text: string): Wording {
  const said: string[] = [];
  const stopWords: string[] = [];
  for (const word of wordsOf(text)) {
    const terms = termsOfWord(word);
    if (terms.length === 0) stopWords.push(lowerCase(word));
    else if (UNSPACED.test(word)) said.push(...terms);
    else said.push(lowerCase(word));
  }
  return { said: [...new Set(said)], stopWords: [...new Set(stopWords)] };
}

/** Without misspelt stop words, which say nothing either. */
function saidOnlyIn({ said }: Wording, { stopWords }: Wording): string[] {
  return said.filter((word) => !stopWords.some((stop) => isSameWord(word, stop)));
}

function isSameWord(one: string, other: string): boolean {
  return one === other || questionStem(one) === questionStem(other) || isMisspelt(one, other);
}

function questionStem(word: string): string {
  return termsOfWord(word)[0] ?? word;
}

function isMisspelt(one: string, other: string): boolean {
  const longer = Math.max(one.length, other.length);
  if (longer < MIN_MISSPELT || longer - Math.min(one.length, other.length) > 1) return false;
  if (HAS_DIGIT.test(one) || HAS_DIGIT.test(other)) return false;
  return new SpellingDistances(one, longer).distanceTo(other, 0, 1, false) <= 1;
}

/** Questions that do not count. */
export interface MaskOptions {
  /**
   * A question that does not count as one of the docs, in whatever words it has there, or several: how well the docs
   * answer it is to be found out, and its own entry would answer it. The first is the one that is evaluated.
   */
  readonly maskedQuestion?: string | readonly string[] | undefined;
  /**
   * Ids of topics whose questions are masked, too, where they are the evaluated question in another wording: misspelt, or its
   * search words only. Left out, only those of the same words are masked, in whatever topic.
   */
  readonly maskedTopics?: readonly string[] | undefined;
}

/** Numbers of the questions of an index that do not count. */
export async function maskedQuestions(
  reader: IndexTables,
  { maskedQuestion = [], maskedTopics = [] }: MaskOptions,
): Promise<ReadonlySet<number>> {
  const texts = [maskedQuestion].flat();
  const [evaluated] = texts;
  if (evaluated === undefined) return new Set();
  const hashes = await reader.promptHashes(0, reader.manifest.chunkCount);
  const masked = new Set(texts.map(simHash64));
  const same = [...hashes.keys()].filter((at) => masked.has(hashes[at]!));
  const reworded = await Promise.all(maskedTopics.map((id) => rewordedIn(reader, id, evaluated)));
  return new Set([...same, ...reworded.flat()]);
}

async function rewordedIn(reader: IndexTables, id: string, evaluated: string): Promise<number[]> {
  const topic = await reader.topicNumber(id);
  const { firstChunks, firstPrompts } = reader.core;
  const first = firstPrompts[firstChunks[topic]!]!;
  const { questions } = await reader.topic(topic);
  return [...questions.keys()].filter((at) => isSameWording(evaluated, questions[at]!)).map((at) => first + at);
}
