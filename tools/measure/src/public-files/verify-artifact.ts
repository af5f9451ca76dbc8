import { type ArtifactSizes, DEFAULT_ARTIFACT_SIZES, splitArtifact } from '@topicmill/chunking';
import type { TokenLocator } from '@topicmill/text/tokens';
import type { Verified } from './verify-chunks.js';

const SMALL_SIZES: ArtifactSizes = { singlePieceMaxTokens: 60, targetTokens: 50, overlapTokens: 8 };

/** Pieces of an artifact: in order, without a gap, within the size, no surrogate pair cut. */
export function verifyArtifact(text: string, type: string, tokens: TokenLocator, isSmall: boolean): Verified {
  const sizes = isSmall ? SMALL_SIZES : DEFAULT_ARTIFACT_SIZES;
  const { chunks, tokenCount: total } = splitArtifact(text, type, { sizes, tokens });
  const violations: string[] = [];
  if (total !== tokens.count(text)) violations.push('the count of its tokens is wrong');
  if ((chunks.length === 0) !== total <= sizes.singlePieceMaxTokens) violations.push('it is whole or split wrongly');
  let covered = 0;
  for (const { index, startChar, endChar, tokenCount } of chunks) {
    if (tokenCount > sizes.targetTokens) violations.push(`piece ${index}: over the size`);
    if (startChar > covered || endChar <= covered) violations.push(`piece ${index}: a gap, or nothing new`);
    if (cutsPair(text, startChar) || cutsPair(text, endChar)) violations.push(`piece ${index}: it cuts a character`);
    covered = endChar;
  }
  if (chunks.length > 0 && covered !== text.length) violations.push(`characters ${covered}: text is in no piece`);
  return { chunkCount: Math.max(1, chunks.length), violations };
}

function cutsPair(text: string, offset: number): boolean {
  return /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(Math.max(0, offset - 1), offset + 1));
}
