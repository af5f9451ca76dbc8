import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { TopicmillError } from '@topicmill/base/diagnostics';
import type { ChunkingStrategy, ChunkOptions, chunkSync, semanticStrategy } from '@topicmill/chunking';
import { findHiddenText } from '@topicmill/text/hidden-text';
import { type scanLines, splitFrontMatter } from '@topicmill/text/markdown';
import type { loadTokenCounter } from '@topicmill/text/tokens';
import type { Table } from '../table-command.js';
import type { Candidate } from './compare-rates.js';
import { type Documents, describeDocuments } from './documents.js';

/** The functions of one checkout that are measured. */
interface CheckoutLibraries {
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
async function checkoutLibraries(root: string): Promise<CheckoutLibraries> {
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

const OWN_ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const STRUCTURAL_TOKENS = 400;
const NAMES = { file: 'golden-reference.md', fileTitle: 'golden-reference' };

/** Folders of two checkouts, installed and built. */
export interface ComparedCheckouts {
  /** This one where none is named. */
  readonly checkout?: string | undefined;
  /** What it is compared with. */
  readonly against: string;
}

/**
 * CPU time of the same work with the libraries of two checkouts, in one process and in turn.
 *
 * @throws TopicmillError `INVALID_OPTION` when one is not built
 */
export async function checkoutsSection(
  documents: Documents,
  { checkout = OWN_ROOT, against }: ComparedCheckouts,
  roundCount: number,
): Promise<Table> {
  const candidates = await candidatesOf(await checkoutLibraries(checkout));
  const others = await candidatesOf(await checkoutLibraries(against));
  const hiddenText: Candidate = {
    name: '  of it hidden text, which only this one may look for',
    run: (text) => findHiddenText(text, splitFrontMatter(text).bodyOffset).length,
  };
  const own = checkout === OWN_ROOT ? [...candidates, hiddenText] : candidates;
  const [ownTimes, otherTimes] = await fastestTimes(own, others, documents.texts, roundCount);
  return {
    title: `${checkout === OWN_ROOT ? 'This checkout' : checkout} compared with ${against}`,
    notes: [
      `${describeDocuments(documents)}; ${roundCount} rounds after a first one.`,
      'MB/s: 10⁶ bytes of UTF-8 for each second of CPU time, of each document the fastest round, which other processes',
      'disturb least. CPU time: that of the first checkout, divided by that of the other one.',
    ],
    columns: ['MB/s', 'MB/s, other', 'CPU time'],
    rows: own.map(({ name }, at) => {
      const [time, otherTime] = [ownTimes[at]!, otherTimes[at]];
      const speeds = [time, otherTime].map((each) => each && documents.byteCount / each);
      return { name, values: [...speeds, otherTime && time / otherTime] };
    }),
  };
}

/** Microseconds of CPU time that all texts take with each candidate, each text in its fastest round; both sides in turn. */
async function fastestTimes(
  own: readonly Candidate[],
  others: readonly Candidate[],
  texts: readonly string[],
  roundCount: number,
): Promise<[number[], number[]]> {
  const totals: [number[], number[]] = [own.map(() => 0), others.map(() => 0)];
  for (let at = 0; at < own.length; at++) {
    const sides = [own[at], others[at]];
    const fastest = sides.map(() => texts.map(() => Number.POSITIVE_INFINITY));
    for (let round = 0; round <= roundCount; round++) {
      for (const [i, text] of texts.entries()) {
        for (const side of (round + i) % 2 === 0 ? [0, 1] : [1, 0]) {
          const time = await microsecondsOf(sides[side], text);
          if (round > 0) fastest[side]![i] = Math.min(fastest[side]![i]!, time);
        }
      }
    }
    for (const [side, times] of fastest.entries()) {
      if (sides[side]) totals[side]![at] = times.reduce((sum, time) => sum + time, 0);
    }
  }
  return totals;
}

async function microsecondsOf(candidate: Candidate | undefined, text: string): Promise<number> {
  const before = process.cpuUsage();
  await candidate?.run(text);
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

async function candidatesOf(libraries: CheckoutLibraries): Promise<Candidate[]> {
  const { chunkSync, loadTokenCounter, scanLines, semanticStrategy, splitFrontMatter, chunkFileCount } = libraries;
  const words = await loadTokenCounter('words');
  const cl100k = await loadTokenCounter('cl100k_base');
  // Older checkouts have no defaults for sizes.
  const sizes = { minTokens: 250, maxTokens: 750, tail: 'merge' } as const;
  const inWords = semanticStrategy({ ...sizes, tokenCounter: words });
  const inTokens = semanticStrategy({ ...sizes, tokenCounter: cl100k });
  const structural = (text: string, options: Partial<ChunkOptions>) =>
    chunkSync(text, { fileTitle: NAMES.fileTitle, maxTokens: STRUCTURAL_TOKENS, tokenCounter: cl100k, ...options })
      .chunks.length;
  return [
    { name: 'line scan', run: (text) => scanLines(text, splitFrontMatter(text).bodyOffset).lineCount },
    { name: 'words', run: (text) => words.count(text) },
    { name: 'cl100k_base', run: (text) => cl100k.count(text) },
    { name: 'semantic, words', run: (text) => inWords.chunk({ text, ...NAMES }).chunks.length },
    { name: 'semantic, cl100k_base', run: (text) => inTokens.chunk({ text, ...NAMES }).chunks.length },
    { name: 'structural, no overlap', run: (text) => structural(text, { overlapSentences: 0 }) },
    { name: 'structural', run: (text) => structural(text, {}) },
    { name: 'chunk step: files and manifest', run: (text) => chunkFileCount(text, inWords) },
  ];
}
