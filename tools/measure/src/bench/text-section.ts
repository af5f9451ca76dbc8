import { scanLines, splitFrontMatter } from '@topicmill/text/markdown';
import { loadTokenCounter, TOKEN_COUNTER_NAMES } from '@topicmill/text/tokens';
import type { Row, Table } from '../table.js';
import { type Candidate, compareRates } from './compare-rates.js';
import { type Documents, describeDocuments } from './documents.js';

/** How fast the line scan and the token counters read, and how long the counters take to load. */
export async function textSection(documents: Documents, roundCount: number): Promise<Table> {
  const { texts } = documents;
  const candidates: Candidate[] = [
    { name: 'scanLines', run: (text) => scanLines(text, splitFrontMatter(text).bodyOffset).lineCount },
  ];
  const loadMs = new Map<string, number>();
  for (const name of TOKEN_COUNTER_NAMES) {
    const before = performance.now();
    const counter = await loadTokenCounter(name);
    loadMs.set(name, performance.now() - before);
    candidates.push({ name, run: (text) => counter.count(text) });
  }
  const rates = await compareRates(candidates, texts, roundCount);
  return {
    title: 'Line scan and token counters',
    notes: [
      `${describeDocuments(documents)}; ${roundCount} rounds after a first one.`,
      'MB/s: 10⁶ bytes of UTF-8 for each second of CPU time.',
    ],
    columns: ['first MB/s', 'MB/s', 'ms to load'],
    rows: rates.map(
      (rate): Row => ({
        name: rate.name,
        values: [rate.firstMegabytesPerSecond, rate.megabytesPerSecond, loadMs.get(rate.name)],
      }),
    ),
  };
}
