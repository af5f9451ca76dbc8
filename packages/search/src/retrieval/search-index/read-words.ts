import { chunkFields } from '../chunk-fields.js';
import type { TermVocabulary } from './term-vocabulary.js';

/** The words of a chunk's text, by number. */
export interface ChunkWords {
  /** Of each line of the headings: whose neighbours may be pairs. */
  readonly lines: readonly Uint32Array[];
  readonly headings: Uint32Array;
  readonly body: Uint32Array;
  /** The terms in the headings and in the body that are not words. */
  readonly wholes: readonly [headings: Uint32Array, body: Uint32Array];
}

export function readChunkWords(vocabulary: TermVocabulary, text: string): ChunkWords {
  const { headings, body } = chunkFields(text);
  const lines = headings.split('\n').map((line) => vocabulary.read(line));
  return {
    lines,
    headings: vocabulary.read(headings),
    body: vocabulary.read(body),
    wholes: [vocabulary.readWholesOfTitles(headings), vocabulary.readWholes(body)],
  };
}

/** Words of a text with its terms that are not words. */
export function withWholeTerms(words: Uint32Array, wholes: Uint32Array): Uint32Array {
  if (wholes.length === 0) return words;
  const terms = new Uint32Array(words.length + wholes.length);
  terms.set(words);
  terms.set(wholes, words.length);
  return terms;
}

/** A word counts once in a title: `System.Text.Json.JsonSerializer` is not twice about `json`. */
export function readTitleWords(vocabulary: TermVocabulary, title: string): Uint32Array {
  return Uint32Array.from(new Set(vocabulary.read(title)));
}
