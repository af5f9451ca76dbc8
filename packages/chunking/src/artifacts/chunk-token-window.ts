import type { TokenLocator } from '@topicmill/text/tokens';
import type { ArtifactSplit } from './artifact-chunk.js';
import { type ArtifactSizes, checkArtifactSizes } from './artifact-sizes.js';
import { tokenWindows } from './token-windows.js';

/**
 * The strategy `token-window`: a text of up to `singlePieceMaxTokens` stays whole, a larger one is cut into windows of
 * `targetTokens`, each beginning with the last `overlapTokens` of the one before. A window's end that falls inside a
 * character is moved to the nearer end of that character; a window that would lie wholly inside the one before it is
 * not made. Takes one pass, linear in the length of the text.
 *
 * @param tokens counts the tokens: `await loadTokenLocator('cl100k_base')`
 * @throws TopicmillError `INVALID_OPTION` for sizes with which no text can be split
 */
export function chunkTokenWindow(text: string, sizes: ArtifactSizes, tokens: TokenLocator): ArtifactSplit {
  checkArtifactSizes(sizes);
  const { tokenCount, windows } = tokenWindows(text, sizes, tokens);
  if (tokenCount <= sizes.singlePieceMaxTokens) return { tokenCount, strategy: 'whole', chunks: [] };
  return { tokenCount, strategy: 'token-window', chunks: windows.map((range, index) => ({ index, ...range })) };
}
