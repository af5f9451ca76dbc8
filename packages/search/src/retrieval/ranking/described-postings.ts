import type { AnalyzedWord } from '../analyze-text.js';
import { idf } from '../bm25.js';
import type { IndexTables } from '../search-index/index-tables.js';
import type { Postings, TermPostings, WeightedPostings } from '../search-index/postings.js';
import type { RelatedPostings } from './related-words.js';
import type { TermDescriptions } from './term-descriptions.js';

/** What the term counts, compared with a word of the query, that descriptions point to most. */
const DESCRIBED_WEIGHT = 0.8;
/** Terms that are looked up in the docs, and those of them that count. */
const MAX_LOOKED_UP = 40;
const MAX_DESCRIBED = 12;
/** Written questions have people's words: there, what docs call these would only lead to other pages. */
const NONE: Postings = { documents: new Uint32Array(0), impacts: new Uint8Array(0) };

/**
 * Postings of the terms of docs that a query describes. One counts by what descriptions say for it, compared with the one that they
 * say most for, and is at most as rare as the rarest word by which it was found.
 *
 * @param words of the query
 * @param found postings of their terms
 * @param describe left out, nothing is described
 */
export async function describedPostings(
  words: readonly AnalyzedWord[],
  found: ReadonlyMap<string, TermPostings>,
  reader: IndexTables,
  describe: TermDescriptions | undefined,
): Promise<RelatedPostings[]> {
  if (describe === undefined) return [];
  const { chunkCount } = reader.manifest;
  const idfOf = (postings: TermPostings | undefined): number => idf(chunkCount, postings?.chunks.documents.length ?? 0);
  const described = describe([...new Set(words.flatMap(({ terms }) => terms))]).slice(0, MAX_LOOKED_UP);
  const lookedUp = await Promise.all(
    described.map(async (each) => ({ ...each, postings: await reader.postings(each.term) })),
  );
  const inDocs = lookedUp.flatMap(({ postings, ...each }) => (postings === undefined ? [] : [{ ...each, postings }]));
  const most = inDocs[0]?.votes;
  return inDocs.slice(0, MAX_DESCRIBED).map(({ term, word, votes, from, postings }) => {
    const rareness = Math.max(...from.map((each) => idfOf(found.get(each))));
    const weight = DESCRIBED_WEIGHT * (votes / most!) * Math.min(1, rareness / idfOf(postings));
    const phrase = words.filter(({ terms }) => terms.some((each) => from.includes(each))).map((each) => each.word);
    return {
      postings: { ...postings, questions: NONE },
      weight,
      phrase: [...new Set(phrase)].join(' '),
      words: [{ term, word, postings }],
    };
  });
}

/** How much faster than the share of a query that no chunk has, what it describes comes to count in full. */
const NEED_RATIO = 3;

/**
 * Described terms as far as they are needed: not at all if there is a chunk with all of the query's own words, which count by their
 * rareness.
 *
 * @param own postings of the words of the query
 * @param missingCount how many words the docs do not contain
 */
export function asNeeded(
  described: readonly RelatedPostings[],
  chunkCount: number,
  own: readonly WeightedPostings[],
  missingCount: number,
): RelatedPostings[] {
  if (described.length === 0) return [];
  const need = Math.min(1, NEED_RATIO * (1 - bestShare(chunkCount, own, missingCount)));
  return need === 0 ? [] : described.map((each) => ({ ...each, weight: need * each.weight }));
}

/** The share of a query that the chunk has that has most of it. */
function bestShare(chunkCount: number, own: readonly WeightedPostings[], missingCount: number): number {
  const held = new Float32Array(chunkCount);
  let total = missingCount * idf(chunkCount, 0);
  for (const { postings, weight } of own) {
    const worth = weight * idf(chunkCount, postings.chunks.documents.length);
    total += worth;
    for (const chunk of postings.chunks.documents) held[chunk]! += worth;
  }
  const most = held.reduce((best, each) => Math.max(best, each), 0);
  return total === 0 ? 0 : Math.min(1, most / total);
}
