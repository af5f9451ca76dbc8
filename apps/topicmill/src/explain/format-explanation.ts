import { counted } from '@topicmill/base/cli';
import type { ChunkingExplanation, ExplainedChunk } from '@topicmill/chunking';
import { breadcrumbOf } from '@topicmill/text/markdown';

/** A line for what was made, then one for each chunk with its place and size, and below it the rule and its reason. */
export function formatExplanation(source: string, explanation: ChunkingExplanation): string {
  const { strategyKey, tokenCounter, limits, chunks, leftOut } = explanation;
  const sizes = limits.map(({ name, tokenCount }) => `${name} ${tokenCount}`).join(', ');
  const left = leftOut.length === 0 ? '' : `; ${counted(leftOut.length, 'range')} left out`;
  return [
    `${source}: ${countsOf(chunks)} (${strategyKey}), sizes in tokens by ${tokenCounter}: ${sizes}${left}`,
    ...chunks.flatMap(formatChunk),
    '',
  ].join('\n');
}

function countsOf(chunks: readonly ExplainedChunk[]): string {
  const tiers = [...new Set(chunks.map(({ tier }) => tier))];
  return (
    tiers.map((tier) => counted(chunks.filter((chunk) => chunk.tier === tier).length, tier)).join(', ') || 'no chunks'
  );
}

function formatChunk(chunk: ExplainedChunk): string[] {
  const { tier, index, startLine, endLine, tokenCount, maxTokens, sizes, headingPath, start, end, flags } = chunk;
  const indent = tier === 'snippet' ? '  ' : '';
  const parts = sizes.length < 2 ? '' : ` (${sizes.map((size) => `${size.part} ${size.tokenCount}`).join(' + ')})`;
  const lines = [
    `${tier} ${index}, lines ${startLine}–${endLine}, ${tokenCount} of ${maxTokens} tokens${parts}`,
    ...(headingPath.length === 0 ? [] : [`  ${breadcrumbOf(headingPath)}`]),
    `  begins: ${start.rule}. ${start.reason}`,
    ...(end.rule.endsWith('-end') || end.rule === 'tail-dropped' ? [`  ends: ${end.rule}. ${end.reason}`] : []),
    ...flags.map(({ name, meaning }) => `  ${name}: ${meaning}`),
  ];
  return ['', ...lines.map((line) => `${indent}${line}`)];
}
