import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { TopicmillError } from '@topicmill/base/diagnostics';
import type { ChunkingStrategy, chunkSync, semanticStrategy } from '@topicmill/chunking';
import type { scanLines, splitFrontMatter } from '@topicmill/text/markdown';
import type { loadTokenCounter } from '@topicmill/text/tokens';

/** The functions of one checkout that are measured. */
export interface CheckoutLibraries {
  readonly chunkSync: typeof chunkSync;
  readonly loadTokenCounter: typeof loadTokenCounter;
  readonly scanLines: typeof scanLines;
  readonly semanticStrategy: typeof semanticStrategy;
  readonly splitFrontMatter: typeof splitFrontMatter;
  /** Makes the files of one source; returns their number. */
  chunkFileCount(text: string, strategy: ChunkingStrategy): Promise<number>;
}

/** Where a library was compiled to, in the latest layout first: an older checkout has only one of the later ones. */
const PLACES = {
  chunking: ['packages/chunking/dist/index.js'],
  markdown: ['packages/text/dist/markdown/index.js', 'packages/markdown/dist/index.js'],
  tokens: ['packages/text/dist/tokens/index.js', 'packages/tokens/dist/index.js'],
  chunkFiles: [
    'packages/pipeline/dist/chunk-files/index.js',
    'packages/build/dist/pipeline/index.js',
    'packages/pipeline/dist/index.js',
  ],
} as const;
const SOURCE_NAME = 'golden-reference.md';

/**
 * Loads the compiled libraries of a checkout, next to those of another one.
 *
 * @param root folder of the checkout, installed and built
 * @throws TopicmillError `INVALID_OPTION` when it is not built, or older than the libraries that are measured
 */
export async function checkoutLibraries(root: string): Promise<CheckoutLibraries> {
  const load = async (places: readonly string[]) => {
    const file = places.map((place) => resolve(join(root, place))).find((path) => existsSync(path));
    if (file === undefined) {
      throw new TopicmillError('INVALID_OPTION', `${root} does not have ${places[0]}.`, {
        remedy: 'Name a checkout of this repository, and run `npm ci` there.',
      });
    }
    return import(pathToFileURL(file).href);
  };
  const { chunkSync, semanticStrategy } = await load(PLACES.chunking);
  const { scanLines, splitFrontMatter } = await load(PLACES.markdown);
  const { loadTokenCounter } = await load(PLACES.tokens);
  const { chunkSource } = await load(PLACES.chunkFiles);
  // Before names had an object of their own, they were the second and the fourth parameter.
  const hasNamesObject = chunkSource.length === 3;
  const names = { sourceName: SOURCE_NAME, displayPath: SOURCE_NAME };
  return {
    ...{ chunkSync, loadTokenCounter, scanLines, semanticStrategy, splitFrontMatter },
    async chunkFileCount(text, strategy) {
      const source = { text, bytes: Buffer.from(text) };
      const { files } = await (hasNamesObject
        ? chunkSource(source, strategy, names)
        : chunkSource(source, SOURCE_NAME, strategy, SOURCE_NAME));
      return files.size;
    },
  };
}
