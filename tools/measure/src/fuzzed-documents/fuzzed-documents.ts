import { Worker } from 'node:worker_threads';
import { wholeNumber } from '@topicmill/base/cli';
import { TopicmillError } from '@topicmill/base/diagnostics';
import { MAX_GROWTH } from '@topicmill/test-support/time-growth';
import { type MeasureContext, type Row, type Table, tableCommand } from '../table-command.js';
import { hostileTexts } from './hostile-texts.js';
import { splitGrowth, splitters } from './split-growth.js';
import { readHostileTexts } from './text-readers.js';
import type { TrialMessage, TrialRange } from './trial-worker.js';
import { documentOf, type StrategyTotal } from './try-documents.js';

/** The largest ratios of CPU times for a text and for twice as much of it. */
export class GrowthCheck {
  private readonly worst = new Map<string, number>();
  private textCount = 0;

  private constructor(private readonly strategies: Awaited<ReturnType<typeof splitters>>) {}

  static async create(): Promise<GrowthCheck> {
    return new GrowthCheck(await splitters());
  }

  /**
   * Says which strategies take over 2.5 times as long for twice the text.
   *
   * @param name of the text, for messages
   */
  async check(text: string, name: string): Promise<string[]> {
    this.textCount++;
    const over: string[] = [];
    for (const [strategy, split] of this.strategies) {
      const ratio = await splitGrowth(split, (length) => text.repeat(Math.ceil(length / text.length)));
      if (ratio === undefined) continue;
      this.worst.set(strategy, Math.max(ratio, this.worst.get(strategy) ?? 0));
      if (ratio > MAX_GROWTH)
        over.push(`${name}: ${strategy} takes ${ratio.toFixed(2)} times as long for twice the text`);
    }
    return over;
  }

  table(): Table {
    return {
      title: 'Growth',
      notes: ['CPU time for twice the text over that for the text, each document repeated until it takes 20 ms.'],
      columns: ['documents', 'largest ratio'],
      rows: [...this.worst].map(([name, ratio]) => ({ name, values: [this.textCount, ratio] })),
    };
  }
}

interface FuzzedDocumentsOptions {
  readonly count: number;
  readonly mails?: number;
  readonly seed: number;
  readonly first: number;
  readonly growthEvery: number;
  readonly workers: number;
  readonly hostile: number;
  readonly readers?: readonly string[];
}

const SHOWN_VIOLATIONS = 20;
const PROGRESS_EVERY = 10_000;

/** Cuts made-up documents by every strategy, and reads made-up mails and hostile texts; fails with the first violations. */
export const fuzzedDocuments = tableCommand<FuzzedDocumentsOptions>(
  {
    name: 'npm run fuzz:documents --',
    description:
      'Cuts made-up documents by every strategy, and reads as many made-up mails: nothing is thrown, nothing is lost, limits and links are kept, and twice a text does not take over 2.5 times as long, openers of every kind that are repeated and nested included.',
    examples: [
      ['npm run fuzz:documents -- --count 3000', 'a few seconds'],
      ['npm run fuzz:documents -- --count 100000 --workers 2 --hostile 1200', 'half an hour on two cores'],
      ['npm run fuzz:documents -- --count 1 --hostile 1448 --readers mail chat', 'slow texts as mails and chats'],
      ['npm run fuzz:documents -- --count 1 --seed 1 --first 4711', 'the document that a violation names'],
    ],
  },
  (program) =>
    program
      .option('--count <number>', 'documents', wholeNumber(1), 10_000)
      .option('--mails <number>', 'mails and mailboxes (default: as many as documents)', wholeNumber(0))
      .option('--seed <number>', 'another seed makes other documents', wholeNumber(0), 1)
      .option('--first <number>', 'number of the first document', wholeNumber(0), 0)
      .option('--hostile <number>', 'texts that are made to be slow, of over 1,100', wholeNumber(0), 24)
      .option('--readers <part...>', 'only by readers whose names contain one of these (default: all)')
      .option('--workers <number>', 'threads that share the documents', wholeNumber(1), 1)
      .option(
        '--growth-every <number>',
        'interval, in documents, at which one is tried at twice its size',
        wholeNumber(1),
        5000,
      ),
  async function* measure(options, { log }) {
    const totals = await tried(options, log);
    yield {
      title: 'Fuzzed documents',
      notes: [
        `Seed ${options.seed}; sizes of chunks: the defaults, and small ones for 7 of 10; a document is one of four types of artifact. Of three mails one is damaged, and of five one is a mailbox.`,
      ],
      columns: ['documents', 'refused', 'chunks', 'exceptions and violations'],
      rows: [...totals].map(
        ([name, { documents, chunks, refused, violations }]): Row => ({
          name,
          values: [documents, refused, chunks, violations],
        }),
      ),
    };
    const growth = await grown(options, log);
    yield growth.table;
    const hostile = await hostileResult(options, log);
    yield hostile.table;
    const own = growth.tooFast + hostile.violations;
    const violationCount = [...totals.values()].reduce((sum, { violations }) => sum + violations, own);
    if (violationCount > 0) {
      throw new TopicmillError('RECORD_INVALID', `There are ${violationCount} violations.`, {
        remedy: 'Each is a defect of a chunker: reduce the document to the lines that show it.',
      });
    }
  },
);

