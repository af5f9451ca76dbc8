import { sha256Hex } from '@topicmill/base/files';
import { splitDocument } from '@topicmill/pages/pagination';
import { loadTokenCounter, type TokenCounter } from '@topicmill/text/tokens';
import { loadTokenPeers } from '../peers.js';
import { median } from '../statistics.js';
import type { Row, Table } from '../table.js';
import { longDocument } from './long-document.js';

const DOCUMENT_TOKENS = [1_000, 10_000, 50_000, 200_000, 800_000, 1_600_000];
const PAGE_TOKENS = 3584;
const MIN_ROUNDS = 5;
const MIN_MEASURED_SECONDS = 0.5;
const WARM_UP_TOKENS = 50_000;
const WARM_UP_ROUNDS = 15;
const PEER = 'LangChain Markdown';

interface Splitter {
  readonly name: string;
  /** Returns the number of pages. */
  split(text: string): Promise<number>;
}

/** Ours, and LangChain's splitter for chunks of the same size by the same counter where it can be installed. */
async function loadSplitters(counter: TokenCounter, log: (message: string) => void): Promise<Splitter[]> {
  const own = async (text: string): Promise<number> => {
    const { pages, diagnostics } = await splitDocument({
      text,
      file: 'document.md',
      baseUrl: 'https://example.com/document',
      limits: { maxTokens: PAGE_TOKENS, overlapTokens: 0, allowsOversize: false },
      counter,
      sha256: sha256Hex,
    });
    if (diagnostics.length > 0) throw new Error(diagnostics[0]!.message);
    return pages.length;
  };
  const peers = (await loadTokenPeers((text) => counter.count(text), log)).filter(({ name }) => name === PEER);
  const others = peers.map(async ({ name, make }): Promise<Splitter> => {
    const split = await make(PAGE_TOKENS);
    return { name, split: async (text) => (await split(text)).length };
  });
  return [{ name: 'paginate', split: own }, ...(await Promise.all(others))];
}

/** Median of the seconds of CPU time. Short documents are split more often, since clocks are coarse. */
async function measure(splitter: Splitter, text: string): Promise<{ seconds: number; pageCount: number }> {
  const times: number[] = [];
  let pageCount = 0;
  for (let total = 0; times.length < MIN_ROUNDS || total < MIN_MEASURED_SECONDS; total += times.at(-1)!) {
    const before = process.cpuUsage();
    pageCount = await splitter.split(text);
    const { user, system } = process.cpuUsage(before);
    times.push((user + system) / 1e6);
  }
  return { seconds: median(times), pageCount };
}

/** Lets the code be compiled, so that the first document is measured like the others. */
async function warmUp(splitters: readonly Splitter[], counter: TokenCounter): Promise<void> {
  const text = longDocument(WARM_UP_TOKENS, counter);
  for (const { split } of splitters) for (let round = 0; round < WARM_UP_ROUNDS; round++) await split(text);
}

/** How fast documents of growing length become pages, compared with another splitter. */
export async function pageSpeed(log: (message: string) => void): Promise<Table> {
  const counter = await loadTokenCounter('cl100k_base');
  const splitters = await loadSplitters(counter, log);
  await warmUp(splitters, counter);
  const rows: Row[] = [];
  for (const tokens of DOCUMENT_TOKENS) {
    // Decoded, as a file is: strings that were put together are slower to read.
    const bytes = Buffer.from(longDocument(tokens, counter));
    for (const splitter of splitters) {
      const { seconds, pageCount } = await measure(splitter, bytes.toString('utf8'));
      const values = [bytes.length / 1e6 / seconds, seconds * 1000, pageCount];
      rows.push({ name: `${tokens} tokens, ${splitter.name}`, values });
    }
  }
  return {
    title: `Pages of ${PAGE_TOKENS} tokens (cl100k_base)`,
    notes: [`CPU time after a warm-up, median of ${MIN_ROUNDS} rounds or more.`],
    columns: ['MB/s', 'ms', 'pages'],
    rows,
  };
}
