import { type ChunkOptions, chunkSync } from '@topicmill/chunking';
import { loadTokenCounter, type TokenCounter } from '@topicmill/text/tokens';
import { InvalidArgumentError } from 'commander';
import { loadTokenPeers } from '../peers.js';
import { remembered } from '../remembered.js';
import { locateChunks } from './locate-chunks.js';
import type { HeadedChunk } from './measure-cuts.js';

/** Splits a text. */
export type Split = (text: string) => Promise<readonly HeadedChunk[]>;

/** The structural strategy, and splitters of other libraries, that all count with the same counter. */
export interface Splitters {
  /** Tokens of a text by cl100k_base; each text is counted once. */
  count(text: string): number;
  /** Named ways to split into chunks of at most so many tokens, ours first. */
  make(size: number): Promise<readonly (readonly [name: string, split: Split])[]>;
}

/** What the structural strategy is given besides text, size and counter. */
export type OwnOptions = (text: string) => Pick<ChunkOptions, 'fileTitle' | 'overlapSentences'>;

export async function loadSplitters(
  withPeers: boolean,
  ownOptions: OwnOptions,
  log: (message: string) => void,
): Promise<Splitters> {
  const tokenCounter = await loadTokenCounter('cl100k_base');
  const count = remembered((text) => tokenCounter.count(text));
  const peers = withPeers ? await loadTokenPeers(count, log) : [];
  return {
    count,
    async make(size) {
      const others = peers.map(async ({ name, make }) => [name, locating(await make(size))] as const);
      return [['structural', structural(size, ownOptions, tokenCounter)], ...(await Promise.all(others))];
    },
  };
}

function structural(maxTokens: number, ownOptions: OwnOptions, tokenCounter: TokenCounter): Split {
  return async (text) =>
    chunkSync(text, { ...ownOptions(text), maxTokens, tokenCounter }).chunks.map(
      ({ sourcePosition: { charStart, charEnd }, embedText, headerPath }) => ({
        start: charStart,
        end: charEnd,
        indexedText: embedText,
        headings: headerPath,
      }),
    );
}

function locating(split: (text: string) => Promise<readonly string[]>): Split {
  return async (text) =>
    locateChunks(text, await split(text)).map((range) => ({
      ...range,
      indexedText: text.slice(range.start, range.end),
    }));
}

/** Limits of chunks as a command line names them: `200,400`. */
export function tokenSizes(value: string): number[] {
  if (!/^[1-9]\d*(?:,[1-9]\d*)*$/.test(value)) throw new InvalidArgumentError('It must be numbers such as 200,400.');
  return value.split(',').map(Number);
}
