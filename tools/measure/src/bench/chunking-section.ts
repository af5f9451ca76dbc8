import { sha256Hex } from '@topicmill/base/files';
import { type ChunkingStrategy, chunkSync, semanticStrategy } from '@topicmill/chunking';
import { chunkSource } from '@topicmill/pipeline/chunk-files';
import { scanLines, splitFrontMatter } from '@topicmill/text/markdown';
import { loadTokenCounter } from '@topicmill/text/tokens';
import type { TokenPeer } from '../peers.js';
import type { Table } from '../table-command.js';
import { type Candidate, compareRates, pairedRatio } from './compare-rates.js';
import { type Documents, describeDocuments } from './documents.js';

/** Tokens of a chunk of the structural strategy and of the peers, at most. */
const SIZE = 400;
/** Peers that are fast enough, or used enough, that ratios to them are told. */
const COMPARED = ['LangChain Markdown', 'chonkie Recursive'];
const NAMES = { sourceName: 'golden-reference.md', displayPath: 'golden-reference.md' };

/**
 * How fast documents become chunks and records, compared with splitters that count tokens with the same counter.
 *
 * @param loadPeers given the counter
 */
export async function chunkingSection(
  documents: Documents,
  loadPeers: (count: (text: string) => number) => Promise<readonly TokenPeer[]>,
  roundCount: number,
): Promise<Table> {
  const { texts } = documents;
  const tokenCounter = await loadTokenCounter('cl100k_base');
  const peers = await loadPeers((text) => tokenCounter.count(text));
  const candidates = [...(await ownCandidates()), ...(await Promise.all(peers.map(peerCandidate)))];
  const rates = await compareRates(candidates, texts, roundCount);
  const compared = rates.filter(({ name }) => COMPARED.includes(name));
  return {
    title: 'Chunking',
    notes: [
      `${describeDocuments(documents)}; ${roundCount} rounds after a first one; records and peers: at most ${SIZE} tokens.`,
      'MB/s: 10⁶ bytes of UTF-8 for each second of CPU time. × a peer: how many times as fast, median of the rounds.',
      'All count with cl100k_base of @topicmill/tokens, which keeps what it has counted, so it is filled after the first round.',
    ],
    columns: ['first MB/s', 'MB/s', ...compared.map(({ name }) => `× ${name}`)],
    rows: rates.map((rate) => ({
      name: rate.name,
      values: [
        rate.firstMegabytesPerSecond,
        rate.megabytesPerSecond,
        ...compared.map((peer) => pairedRatio(rate, peer)),
      ],
    })),
  };
}

async function ownCandidates(): Promise<Candidate[]> {
  const words = semanticStrategy({ tokenCounter: await loadTokenCounter('words') });
  const tokenCounter = await loadTokenCounter('cl100k_base');
  const inTokens = semanticStrategy({ tokenCounter });
  const sumOf = (text: string, work: (start: number, end: number) => number): number =>
    chunksOf(words, text).reduce((sum, { startOffset, endOffset }) => sum + work(startOffset, endOffset), 0);
  const recordCount = (text: string, overlap: { readonly overlapSentences?: number }): number =>
    chunkSync(text, { fileTitle: 'golden-reference', maxTokens: SIZE, tokenCounter, ...overlap }).chunks.length;
  return [
    { name: 'line scan alone', run: (text) => scanLines(text, splitFrontMatter(text).bodyOffset).lineCount },
    { name: 'semantic, words', run: (text) => chunksOf(words, text).length },
    {
      name: '  and a SHA-256 of each chunk',
      run: (text) => sumOf(text, (start, end) => sha256Hex(text.slice(start, end)).length),
    },
    {
      name: '  and cl100k_base tokens of each chunk',
      run: (text) => sumOf(text, (start, end) => tokenCounter.count(text, start, end)),
    },
    { name: 'semantic, cl100k_base', run: (text) => chunksOf(inTokens, text).length },
    {
      name: 'chunk step: files and manifest',
      run: async (text) => (await chunkSource({ text, bytes: Buffer.from(text) }, words, NAMES)).files.size,
    },
    { name: 'tokens counted once', run: (text) => tokenCounter.count(text) },
    { name: 'structural, no overlap', run: (text) => recordCount(text, { overlapSentences: 0 }) },
    { name: 'structural', run: (text) => recordCount(text, {}) },
  ];
}

async function peerCandidate({ name, make }: TokenPeer): Promise<Candidate> {
  const split = await make(SIZE);
  return { name, run: async (text) => (await split(text)).length };
}

function chunksOf(strategy: ChunkingStrategy, text: string) {
  return strategy.chunk({ text, file: 'golden-reference.md', fileTitle: 'golden-reference' }).chunks;
}
