import type { NumberedPage } from './numbered-page.js';
import type { Occurrences } from './page-source.js';

/** Where a pair is, and the pages for whose sake it is searched for as one. */
export interface PairOccurrences {
  /** Numbers of its terms. */
  readonly first: number;
  readonly second: number;
  /** Ascending. */
  readonly learners: readonly number[];
  /** In chunks. */
  readonly occurrences: Occurrences;
}

/** The same pages, looked at from their terms. */
export interface InvertedPages {
  /** Of chunks, titles, descriptions and questions: the occurrences of a term, by its number. */
  readonly fields: readonly ((term: number) => Occurrences)[];
  readonly pairs: readonly PairOccurrences[];
}

/** Both parts of a document: numbers of terms, each as often as it occurs. */
type Parts = readonly [first: readonly Uint32Array[], second: readonly Uint32Array[]];

/** @param numbers of terms, by those that the pages have; below `termCount` */
export function invertPages(pages: readonly NumberedPage[], numbers: Uint32Array, termCount: number): InvertedPages {
  const chunks = pages.flatMap((page) => page.chunks);
  const questions = pages.flatMap((page) => page.questions);
  const fields: readonly (readonly Parts[])[] = [
    chunks.map(({ headings, headingWholes, body, bodyWholes }) => [
      [headings, headingWholes],
      [body, bodyWholes],
    ]),
    pages.map(({ title }) => [[title], []]),
    pages.map(({ description }) => [[description], []]),
    questions.map(({ question, answer }) => [[question], [answer]]),
  ];
  return {
    fields: fields.map((documents) => invert(documents, numbers, termCount)),
    pairs: findPairs(pages, numbers),
  };
}

/** First counts how many documents each term is in, so that all occurrences are in three arrays. */
function invert(documents: readonly Parts[], numbers: Uint32Array, termCount: number): (term: number) => Occurrences {
  const starts = new Uint32Array(termCount + 1);
  eachTerm(documents, numbers, (term, _document, _part, isNew) => {
    if (isNew) starts[term + 1]!++;
  });
  for (let term = 0; term < termCount; term++) starts[term + 1]! += starts[term]!;
  const all = new Uint32Array(starts[termCount]!);
  const counts = [new Uint32Array(all.length), new Uint32Array(all.length)] as const;
  const next = starts.slice();
  eachTerm(documents, numbers, (term, document, part, isNew) => {
    if (isNew) all[next[term]!++] = document;
    counts[part]![next[term]! - 1]!++;
  });
  return (term) => {
    const [start, end] = [starts[term]!, starts[term + 1]!];
    return {
      documents: all.subarray(start, end),
      first: counts[0].subarray(start, end),
      second: counts[1].subarray(start, end),
    };
  };
}

/** @param visit told of each word in its order, and whether it is the first of its term in the document */
function eachTerm(
  documents: readonly Parts[],
  numbers: Uint32Array,
  visit: (term: number, document: number, part: number, isNew: boolean) => void,
): void {
  const last = new Int32Array(numbers.length).fill(-1);
  for (const [document, parts] of documents.entries()) {
    for (const [part, lists] of parts.entries()) {
      for (const list of lists) {
        for (const term of list) {
          visit(numbers[term]!, document, part, last[term] !== document);
          last[term] = document;
        }
      }
    }
  }
}

interface OpenPair {
  readonly learners: number[];
  readonly documents: number[];
  readonly first: number[];
  readonly second: number[];
}

/** The pairs that any page learned, in all chunks. */
function findPairs(pages: readonly NumberedPage[], numbers: Uint32Array): PairOccurrences[] {
  const pairs = new Map<number, Map<number, OpenPair>>();
  for (const [page, { chunks }] of pages.entries()) {
    for (const chunk of chunks) {
      for (let at = 0; at < chunk.pairs.length; at += 2) countPair(pairs, chunk.pairs[at]!, chunk.pairs[at + 1]!, page);
    }
  }
  for (const [document, { headings, body }] of pages.flatMap(({ chunks }) => chunks).entries()) {
    for (const [part, words] of [headings, body].entries()) {
      for (let at = 1; at < words.length; at++) {
        const pair = pairs.get(words[at - 1]!)?.get(words[at]!);
        if (pair !== undefined) countIn(pair, document, part);
      }
    }
  }
  return [...pairs].flatMap(([first, seconds]) =>
    Array.from(seconds, ([second, pair]) => ({
      first: numbers[first]!,
      second: numbers[second]!,
      learners: pair.learners,
      occurrences: {
        documents: Uint32Array.from(pair.documents),
        first: Uint32Array.from(pair.first),
        second: Uint32Array.from(pair.second),
      },
    })),
  );
}

function countPair(pairs: Map<number, Map<number, OpenPair>>, first: number, second: number, page: number): void {
  let seconds = pairs.get(first);
  if (seconds === undefined) {
    seconds = new Map();
    pairs.set(first, seconds);
  }
  const known = seconds.get(second);
  if (known === undefined) seconds.set(second, { learners: [page], documents: [], first: [], second: [] });
  else if (known.learners.at(-1) !== page) known.learners.push(page);
}

function countIn({ documents, first, second }: OpenPair, document: number, part: number): void {
  if (documents.at(-1) !== document) {
    documents.push(document);
    first.push(0);
    second.push(0);
  }
  (part === 0 ? first : second)[documents.length - 1]!++;
}
