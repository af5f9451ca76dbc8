import { bodyOffsetOf } from '@topicmill/text/markdown';
import { checkedOptions, checkSourceDocument } from '../check-options.js';
import type { Chunk, Chunking, SourceDocument } from '../chunk.js';
import { type DeclaredRow, type StrategyChoice, strategyNamed } from '../strategies/index.js';
import { type CountedOptions, strategyKey } from '../strategies/strategy.js';
import {
  type Boundary,
  type ChunkingExplanation,
  DOCUMENT_END,
  DOCUMENT_START,
  frontMatterRange,
  type StrategyExplanation,
} from './explanation.js';

/**
 * Splits a document as the strategy does, and says where and why each chunk begins and ends. The rules and figures are
 * those that the strategy's own code decided by; a run that is not explained does not pay for them.
 *
 * @throws TopicmillError `INVALID_OPTION` for an unknown strategy, and as the strategy does
 */
export async function explainChunks(document: SourceDocument, choice: StrategyChoice): Promise<ChunkingExplanation> {
  checkSourceDocument(document, 'explainChunks');
  const strategy = strategyNamed(choice.strategy);
  const options = checkedOptions(strategy as never, choice.options as never, 'explainChunks') as CountedOptions;
  const explanation =
    strategy.explain === undefined
      ? explainedChunk(document, strategy, options, await strategy.chunk(document, options as never))
      : await strategy.explain(document, options as never);
  return {
    strategy: strategy.name,
    strategyKey: strategyKey(strategy, { ...options }),
    tokenCounter: options.tokenCounter.name,
    ...explanation,
  };
}

/** What the chunks themselves say, for a strategy without more. */
function explainedChunk(
  { text, dialect }: SourceDocument,
  strategy: DeclaredRow,
  options: CountedOptions,
  { chunks, diagnostics }: Chunking,
): StrategyExplanation {
  const values = options as unknown as Readonly<Record<string, number>>;
  const sizes = Object.entries(strategy.options).filter(([, { kind }]) => kind === 'number');
  const starts = chunks.map(startBoundary);
  return {
    limits: sizes.map(([name]) => ({ name, tokenCount: values[name]! })),
    chunks: chunks.map((chunk, at) => ({
      index: chunk.index,
      tier: 'chunk',
      parentIndex: null,
      headingPath: [...chunk.parents.map((parent) => parent.text), chunk.title],
      startOffset: chunk.startOffset,
      endOffset: chunk.endOffset,
      startLine: chunk.startLine,
      endLine: chunk.endLine,
      tokenCount: chunk.tokenCount,
      maxTokens: values['maxTokens'] ?? chunk.tokenCount,
      sizes: [{ part: 'own text', tokenCount: chunk.tokenCount }],
      start: starts[at]!,
      end: starts[at + 1] ?? DOCUMENT_END,
      flags: [],
    })),
    leftOut: frontMatterRange(bodyOffsetOf(text, dialect)),
    diagnostics,
  };
}

function startBoundary({ startReason: rule }: Chunk): Boundary {
  if (rule === 'document-start') return DOCUMENT_START;
  return { rule, reason: `The rule "${rule.replaceAll('-', ' ')}" ended the chunk before it.`, figures: {} };
}
