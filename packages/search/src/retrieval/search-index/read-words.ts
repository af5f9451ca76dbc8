import { chunkFields } from '../chunk-fields.js';
import type { TermVocabulary } from './term-vocabulary.js';

/** The words of a chunk's text, by number. */
export interface ChunkWords {
  /** Of each line of the headings: whose neighbours may be pairs. */
  readonly lines: readonly Uint32Array[];
  readonly headings: Uint32Array;
  readonly body: Uint32Array;
}

export function readChunkWords(vocabulary: TermVocabulary, text: string): ChunkWords {
  const { headings, body } = chunkFields(text);
  const lines = headings.split('\n').map((line) => vocabulary.read(line));
  return { lines, headings: vocabulary.read(headings), body: vocabulary.read(body) };
}

/** A word counts once in a title: `System.Text.Json.JsonSerializer` is not twice about `json`. */
export function readTitleWords(vocabulary: TermVocabulary, title: string): Uint32Array {
  return Uint32Array.from(new Set(vocabulary.read(title)));
}
