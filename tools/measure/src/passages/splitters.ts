import { type ChunkOptions, chunkSync } from '@topicmill/chunking';
import { loadTokenCounter, type TokenCounter } from '@topicmill/text/tokens';
import { InvalidArgumentError } from 'commander';
import { loadTokenPeers } from '../peers.js';
import { remembered } from '../remembered.js';
import type { Chunk } from './measure.js';
import type { Range } from './score-passages.js';

/** Splits a text. */
type Split = (text: string) => Promise<readonly Chunk[]>;
type NamedSplit = readonly [name: string, split: Split];

/** The structural strategy, and splitters of other libraries, that all count with the same counter. */
export interface Splitters {
  readonly tokenCounter: TokenCounter;
  /** Tokens of a text by cl100k_base; each text is counted once. */
  count(text: string): number;
  /** Named ways to split into chunks of at most so many tokens, ours first. */
  make(size: number): Promise<readonly [NamedSplit, ...NamedSplit[]]>;
}

/** What the structural strategy is given besides text, size and counter. */
type OwnOptions = Pick<ChunkOptions, 'breadcrumbMode' | 'fileTitle' | 'overlapSentences'>;

export async function loadSplitters(
  withPeers: boolean,
  ownOptions: OwnOptions,
  log: (message: string) => void,
): Promise<Splitters> {
  const tokenCounter = await loadTokenCounter('cl100k_base');
  const count = remembered((text) => tokenCounter.count(text));
  const peers = withPeers ? await loadTokenPeers(count, log) : [];
  return {
    tokenCounter,
    count,
    async make(size) {
      const others = peers.map(async ({ name, make }) => [name, locating(await make(size))] as const);
      return [
        ['structural', structural({ ...ownOptions, maxTokens: size }, tokenCounter)],
        ...(await Promise.all(others)),
      ];
    },
  };
}

/** Which of the others is compared at the same mean size. */
export const COMPARED = 'LangChain Recursive';
/** Steps that halve the range of sizes. */
const HALVINGS = 9;

/**
 * LangChain's recursive splitter, asked for chunks of the size that makes them as large as others on average.
 *
 * @param meanTokens of the others, over all texts
 * @returns `undefined` when it cannot be installed
 */
export async function withMeanSize(
  { make, count }: Splitters,
  texts: readonly string[],
  meanTokens: number,
): Promise<{ readonly size: number; readonly split: Split } | undefined> {
  let [low, high] = [1, Math.ceil(4 * meanTokens)];
  let nearest: { readonly size: number; readonly split: Split; readonly distance: number } | undefined;
  for (let step = 0; step < HALVINGS && high - low > 1; step++) {
    const size = (low + high) >> 1;
    const split = new Map(await make(size)).get(COMPARED);
    if (split === undefined) return undefined;
    const sizes = (await Promise.all(texts.map(split))).flat().map(({ indexedText }) => count(indexedText));
    const mean = sizes.reduce((sum, each) => sum + each, 0) / sizes.length;
    const distance = Math.abs(mean - meanTokens);
    if (nearest === undefined || distance < nearest.distance) nearest = { size, split, distance };
    if (mean > meanTokens) high = size;
    else low = size;
  }
  return nearest;
}

/** @param options besides the counter */
export function structural(options: Omit<ChunkOptions, 'tokenCounter'>, tokenCounter: TokenCounter): Split {
  return async (text) =>
    chunkSync(text, { ...options, tokenCounter }).chunks.map(
      ({ sourcePosition: { charStart, charEnd }, embedText, originalText }) => ({
        start: charStart,
        end: charEnd,
        indexedText: embedText,
        handedText: originalText,
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

/**
 * Where the texts of chunks are in a text, each after the start of the one before; white space does not count, since
 * some splitters change it. A chunk that is not found is left out.
 */
export function locateChunks(text: string, chunks: readonly string[]): Range[] {
  const { written, offsets } = withoutSpace(text);
  const ranges: Range[] = [];
  let from = 0;
  for (const chunk of chunks) {
    const wanted = chunk.replace(/\s+/g, '');
    if (wanted === '') continue;
    const at = written.indexOf(wanted, from);
    if (at === -1) continue;
    ranges.push({ start: offsets[at]!, end: offsets[at + wanted.length - 1]! + 1 });
    from = at + wanted.length;
  }
  return ranges;
}

function withoutSpace(text: string): { written: string; offsets: Uint32Array } {
  const offsets = new Uint32Array(text.length);
  let count = 0;
  let written = '';
  for (const { 0: word, index } of text.matchAll(/\S+/g)) {
    written += word;
    for (let at = 0; at < word.length; at++) offsets[count++] = index + at;
  }
  return { written, offsets };
}
