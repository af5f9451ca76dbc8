import { MAX_GROWTH } from '@topicmill/test-support/time-growth';
import type { Row, Table } from '../table.js';
import { HOSTILE_INPUTS } from './hostile-inputs.js';
import { splitGrowth, splitMs, splitters } from './splitters.js';

/** How much longer each strategy takes for twice as much of a text that is made to be slow. */
export async function hostileSection(log: (message: string) => void): Promise<Table> {
  const strategies = await splitters();
  const over: string[] = [];
  const rows: Row[] = [];
  for (const { name, make } of HOSTILE_INPUTS) {
    const values: (number | undefined)[] = [];
    for (const [strategy, split] of strategies) {
      const ratio = splitGrowth(split, make);
      if (ratio !== undefined && ratio > MAX_GROWTH) over.push(`${name} with ${strategy}`);
      values.push(ratio);
    }
    rows.push({ name, values });
    log(`${name}: ${values.map((value) => value?.toFixed(2) ?? 'refused').join(' ')}\n`);
  }
  return {
    title: 'Hostile texts',
    notes: [
      'CPU time for twice the text over that for the text, least of two rounds; – where a text is refused with a code.',
      over.length === 0 ? `None over ${MAX_GROWTH}.` : `Over ${MAX_GROWTH}: ${over.join('; ')}.`,
    ],
    columns: [...strategies.keys()],
    rows,
  };
}

/** Seconds of CPU for one word of this many letters, and for half of them. */
export async function giantWordSection(megabytes: number): Promise<Table> {
  const length = Math.round(megabytes * 1e6);
  const letters = (count: number) => Buffer.alloc(count, 'a').toString('utf8');
  return {
    title: 'One word',
    notes: ['Seconds of CPU for a text of one letter that is repeated, without any break.'],
    columns: [`s, ${megabytes / 2} MB`, `s, ${megabytes} MB`],
    rows: [...(await splitters())].map(([name, split]) => ({
      name,
      values: [length / 2, length].map((count) => {
        const milliseconds = splitMs(split, letters(count));
        return milliseconds === undefined ? undefined : milliseconds / 1000;
      }),
    })),
  };
}
