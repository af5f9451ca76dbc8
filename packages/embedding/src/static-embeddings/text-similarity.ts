import { embedText } from './embed-text.js';
import type { WordVectors } from './load-word-vectors.js';

/** Vectors of some texts; most of their components from terms are 0, since the texts are short. */
interface PackedTexts {
  /** Components from words, text by text. */
  readonly words: Float32Array;
  /** Lengths of those parts. */
  readonly wordLengths: Float32Array;
  /** Where the other components of each text that are not 0 begin, and one more entry. */
  readonly starts: Uint32Array;
  readonly components: Uint16Array;
  readonly values: Float32Array;
}

/** What texts are compared with. */
interface AskedText {
  readonly query: string;
  readonly vector: Float32Array;
  /** Length of the components from words. */
  readonly wordLength: number;
}

/** Texts whose vectors are kept: some 10 MB for sentences. */
const MAX_KNOWN = 20_000;
/** More than rounding can take from a bound. */
const ROUNDING = 1e-5;

/**
 * Cosines of some texts with a query, in their order, by the vectors of `embedText`. A list is read once: pass the same one as
 * long as its texts are the same.
 *
 * @param least cosines below it do not matter: 0 may be given instead, which takes less time. Default: −1
 */
export type CompareTexts = (query: string, texts: readonly string[], least?: number) => Float32Array;

/** Makes a function that compares texts with queries. */
export function textSimilarity(vectors: WordVectors): CompareTexts {
  let lists = new WeakMap<readonly string[], PackedTexts>();
  let knownCount = 0;
  const packed = (texts: readonly string[]): PackedTexts => {
    const before = lists.get(texts);
    if (before !== undefined) return before;
    if (knownCount >= MAX_KNOWN) {
      lists = new WeakMap();
      knownCount = 0;
    }
    const own = pack(vectors, texts);
    lists.set(texts, own);
    knownCount += texts.length;
    return own;
  };
  const read = (query: string): AskedText => {
    const vector = embedText(vectors, query);
    return { query, vector, wordLength: lengthOf(vector, vectors.wordDimensions) };
  };
  let asked = read('');
  return (query, texts, least = -1) => {
    if (query !== asked.query) asked = read(query);
    return cosines(asked, packed(texts), vectors.wordDimensions, least);
  };
}

function pack(vectors: WordVectors, texts: readonly string[]): PackedTexts {
  const { wordDimensions } = vectors;
  const words = new Float32Array(texts.length * wordDimensions);
  const wordLengths = new Float32Array(texts.length);
  const starts = new Uint32Array(texts.length + 1);
  const components: number[] = [];
  const values: number[] = [];
  for (const [text, content] of texts.entries()) {
    const vector = embedText(vectors, content);
    words.set(vector.subarray(0, wordDimensions), text * wordDimensions);
    wordLengths[text] = lengthOf(vector, wordDimensions);
    for (let at = wordDimensions; at < vector.length; at++) {
      if (vector[at] === 0) continue;
      components.push(at);
      values.push(vector[at]!);
    }
    starts[text + 1] = components.length;
  }
  return { words, wordLengths, starts, components: Uint16Array.from(components), values: Float32Array.from(values) };
}

/** Texts share few terms with a query, so the terms alone show of most that their words cannot make up for it. */
function cosines(
  { vector: query, wordLength }: AskedText,
  { words, wordLengths, starts, components, values }: PackedTexts,
  size: number,
  least: number,
): Float32Array {
  const found = new Float32Array(wordLengths.length);
  for (let text = 0; text < found.length; text++) {
    let ofTerms = 0;
    for (let at = starts[text]!; at < starts[text + 1]!; at++) ofTerms += query[components[at]!]! * values[at]!;
    if (ofTerms + wordLength * wordLengths[text]! + ROUNDING < least) continue;
    let ofWords = 0;
    const start = text * size;
    for (let at = 0; at < size; at++) ofWords += query[at]! * words[start + at]!;
    found[text] = ofWords + ofTerms;
  }
  return found;
}

/** Length of the first components of a vector. */
function lengthOf(vector: Float32Array, size: number): number {
  let squares = 0;
  for (let at = 0; at < size; at++) squares += vector[at]! * vector[at]!;
  return Math.sqrt(squares);
}
