import { DEFAULT_TWO_TIER_OPTIONS, twoTierStrategy } from '@topicmill/chunking';
import { loadTokenCounter, type TokenCounter } from '@topicmill/text/tokens';
import type { Row, Table } from '../table.js';
import { generateBook } from './generate-book.js';

const MEGABYTES = [1, 3, 10];

/** Time and memory of books in two tiers, markdown and plain text, after a first round that is not counted. */
export async function booksSection(): Promise<Table> {
  const tokenCounter = await loadTokenCounter('wordpiece-fitted');
  const rows = (['markdown', 'plain'] as const).flatMap((kind): Row[] => {
    measure(generateBook(MEGABYTES[0]! * 1e6, kind), tokenCounter);
    return MEGABYTES.map((megabytes) => ({
      name: `${kind}, ${megabytes} MB`,
      values: measure(generateBook(megabytes * 1e6, kind), tokenCounter),
    }));
  });
  return {
    title: 'Books in two tiers',
    notes: [
      'Seconds of CPU time. Heap: the most in use at a section, above what was in use before; the text itself not counted.',
      'Run node with --expose-gc for the heap. For texts that are made to be slow, see the section hostile.',
    ],
    columns: ['s', 'heap MB', 'records'],
    rows,
  };
}

function measure(text: string, tokenCounter: TokenCounter): number[] {
  globalThis.gc?.();
  const heapBefore = process.memoryUsage().heapUsed;
  const cpuBefore = process.cpuUsage();
  let recordCount = 0;
  let heapBytes = 0;
  const strategy = twoTierStrategy({ ...DEFAULT_TWO_TIER_OPTIONS, tokenCounter });
  for (const { snippets } of strategy.read({ text, file: 'book', docId: 'book', title: 'Book' }).groups) {
    if (recordCount % 64 === 0) heapBytes = Math.max(heapBytes, process.memoryUsage().heapUsed - heapBefore);
    recordCount += 1 + snippets.length;
  }
  const { user, system } = process.cpuUsage(cpuBefore);
  return [(user + system) / 1e6, heapBytes / 1e6, recordCount];
}
