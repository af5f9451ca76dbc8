import { embedText } from './embed-text.js';
import type { WordVectors } from './load-word-vectors.js';

/** Vectors of some texts; most of their components from terms are 0, since the texts are short. */
interface PackedTexts {
  /** Components from words, text by text. */
  readonly words: Float32Array;
  /** Where the other components of each text that are not 0 begin, and one more entry. */
  readonly starts: Uint32Array;
  readonly components: Uint16Array;
  readonly values: Float32Array;
}

/** Texts whose vectors are kept: some 10 MB for sentences. */
const MAX_KNOWN = 20_000;

/**
 * Makes a function that gives the cosines of some texts with a query, in their order, by the vectors of `embedText`. A list is
 * read once: pass the same one as long as its texts are the same.
 */
export function textSimilarity(vectors: WordVectors): (query: string, texts: readonly string[]) => Float32Array {
  let lists = new WeakMap<readonly string[], PackedTexts>();
  let knownCount = 0;
  const packed = (texts: readonly string[]): PackedTexts => {
    const before = lists.get(texts);
    if (before !== undefined) return before;
    if (knownCount >= MAX_KNOWN) {
      lists = new WeakMap();
      knownCount = 0;
    }
    const read = pack(vectors, texts);
    lists.set(texts, read);
    knownCount += texts.length;
    return read;
  };
  let asked = { query: '', vector: embedText(vectors, '') };
  return (query, texts) => {
    if (query !== asked.query) asked = { query, vector: embedText(vectors, query) };
    return cosines(asked.vector, packed(texts), vectors.wordDimensions);
  };
}

function pack(vectors: WordVectors, texts: readonly string[]): PackedTexts {
  const { wordDimensions } = vectors;
  const words = new Float32Array(texts.length * wordDimensions);
  const starts = new Uint32Array(texts.length + 1);
  const components: number[] = [];
  const values: number[] = [];
  for (const [text, content] of texts.entries()) {
    const vector = embedText(vectors, content);
    words.set(vector.subarray(0, wordDimensions), text * wordDimensions);
    for (let at = wordDimensions; at < vector.length; at++) {
      if (vector[at] === 0) continue;
      components.push(at);
      values.push(vector[at]!);
    }
    starts[text + 1] = components.length;
  }
  return { words, starts, components: Uint16Array.from(components), values: Float32Array.from(values) };
}

function cosines(query: Float32Array, { words, starts, components, values }: PackedTexts, size: number): Float32Array {
  const found = new Float32Array(starts.length - 1);
  for (let text = 0; text < found.length; text++) {
    let sum = 0;
    const start = text * size;
    for (let at = 0; at < size; at++) sum += query[at]! * words[start + at]!;
    for (let at = starts[text]!; at < starts[text + 1]!; at++) sum += query[components[at]!]! * values[at]!;
    found[text] = sum;
  }
  return found;
}
