import { type ArtifactSizes, type ArtifactSplit, checkArtifactSizes, splitArtifact } from '@topicmill/chunking';
import { loadTokenLocator } from '@topicmill/text/tokens';
import { findCodeBlocks } from './code-blocks.js';

/** Splits an artifact by its type, in tokens of cl100k_base. */
export type SplitArtifact = (text: string, type: string) => Promise<SizedSplit>;

/** A split with the sizes that decided it. */
export interface SizedSplit extends ArtifactSplit {
  readonly sizes: ArtifactSizes;
}

/**
 * A splitter of artifacts of every type.
 *
 * @throws TopicmillError `INVALID_OPTION` for sizes with which no text can be split
 */
export async function artifactSplitter(sizes: ArtifactSizes): Promise<SplitArtifact> {
  checkArtifactSizes(sizes);
  const tokens = await loadTokenLocator('cl100k_base');
  const isSplit = (text: string): boolean =>
    text.length > sizes.singlePieceMaxTokens * tokens.maxTokenLength || tokens.count(text) > sizes.singlePieceMaxTokens;
  return async (text, type) => {
    if (type !== 'code' || !isSplit(text)) {
      return { ...splitArtifact(text, type, { sizes, tokens }), sizes };
    }
    const { blocks } = await findCodeBlocks(text);
    return { ...splitArtifact(text, type, { sizes, tokens, codeBlocks: () => blocks }), sizes };
  };
}
