import { wholeNumber } from '@topicmill/base/cli';
import { TopicmillError } from '@topicmill/base/diagnostics';
import { partSeed, Random } from '@topicmill/test-support/generate';
import { loadTokenCounter, loadTokenLocator } from '@topicmill/text/tokens';
import { doublingRatio, MAX_RATIO } from '../bench/doubling-ratio.js';
import { splitters } from '../bench/splitters.js';
import {
  type ChunkSizes,
  DEFAULT_SIZES,
  type Verified,
  verifySemantic,
  verifyStructural,
  verifyTwoTier,
} from '../public-files/verify-chunks.js';
import type { Row, Table } from '../table.js';
import { tableCommand } from '../table-command.js';
import { fuzzedDocument } from './fuzzed-document.js';
import { verifyArtifact } from './verify-artifacts.js';

interface FuzzedDocumentsOptions {
  readonly count: number;
  readonly seed: number;
  readonly first: number;
  readonly growthEvery: number;
  readonly minutes: number;
}

const SMALL_SIZES: ChunkSizes = {
  semantic: { minTokens: 12, maxTokens: 40 },
  structural: { minTokens: 10, targetTokens: 30, maxTokens: 50 },
  twoTier: { sections: { maxTokens: 80, overlapTokens: 10 }, snippets: { maxTokens: 30, overlapTokens: 4 } },
};
const ARTIFACT_TYPES = ['markdown', 'email', 'chat', 'text'];
const SHOWN_VIOLATIONS = 20;
const PROGRESS_EVERY = 10_000;

type Verifier = (text: string, isSmall: boolean) => Verified;

/** Cuts made-up documents by every strategy; fails with the first violations. */
export const fuzzedDocuments = tableCommand<FuzzedDocumentsOptions>(
  {
    name: 'npm run fuzz:documents --',
    description:
      'Cuts made-up documents by every strategy: nothing is thrown, no character is lost, limits and links are kept, and twice a text does not take over 2.5 times as long.',
    examples: [
      ['npm run fuzz:documents -- --count 3000', 'a few seconds'],
      ['npm run fuzz:documents -- --count 1 --seed 1 --first 4711', 'the document that a violation names'],
    ],
  },
  (program) =>
    program
      .option('--count <number>', 'documents', wholeNumber(1), 10_000)
      .option('--seed <number>', 'another seed makes other documents', wholeNumber(0), 1)
      .option('--first <number>', 'number of the first document', wholeNumber(0), 0)
      .option('--minutes <number>', 'ends then, whatever was tried', wholeNumber(1), 600)
      .option(
        '--growth-every <number>',
        'every so many documents, one is tried at twice its size',
        wholeNumber(1),
        5000,
      ),
  async function* measure({ count, seed, first, growthEvery, minutes }, { log }) {
    const verifiers = await verifiersByName();
    const totals = new Map(
      [...verifiers.keys()].map((name) => [name, { documents: 0, chunks: 0, refused: 0, violations: 0 }]),
    );
    const growth = await GrowthCheck.create();
    const violations: string[] = [];
    const endMs = Date.now() + minutes * 60_000;
    for (let number = first; number < first + count && Date.now() < endMs; number++) {
      const random = new Random(partSeed(seed, 'document', number));
      const text = Buffer.from(fuzzedDocument(random)).toString();
      const isSmall = random.chance(0.7);
      const artifact = `artifact: ${ARTIFACT_TYPES[number % ARTIFACT_TYPES.length]}`;
      for (const [name, verify] of verifiers) {
        if (name.startsWith('artifact') && name !== artifact) continue;
        const total = totals.get(name)!;
        const found = verified(() => verify(text, isSmall));
        total.documents++;
        total.chunks += found.chunkCount;
        total.refused += found.chunkCount === 0 ? 1 : 0;
        total.violations += found.violations.length;
        violations.push(...found.violations.map((fault) => `document ${number} of seed ${seed}: ${name}: ${fault}`));
      }
      if ((number + 1) % growthEvery === 0 && text !== '') violations.push(...growth.check(text, `document ${number}`));
      if ((number + 1) % PROGRESS_EVERY === 0) log(`${number + 1} documents, ${violations.length} violations\n`);
    }
    for (const violation of violations.slice(0, SHOWN_VIOLATIONS)) log(`${violation}\n`);
    yield {
      title: 'Fuzzed documents',
      notes: [
        `Seed ${seed}; sizes of chunks: the defaults, and small ones for 7 of 10; a document is one of four types of artifact.`,
      ],
      columns: ['documents', 'refused as empty', 'chunks', 'exceptions and violations'],
      rows: [...totals].map(
        ([name, { documents, chunks, refused, violations: faults }]): Row => ({
          name,
          values: [documents, refused, chunks, faults],
        }),
      ),
    };
    yield growth.table();
    if (violations.length > 0) {
      throw new TopicmillError('RECORD_INVALID', `There are ${violations.length} violations.`, {
        remedy: 'Each is a defect of a chunker: reduce the document to the lines that show it.',
      });
    }
  },
);

async function verifiersByName(): Promise<ReadonlyMap<string, Verifier>> {
  const counters = {
    words: await loadTokenCounter('words'),
    cl100k: await loadTokenCounter('cl100k_base'),
    wordpiece: await loadTokenCounter('wordpiece-fitted'),
  };
  const tokens = await loadTokenLocator('cl100k_base');
  const path = 'document.md';
  const sizes = (isSmall: boolean) => (isSmall ? SMALL_SIZES : DEFAULT_SIZES);
  return new Map<string, Verifier>([
    ['semantic', (text, isSmall) => verifySemantic({ path, text }, counters, sizes(isSmall))],
    ['structural', (text, isSmall) => verifyStructural({ path, text }, counters, sizes(isSmall))],
    ['two-tier', (text, isSmall) => verifyTwoTier({ path, text }, counters, sizes(isSmall))],
    ...ARTIFACT_TYPES.map((type): [string, Verifier] => [
      `artifact: ${type}`,
      (text, isSmall) => verifyArtifact(text, type, tokens, isSmall),
    ]),
  ]);
}

/** A document without text is refused by some strategies; anything else that is thrown is a violation. */
function verified(verify: () => Verified): Verified {
  try {
    return verify();
  } catch (error) {
    if (error instanceof TopicmillError && error.code === 'EMPTY_DOCUMENT') return { chunkCount: 0, violations: [] };
    return { chunkCount: 0, violations: [`it throws ${error instanceof Error ? error.stack : String(error)}`] };
  }
}

/** The largest ratios of CPU times for a text and for twice as much of it. */
class GrowthCheck {
  private readonly worst = new Map<string, number>();
  private textCount = 0;

  private constructor(private readonly strategies: Awaited<ReturnType<typeof splitters>>) {}

  static async create(): Promise<GrowthCheck> {
    return new GrowthCheck(await splitters());
  }

  check(text: string, name: string): string[] {
    this.textCount++;
    const over: string[] = [];
    for (const [strategy, split] of this.strategies) {
      const ratio = doublingRatio(split, (length) => text.repeat(Math.ceil(length / text.length)));
      if (ratio === undefined) continue;
      this.worst.set(strategy, Math.max(ratio, this.worst.get(strategy) ?? 0));
      if (ratio > MAX_RATIO)
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
