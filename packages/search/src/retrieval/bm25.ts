/** How fast repetition stops counting. */
const K1 = 1.2;
/**
 * How much a long field counts less: 0 not at all, 1 in proportion. Less than the usual 0.75, since chunks are of one size
 * by design, and a longer one contains more of an answer.
 */
const B = 0.4;

/** Largest stored impact. */
export const MAX_IMPACT = 255;

/** A field of the documents of an index. */
export interface Bm25Field {
  /** What one occurrence in it counts. */
  readonly weight: number;
  /** Words in it, on average over all documents; above 0. */
  readonly meanLength: number;
}

/** A field of one document. */
export interface FieldTerms {
  /** Numbers of its terms, each as often as it occurs. */
  readonly terms: Uint32Array;
  /** How many of the terms are words; the others are made from words and do not make the field longer. */
  readonly wordCount: number;
}

/**
 * Weight of each term in one document by BM25F (Robertson and Zaragoza, "The probabilistic relevance framework: BM25 and
 * beyond", 2009) without the inverse document frequency: per field occurrences × weight / length norm, summed over the fields, then
 * saturated as x / (x + k1), which is below 1. It is stored as an integer, 1 to 255.
 *
 * @param fields of the document, in the order of `settings`
 */
export function documentImpacts(
  fields: readonly FieldTerms[],
  settings: readonly Bm25Field[],
): ReadonlyMap<number, number> {
  const sums = new Map<number, number>();
  for (const [at, { terms, wordCount }] of fields.entries()) {
    const { weight, meanLength } = settings[at]!;
    const share = weight / lengthNorm(wordCount, meanLength);
    for (const term of terms) sums.set(term, (sums.get(term) ?? 0) + share);
  }
  const impacts = new Map<number, number>();
  for (const [term, sum] of sums) impacts.set(term, quantizedImpact(sum));
  return impacts;
}

/** A weight that is not saturated yet, as it is stored. */
export function quantizedImpact(sum: number): number {
  return Math.max(1, Math.round((MAX_IMPACT * sum) / (sum + K1)));
}

/**
 * Weight of a term in one document of one field, as in `documentImpacts`, not rounded: 0 to below 1.
 *
 * @param count how often it occurs
 * @param wordCount words of the document
 * @param meanLength words in a document on average, above 0
 */
export function termScore(count: number, wordCount: number, meanLength: number): number {
  const sum = count / lengthNorm(wordCount, meanLength);
  return sum / (sum + K1);
}

/** How much less an occurrence counts in a longer text: 1 at the mean length. */
export function lengthNorm(wordCount: number, meanLength: number): number {
  return 1 - B + (B * wordCount) / meanLength;
}

/** How much of a page of many chunks its number of chunks takes back: 0 nothing, 1 all. */
const PAGE_B = 0.75;
/** How fast repetition stops counting in a whole page, which is longer than a chunk. */
const PAGE_K1 = 6;

const IMPACT_WEIGHTS = Float64Array.from({ length: MAX_IMPACT + 1 }, (_, impact) => {
  // The largest stored impact also represents those close to it.
  const share = Math.min(impact, MAX_IMPACT - 0.5) / MAX_IMPACT;
  return (K1 * share) / (1 - share);
});

/** How often a stored impact says that its term occurs, in the units of `documentImpacts` before they are saturated. */
export function weightOfImpact(impact: number): number {
  return IMPACT_WEIGHTS[impact]!;
}

/**
 * Weight of a term in a whole page, 0 to below 1.
 *
 * @param weight the sum of `weightOfImpact` over its chunks
 * @param chunkCount chunks of the page
 * @param meanChunkCount chunks of a page on average, above 0
 */
export function pageScore(weight: number, chunkCount: number, meanChunkCount: number): number {
  const sum = weight / (1 - PAGE_B + (PAGE_B * chunkCount) / meanChunkCount);
  return sum / (sum + PAGE_K1);
}

/**
 * Inverse document frequency of a term: ln(1 + (N − n + ½) / (n + ½)), always above 0.
 *
 * @param documentCount N
 * @param holderCount n, documents that contain the term
 */
export function idf(documentCount: number, holderCount: number): number {
  return Math.log(1 + (documentCount - holderCount + 0.5) / (holderCount + 0.5));
}
