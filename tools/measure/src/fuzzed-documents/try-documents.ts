import { partSeed, Random } from '@topicmill/test-support/generate';
import { loadTokenCounter, loadTokenLocator } from '@topicmill/text/tokens';
import { fuzzedDocument } from './fuzzed-document.js';
import {
  type ChunkSizes,
  DEFAULT_SIZES,
  type Verified,
  verified,
  verifyArtifact,
  verifySemantic,
  verifyStructural,
  verifyTwoTier,
} from './verify-chunks.js';

/** Documents `first`, `first + step`, … below `end`. */
export interface DocumentRange {
  readonly seed: number;
  readonly first: number;
  readonly end: number;
  readonly step: number;
}

/** The result of one strategy for the documents. */
export interface StrategyTotal {
  documents: number;
  /** Documents that the strategy refuses as empty. */
  refused: number;
  chunks: number;
  violations: number;
}

/** Told while documents are tried. */
export interface TrialListener {
  onViolation(message: string): void;
  onDocument(): void;
}

const SMALL_SIZES: ChunkSizes = {
  semantic: { minTokens: 12, maxTokens: 40 },
  structural: { minTokens: 10, targetTokens: 30, maxTokens: 50 },
  twoTier: { sectionTokens: 80, sectionOverlap: 10, snippetTokens: 30, snippetOverlap: 4 },
};
const ARTIFACT_TYPES = ['markdown', 'email', 'chat', 'text'];

type Verifier = (text: string, isSmall: boolean) => Verified;

/** A document of a seed, and whether it is cut into small chunks. */
export function documentOf(seed: number, number: number): { readonly text: string; readonly isSmall: boolean } {
  const random = new Random(partSeed(seed, 'document', number));
  return { text: Buffer.from(fuzzedDocument(random)).toString(), isSmall: random.chance(0.7) };
}

/** Cuts the documents by every strategy, and verifies the chunks. */
export async function tryDocuments(
  { seed, first, end, step }: DocumentRange,
  listener: TrialListener,
): Promise<Map<string, StrategyTotal>> {
  const verifiers = await verifiersByName();
  const totals = new Map(
    [...verifiers.keys()].map((name): [string, StrategyTotal] => [
      name,
      { documents: 0, refused: 0, chunks: 0, violations: 0 },
    ]),
  );
  for (let number = first; number < end; number += step) {
    const { text, isSmall } = documentOf(seed, number);
    const artifact = `artifact: ${ARTIFACT_TYPES[number % ARTIFACT_TYPES.length]}`;
    for (const [name, verify] of verifiers) {
      if (name.startsWith('artifact') && name !== artifact) continue;
      const { chunkCount, violations } = await verified(() => verify(text, isSmall));
      const total = totals.get(name)!;
      total.documents++;
      total.refused += chunkCount === 0 ? 1 : 0;
      total.chunks += chunkCount;
      total.violations += violations.length;
      for (const fault of violations) listener.onViolation(`document ${number} of seed ${seed}: ${name}: ${fault}`);
    }
    listener.onDocument();
  }
  return totals;
}

async function verifiersByName(): Promise<ReadonlyMap<string, Verifier>> {
  const counters = {
    words: await loadTokenCounter('words'),
    cl100k: await loadTokenCounter('cl100k_base'),
    wordpiece: await loadTokenCounter('wordpiece'),
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
