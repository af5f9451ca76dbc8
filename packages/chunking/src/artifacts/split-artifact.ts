import type { TokenLocator } from '@topicmill/tokens';
import type { ArtifactSplit } from './artifact-chunk.js';
import type { ArtifactSizes } from './artifact-sizes.js';
import { chunkTokenWindow } from './chunk-token-window.js';

/** What a split needs beside the text. */
export interface ArtifactSplitOptions {
  readonly sizes: ArtifactSizes;
  readonly tokens: TokenLocator;
}

/**
 * Splits an artifact by its type.
 *
 * @throws TopicmillError `INVALID_OPTION` for sizes with which no text can be split
 */
export function splitArtifact(text: string, _type: string, { sizes, tokens }: ArtifactSplitOptions): ArtifactSplit {
  return chunkTokenWindow(text, sizes, tokens);
}
