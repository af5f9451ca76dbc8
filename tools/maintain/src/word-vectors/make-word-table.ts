import type { WordTable } from '@topicmill/embedding/static-embeddings';
import { removeLeadingComponents } from './remove-leading-components.js';
import type { SourcePackage } from './source-package.js';

/** What is taken from the source. */
export interface TableSettings {
  readonly wordCount: number;
  readonly wordDimensions: number;
  readonly removedComponentCount: number;
  /** Most frequent words that decide on the mean and the components. */
  readonly sampleCount: number;
}

/** A word that the embedder's reader of words can ask for. */
const ASKED_FOR = /^[\p{L}\p{N}\p{M}]+$/u;

/** The most frequent words of the source with their vectors less mean and leading components. */
export function makeWordTable(source: Pick<SourcePackage, 'words' | 'vectors'>, settings: TableSettings): WordTable {
  const { wordCount, wordDimensions, removedComponentCount, sampleCount } = settings;
  const words = source.words.filter((word) => ASKED_FOR.test(word)).slice(0, wordCount);
  const vectors = new Float32Array(words.length * wordDimensions);
  words.forEach((word, row) => {
    vectors.set(source.vectors[word]!.slice(0, wordDimensions), row * wordDimensions);
  });
  const matrix = { values: vectors, columnCount: wordDimensions };
  removeLeadingComponents(matrix, removedComponentCount, Math.min(sampleCount, words.length));
  return { words, wordDimensions, vectors };
}
