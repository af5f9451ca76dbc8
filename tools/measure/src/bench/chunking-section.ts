import { sha256Hex } from '@topicmill/base/files';
import { type ChunkingStrategy, semanticStrategy } from '@topicmill/chunking';
import { chunkSource } from '@topicmill/pipeline/chunk-files';
import { scanLines, splitFrontMatter } from '@topicmill/text/markdown';
import { loadTokenCounter } from '@topicmill/text/tokens';
import type { Peer } from '../peers.js';
import type { Table } from '../table-command.js';
import { type Candidate, compareRates, type Rate } from './compare-rates.js';
import { type Documents, describeDocuments } from './documents.js';

const OWN_NAME = 'semantic, words';

const NAMES = { sourceName: 'golden-reference.md', displayPath: 'golden-reference.md' };

/** How fast documents become chunks, compared with other splitters. */
export async function chunkingSection(
  documents: Documents,
  peers: readonly Peer[],
  roundCount: number,
): Promise<Table> {
  const { texts } = documents;
  const strategy = await semantic('words');
  const chunkCounts = new Map<string, number>([[OWN_NAME, countChunks(strategy, texts)]]);
  for (const peer of peers) {
    let chunkCount = 0;
    for (const text of texts) chunkCount += await peer.split(text);
    chunkCounts.set(peer.name, chunkCount);
  }
  const candidates = [
    ...(await ownCandidates(strategy)),
    ...peers.map(({ name, split }): Candidate => ({ name, run: split })),
  ];
  const rates = await compareRates(candidates, texts, roundCount);
  const speedOf = (name: string) => rates.find((rate) => rate.name === name)!.megabytesPerSecond;
  return {
    title: 'Chunking',
    notes: [
      `${describeDocuments(documents)}; ${roundCount} rounds after a first one.`,
      'MB/s: 10⁶ bytes of UTF-8 for each second of CPU time. × a peer: how many times as fast.',
    ],
    columns: ['first MB/s', 'MB/s', ...peers.map(({ shortName }) => `× ${shortName}`), 'bytes a chunk'],
    rows: rates.map((rate: Rate) => {
      const chunkCount = chunkCounts.get(rate.name);
      return {
        name: rate.name,
        values: [
          rate.firstMegabytesPerSecond,
          rate.megabytesPerSecond,
          ...peers.map(({ name }) => rate.megabytesPerSecond / speedOf(name)),
          chunkCount === undefined ? undefined : documents.byteCount / chunkCount,
        ],
      };
    }),
  };
}

async function ownCandidates(strategy: ChunkingStrategy): Promise<Candidate[]> {
  const cl100k = await loadTokenCounter('cl100k_base');
  const inTokens = await semantic('cl100k_base');
  return [
    { name: 'line scan alone', run: (text) => scanLines(text, splitFrontMatter(text).bodyOffset).lineCount },
    { name: OWN_NAME, run: (text) => chunkOf(strategy, text).length },
    {
      name: '  and a SHA-256 of each chunk',
      run: (text) =>
        chunkOf(strategy, text).reduce(
          (sum, { startOffset, endOffset }) => sum + sha256Hex(text.slice(startOffset, endOffset)).length,
          0,
        ),
    },
    {
      name: '  and cl100k_base tokens of each chunk',
      run: (text) =>
        chunkOf(strategy, text).reduce(
          (sum, { startOffset, endOffset }) => sum + cl100k.count(text, startOffset, endOffset),
          0,
        ),
    },
    { name: 'semantic, cl100k_base', run: (text) => chunkOf(inTokens, text).length },
    {
      name: 'chunk step: files and manifest',
      run: async (text) => {
        const source = { text, bytes: Buffer.from(text) };
        return (await chunkSource(source, strategy, NAMES)).files.size;
      },
    },
  ];
}

async function semantic(counterName: 'words' | 'cl100k_base'): Promise<ChunkingStrategy> {
  const tokenCounter = await loadTokenCounter(counterName);
  return semanticStrategy({ tokenCounter });
}

function countChunks(strategy: ChunkingStrategy, texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + chunkOf(strategy, text).length, 0);
}

function chunkOf(strategy: ChunkingStrategy, text: string) {
  return strategy.chunk({ text, file: 'golden-reference.md', fileTitle: 'golden-reference' }).chunks;
}