/** Tries the documents in threads; says the first violations as they are found. */
async function tried(
  { seed, first, count, mails = count, workers }: FuzzedDocumentsOptions,
  log: MeasureContext['log'],
): Promise<ReadonlyMap<string, StrategyTotal>> {
  let documentCount = 0;
  let violationCount = 0;
  const onMessage = (message: TrialMessage): void => {
    if (message.kind === 'violation' && ++violationCount <= SHOWN_VIOLATIONS) log(`${message.message}\n`);
    if (message.kind !== 'tried') return;
    documentCount += message.documents;
    if (documentCount % PROGRESS_EVERY === 0)
      log(`${documentCount} documents and mails, ${violationCount} violations\n`);
  };
  const parts = await Promise.all(
    Array.from({ length: workers }, (_, index) =>
      workerTotals(
        { seed, first: first + index, end: first + count, endOfMails: first + mails, step: workers },
        onMessage,
      ),
    ),
  );
  return parts.reduce(summed);
}

function workerTotals(
  range: TrialRange,
  onMessage: (message: TrialMessage) => void,
): Promise<ReadonlyMap<string, StrategyTotal>> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./trial-worker.js', import.meta.url), { workerData: range });
    worker.once('error', reject);
    worker.on('message', (message: TrialMessage) => {
      onMessage(message);
      if (message.kind === 'done') resolve(message.totals);
    });
  });
}

function summed(
  totals: ReadonlyMap<string, StrategyTotal>,
  others: ReadonlyMap<string, StrategyTotal>,
): ReadonlyMap<string, StrategyTotal> {
  const sum = ([name, total]: [string, StrategyTotal]): [string, StrategyTotal] => {
    const other = others.get(name)!;
    return [
      name,
      {
        documents: total.documents + other.documents,
        refused: total.refused + other.refused,
        chunks: total.chunks + other.chunks,
        violations: total.violations + other.violations,
      },
    ];
  };
  return new Map([...totals].map(sum));
}

/** Tries every so many of the documents at twice its size, after the others: a CPU's time is that of the process. */
async function grown(
  { seed, first, count, growthEvery }: FuzzedDocumentsOptions,
  log: MeasureContext['log'],
): Promise<{ readonly table: Table; readonly tooFast: number }> {
  const growth = await GrowthCheck.create();
  let tooFast = 0;
  for (let number = first + growthEvery - 1; number < first + count; number += growthEvery) {
    const { text } = documentOf(seed, number);
    if (text === '') continue;
    const found = await growth.check(text, `document ${number}`);
    tooFast += found.length;
    for (const fault of found) log(`${fault}\n`);
  }
  return { table: growth.table(), tooFast };
}

/** Texts that are made to be slow, others for another seed where not all are read. */
async function hostileResult(
  { seed, hostile, readers }: FuzzedDocumentsOptions,
  log: MeasureContext['log'],
): Promise<{ readonly table: Table; readonly violations: number }> {
  const all = hostileTexts();
  const step = Math.max(1, all.length / Math.max(1, hostile));
  const count = Math.min(hostile, all.length);
  const texts = Array.from({ length: count }, (_, at) => all[(seed + Math.floor(at * step)) % all.length]!);
  const rows: Row[] = [];
  let violations = 0;
  const isAsked = (reader: string): boolean => readers?.some((part) => reader.includes(part)) ?? true;
  for await (const [reader, total] of readHostileTexts(texts, isAsked, (fault) => log(`${fault}\n`))) {
    log(`${reader}: ${total.readings} texts read\n`);
    rows.push({ name: reader, values: [total.readings, total.slower, total.violations] });
    violations += total.violations;
  }
  const table: Table = {
    title: 'Hostile texts',
    notes: [`${all.length} are known: openers of every kind, repeated, nested, closed, and in runs that grow.`],
    columns: ['texts', 'over 3 times as slow as plain text, and linear', 'exceptions and violations'],
    rows,
  };
  return { table, violations };
}
