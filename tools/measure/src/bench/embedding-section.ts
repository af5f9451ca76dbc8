import { chunkFileText, semanticStrategy } from '@topicmill/chunking';
import { embedText } from '@topicmill/embedding/static-embeddings';
import { bundledWordVectors } from '@topicmill/embedding/static-embeddings/node';
import { loadTokenCounter } from '@topicmill/text/tokens';
import { median } from '../statistics.js';
import type { Table } from '../table.js';
import { compareRates } from './compare-rates.js';
import { type Documents, describeDocuments } from './documents.js';

const LOAD_COUNT = 5;

/** How long the built-in embedder takes to load, and how many chunks it embeds. */
export async function embeddingSection(documents: Documents, roundCount: number): Promise<Table> {
  const loadMs = Array.from({ length: LOAD_COUNT }, millisecondsToLoad);
  const vectors = bundledWordVectors();
  const texts = await chunkTexts(documents.texts);
  const byteCount = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  const candidate = { name: 'embedText', run: (text: string) => embedText(vectors, text).length };
  const [rate] = await compareRates([candidate], texts, roundCount);
  const chunksPerSecond = (megabytesPerSecond: number) => (megabytesPerSecond * 1e6 * texts.length) / byteCount;
  return {
    title: 'Built-in embedder',
    notes: [
      `${describeDocuments(documents)}; ${texts.length} chunks of ${(byteCount / texts.length).toFixed(0)} bytes.`,
      'Chunks and MB for each second of CPU time of one thread; loading in milliseconds.',
    ],
    columns: ['first', 'median'],
    rows: [
      { name: 'ms to load the word table', values: [loadMs[0]!, median(loadMs.slice(1))] },
      {
        name: 'chunks/s',
        values: [chunksPerSecond(rate!.firstMegabytesPerSecond), chunksPerSecond(rate!.megabytesPerSecond)],
      },
      { name: 'MB/s', values: [rate!.firstMegabytesPerSecond, rate!.megabytesPerSecond] },
    ],
  };
}

function millisecondsToLoad(): number {
  const before = performance.now();
  bundledWordVectors();
  return performance.now() - before;
}

/** What the pipeline embeds: the text of each chunk's file. */
async function chunkTexts(documents: readonly string[]): Promise<string[]> {
  const tokenCounter = await loadTokenCounter('words');
  const strategy = semanticStrategy({ tokenCounter });
  return documents.flatMap((text) => {
    const { chunks } = strategy.chunk({ text, file: 'golden-reference.md', fileTitle: 'golden-reference' });
    return chunks.map((chunk) => chunkFileText(chunk, text));
  });
}
