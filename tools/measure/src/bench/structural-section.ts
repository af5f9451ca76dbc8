import { type ChunkOptions, chunkSync } from '@topicmill/chunking';
import { loadTokenCounter, type TokenCounter } from '@topicmill/text/tokens';
import type { TokenPeer } from '../peers.js';
import type { Table } from '../table-command.js';
import { type Candidate, compareRates, pairedRatio, type Rate } from './compare-rates.js';
import { type Documents, describeDocuments } from './documents.js';

const SIZE = 400;
/** Peers that are fast enough, or used enough, to be measured with a counter of their own too. */
const COMPARED = ['LangChain Markdown', 'chonkie Recursive'];
const OWN_COUNTER_SUFFIX = ', gpt-tokenizer';

/**
 * How fast documents become records of the structural strategy, compared with splitters that count tokens with the same
 * `cl100k_base` counter, and with some of them using the counter that their users have.
 *
 * @param loadPeers given no counter, they count with gpt-tokenizer
 */
export async function structuralSection(
  documents: Documents,
  loadPeers: (count: ((text: string) => number) | undefined) => Promise<readonly TokenPeer[]>,
  roundCount: number,
): Promise<Table> {
  const tokenCounter = await loadTokenCounter('cl100k_base');
  const sharing = await loadPeers((text) => tokenCounter.count(text));
  const others = (await loadPeers(undefined)).filter(({ name }) => COMPARED.includes(name)).map(withSuffix);
  const candidates = [
    ...ownCandidates(tokenCounter),
    ...(await Promise.all([...sharing, ...others].map(peerCandidate))),
  ];
  const rates = await compareRates(candidates, documents.texts, roundCount);
  const chunkCounts = await Promise.all(candidates.map((candidate) => countChunks(candidate, documents.texts)));
  const compared = rates.filter(({ name }) => COMPARED.includes(name.replace(OWN_COUNTER_SUFFIX, '')));
  return {
    title: 'Structural chunks',
    notes: [
      `${describeDocuments(documents)}; ${roundCount} rounds after a first one; at most ${SIZE} tokens a chunk.`,
      'MB/s: 10⁶ bytes of UTF-8 for each second of CPU time. × a peer: how many times as fast, median of the rounds.',
      'Where no other counter is named, all count with that of @topicmill/tokens, which keeps what it has counted, so it is',
      'filled after the first round.',
    ],
    columns: ['first MB/s', 'MB/s', ...compared.map(({ name }) => `× ${name}`), 'chunks'],
    rows: rates.map((rate: Rate, i) => ({
      name: rate.name,
      values: [
        rate.firstMegabytesPerSecond,
        rate.megabytesPerSecond,
        ...compared.map((peer) => pairedRatio(rate, peer)),
        candidates[i]!.name === COUNT_ALONE ? undefined : chunkCounts[i],
      ],
    })),
  };
}

function withSuffix({ name, make }: TokenPeer): TokenPeer {
  return { name: `${name}${OWN_COUNTER_SUFFIX}`, make };
}

const COUNT_ALONE = 'tokens counted once';

function ownCandidates(tokenCounter: TokenCounter): Candidate[] {
  const records = (options: Partial<ChunkOptions>) => (text: string) =>
    chunkSync(text, { fileTitle: 'golden-reference', maxTokens: SIZE, tokenCounter, ...options }).chunks.length;
  return [
    { name: COUNT_ALONE, run: (text) => tokenCounter.count(text) },
    { name: 'structural, no overlap', run: records({ overlapSentences: 0 }) },
    { name: 'structural', run: records({}) },
  ];
}

async function peerCandidate({ name, make }: TokenPeer): Promise<Candidate> {
  const split = await make(SIZE);
  return { name, run: async (text) => (await split(text)).length };
}

async function countChunks({ run }: Candidate, texts: readonly string[]): Promise<number> {
  let total = 0;
  for (const text of texts) total += await run(text);
  return total;
}
