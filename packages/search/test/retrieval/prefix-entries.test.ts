import { expect, it } from 'vitest';
import { ByteWriter } from '../../src/retrieval/bytes.js';
import { OpenPostings } from '../../src/retrieval/search-index/postings.js';
import { prefixEntries, prefixKey, readEntry } from '../../src/retrieval/search-index/prefixes.js';

/** Kept of a beginning of words. */
const MOST = 512;

function entryOf(impacts: readonly number[]): Uint8Array {
  const writer = new ByteWriter();
  const postings = new OpenPostings();
  for (const [document, impact] of impacts.entries()) if (impact > 0) postings.add(document, impact);
  postings.write(writer);
  for (let field = 1; field < 4; field++) new OpenPostings().write(writer);
  return writer.finish();
}

/** Impacts of documents, most of them equal to others. */
function impactsOf(count: number, factor: number, step: number): number[] {
  return Array.from({ length: count }, (_, at) => (((at * factor) % 101) % 5) * step);
}

it.each([
  [1400, 37, 1],
  [1400, 59, 60],
  [640, 17, 1],
  [520, 3, 60],
  [200, 37, 1],
])(
  'keeps of a beginning of %i documents those with the largest impacts, of equal ones the first',
  (count, factor, step) => {
    const parts = [impactsOf(count, factor, step), impactsOf(count, factor + 2, step)];
    const made = prefixEntries(
      [
        ['tea', entryOf(parts[0]!)],
        ['teapot', entryOf(parts[1]!)],
      ],
      0,
    );
    const { documents, impacts } = readEntry(made.find(([term]) => term === prefixKey('te'))![1]).chunks;
    const largest = Array.from({ length: count }, (_, at) => Math.max(parts[0]![at]!, parts[1]![at]!));
    const best = [...largest.keys()]
      .filter((at) => largest[at]! > 0)
      .sort((a, b) => largest[b]! - largest[a]! || a - b)
      .slice(0, MOST)
      .sort((a, b) => a - b);
    expect([...documents]).toEqual(best);
    expect([...impacts]).toEqual(best.map((at) => largest[at]));
  },
);
