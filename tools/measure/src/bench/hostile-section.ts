import { TopicmillError } from '@topicmill/base/diagnostics';
import {
  chunkSync,
  DEFAULT_ARTIFACT_SIZES,
  DEFAULT_TWO_TIER_OPTIONS,
  semanticStrategy,
  splitArtifact,
  twoTierStrategy,
} from '@topicmill/chunking';
import { loadTokenCounter, loadTokenLocator } from '@topicmill/text/tokens';
import type { Row, Table } from '../table.js';
import { HOSTILE_INPUTS } from './hostile-inputs.js';

/** The least CPU time that is compared with that of twice the text. */
const MIN_MS = 20;
const FIRST_LENGTH = 1 << 14;
const MAX_LENGTH = 1 << 20;
const ROUNDS = 2;
/** How often a text is doubled again whose ratio is too large: what grows too fast does so at every length. */
const MAX_REPEATS = 3;
/** How many times as long twice the text may take. */
const MAX_RATIO = 2.5;

type Split = (text: string) => unknown;

/**
 * How much longer each strategy takes for twice as much of a text that is made to be slow. A text is doubled until it
 * takes 20 ms or has a million characters; then the least CPU times of two rounds are compared, and
 * again with longer texts where the ratio is too large: a collection of garbage may fall into a short one, and where
 * the pieces of a text grow with it, time rises faster until they are longer than what is kept or looked at at once.
 */
export async function hostileSection(log: (message: string) => void): Promise<Table> {
  const strategies = await splitters();
  const over: string[] = [];
  const rows: Row[] = [];
  for (const { name, make } of HOSTILE_INPUTS) {
    const values: (number | undefined)[] = [];
    for (const [strategy, split] of strategies) {
      const ratio = doublingRatio(split, make);
      if (ratio !== undefined && ratio > MAX_RATIO) over.push(`${name} with ${strategy}`);
      values.push(ratio);
    }
    rows.push({ name, values });
    log(`${name}: ${values.map((value) => value?.toFixed(2) ?? 'refused').join(' ')}\n`);
  }
  return {
    title: 'Hostile texts',
    notes: [
      'CPU time for twice the text over that for the text, least of two rounds; – where a text is refused with a code.',
      over.length === 0 ? `None over ${MAX_RATIO}.` : `Over ${MAX_RATIO}: ${over.join('; ')}.`,
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
        const milliseconds = cpuMs(split, letters(count));
        return milliseconds === undefined ? undefined : milliseconds / 1000;
      }),
    })),
  };
}

async function splitters(): Promise<ReadonlyMap<string, Split>> {
  const tokenCounter = await loadTokenCounter('cl100k_base');
  const tokens = await loadTokenLocator('cl100k_base');
  const semantic = semanticStrategy({
    minTokens: 250,
    maxTokens: 750,
    tail: 'merge',
    tokenCounter: await loadTokenCounter('words'),
  });
  const twoTier = twoTierStrategy({
    ...DEFAULT_TWO_TIER_OPTIONS,
    tokenCounter: await loadTokenCounter('wordpiece-fitted'),
  });
  const book = (file: string) => (text: string) => twoTier.chunk({ text, file, docId: 'book', title: 'Book' });
  const artifact = (type: string) => (text: string) =>
    splitArtifact(text, type, { sizes: DEFAULT_ARTIFACT_SIZES, tokens });
  return new Map<string, Split>([
    ['structural', (text) => chunkSync(text, { fileTitle: 'Guide', tokenCounter })],
    ['semantic', (text) => semantic.chunk({ text, file: 'guide.md', fileTitle: 'Guide' })],
    ['two-tier', book('book.md')],
    ['two-tier, plain', book('book.txt')],
    ['headings', artifact('markdown')],
    ['email-blocks', artifact('email')],
    ['speaker-turns', artifact('chat')],
    ['token-window', artifact('text')],
  ]);
}

/** `undefined` when the text is refused. */
function doublingRatio(split: Split, make: (length: number) => string): number | undefined {
  let length = FIRST_LENGTH;
  for (let least = cpuMs(split, make(length)); ; least = cpuMs(split, make(length))) {
    if (least === undefined) return undefined;
    if (least >= MIN_MS || length >= MAX_LENGTH) break;
    length *= 2;
  }
  let ratio = ratioAt(length, split, make);
  for (let again = 0; again < MAX_REPEATS && ratio > MAX_RATIO; again++) {
    length *= 2;
    ratio = ratioAt(length, split, make);
  }
  return ratio;
}

function ratioAt(length: number, split: Split, make: (length: number) => string): number {
  const [single, double] = [make(length), make(2 * length)];
  let [leastSingle, leastDouble] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let round = 0; round < ROUNDS; round++) {
    leastSingle = Math.min(leastSingle, cpuMs(split, single) ?? Number.NaN);
    leastDouble = Math.min(leastDouble, cpuMs(split, double) ?? Number.NaN);
  }
  return leastDouble / leastSingle;
}

/** Milliseconds of CPU; `undefined` when the text is refused with a code. */
function cpuMs(split: Split, text: string): number | undefined {
  const before = process.cpuUsage();
  try {
    split(text);
  } catch (error) {
    if (error instanceof TopicmillError) return undefined;
    throw error;
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
