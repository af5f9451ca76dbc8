import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { sha256Hex } from '@topicmill/base/files';
import { splitDocument } from '@topicmill/pages/pagination';
import { loadTokenCounter } from '@topicmill/text/tokens';
import { longDocument } from './long-document.js';

const DOCUMENT_TOKENS = [1_000, 10_000, 50_000, 200_000, 800_000, 1_600_000];
const PAGE_TOKENS = 3584;
const MIN_ROUNDS = 5;
const MIN_MEASURED_SECONDS = 0.5;
const WARM_UP_TOKENS = 50_000;
const WARM_UP_ROUNDS = 15;
const PEERS = new URL('../../bench/peers/package.json', import.meta.url);

interface Splitter {
  readonly name: string;
  /** Returns the number of pages. */
  split(text: string): Promise<number>;
}

interface PeerModule {
  readonly MarkdownTextSplitter: new (options: {
    chunkSize: number;
    chunkOverlap: number;
    lengthFunction: (text: string) => number;
  }) => { splitText(text: string): Promise<string[]> };
}

const counter = await loadTokenCounter('cl100k_base');

const own: Splitter = {
  name: 'paginate',
  split: async (text) => {
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
  },
};

/** LangChain's splitter for chunks of the same size by the same counter; none unless `npm run bench` installed it. */
async function langchain(): Promise<Splitter[]> {
  if (!existsSync(new URL('node_modules', PEERS))) return [];
  const path = createRequire(PEERS).resolve('@langchain/textsplitters');
  const { MarkdownTextSplitter } = (await import(pathToFileURL(path).href)) as PeerModule;
  const splitter = new MarkdownTextSplitter({
    chunkSize: PAGE_TOKENS,
    chunkOverlap: 0,
    lengthFunction: (text) => counter.count(text),
  });
  return [{ name: 'LangChain MarkdownTextSplitter', split: async (text) => (await splitter.splitText(text)).length }];
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
  return { seconds: times.sort((a, b) => a - b)[times.length >> 1]!, pageCount };
}

/** Lets the code be compiled, so that the first document is measured like the others. */
async function warmUp(splitters: readonly Splitter[]): Promise<void> {
  const text = longDocument(WARM_UP_TOKENS, counter);
  for (const { split } of splitters) for (let round = 0; round < WARM_UP_ROUNDS; round++) await split(text);
}

/** Prints how fast documents of growing length become pages, beside another splitter. */
export async function measureSpeed(): Promise<void> {
  const splitters = [own, ...(await langchain())];
  process.stdout.write(
    `Pages of ${PAGE_TOKENS} tokens (cl100k_base); CPU time after a warm-up, median of ${MIN_ROUNDS} rounds or more.\n\n`,
  );
  await warmUp(splitters);
  for (const tokens of DOCUMENT_TOKENS) {
    // Decoded, as a file is: strings that were put together are slower to read.
    const bytes = Buffer.from(longDocument(tokens, counter));
    for (const splitter of splitters) {
      const { seconds, pageCount } = await measure(splitter, bytes.toString('utf8'));
      const rate = bytes.length / 1e6 / seconds;
      process.stdout.write(
        `${String(tokens).padStart(8)} tokens  ${splitter.name.padEnd(32)} ${rate.toFixed(1).padStart(6)} MB/s  ${(seconds * 1000).toFixed(1).padStart(8)} ms  ${pageCount} pages\n`,
      );
    }
  }
}
