import type { TokenLocator } from '@topicmill/text/tokens';
import * as z from 'zod';
import { checkedLater, checkOptions, checkText, functionSchema, tokenLocatorSchema } from '../check-options.js';
import {
  type ArtifactSizes,
  type ArtifactSplit,
  type ArtifactStrategy,
  type BlockFinder,
  checkArtifactSizes,
} from './artifact-chunk.js';
import { emailBlocks } from './email-blocks.js';
import { headingBlocks } from './heading-blocks.js';
import { packBlocks } from './pack-blocks.js';
import { speakerTurns } from './speaker-turns.js';
import { tokenWindows } from './token-windows.js';

const optionsSchema = z.strictObject({
  sizes: z.strictObject({
    singlePieceMaxTokens: checkedLater,
    targetTokens: checkedLater,
    overlapTokens: checkedLater,
  }),
  tokens: tokenLocatorSchema,
  codeBlocks: functionSchema,
});

/** What a split needs besides the text. */
interface ArtifactSplitOptions {
  readonly sizes: ArtifactSizes;
  /** Counts the tokens: `await loadTokenLocator('cl100k_base')`. */
  readonly tokens: TokenLocator;
  /** Finds functions and classes, which takes a parser; without it code is cut into windows. */
  readonly codeBlocks?: BlockFinder;
}

interface TypedStrategy {
  readonly strategy: ArtifactStrategy;
  readonly findBlocks: BlockFinder;
}

const STRATEGY_BY_TYPE: Readonly<Record<string, TypedStrategy>> = {
  chat: { strategy: 'speaker-turns', findBlocks: speakerTurns },
  doc: { strategy: 'headings', findBlocks: headingBlocks },
  email: { strategy: 'email-blocks', findBlocks: emailBlocks },
  markdown: { strategy: 'headings', findBlocks: headingBlocks },
};

/**
 * Splits an artifact where its type has joints: `email` at replies and quotes, `doc` and `markdown` at headings, `chat`
 * at speaker turns, `code` at functions and classes. Blocks are packed up to `targetTokens`; one that is too large is
 * split at the blocks inside it, and where there are none, into token windows. A text of another type, or without
 * joints, is split into token windows, and one of up to `singlePieceMaxTokens` stays whole.
 *
 * @throws TopicmillError `INVALID_OPTION` for sizes with which no text can be split, for an unknown or missing option,
 *   and for a text that is not a string
 */
export function splitArtifact(text: string, type: string, options: ArtifactSplitOptions): ArtifactSplit {
  checkText(text, 'splitArtifact');
  checkOptions(optionsSchema, options, 'splitArtifact');
  const { sizes, tokens } = options;
  checkArtifactSizes(sizes);
  const typed = typedStrategy(type, options);
  if (typed === undefined) return chunkTokenWindow(text, sizes, tokens);
  const tokenCount = tokens.count(text);
  if (tokenCount <= sizes.singlePieceMaxTokens) return { tokenCount, strategy: 'whole', chunks: [] };
  const blocks = typed.findBlocks(text);
  if (blocks.length === 0) return chunkTokenWindow(text, sizes, tokens);
  const chunks = packBlocks(text, blocks, sizes, tokens).map((range, index) => ({ index, ...range }));
  return { tokenCount, strategy: typed.strategy, chunks };
}

function typedStrategy(type: string, { codeBlocks }: ArtifactSplitOptions): TypedStrategy | undefined {
  if (type === 'code') return codeBlocks && { strategy: 'code-blocks', findBlocks: codeBlocks };
  return Object.hasOwn(STRATEGY_BY_TYPE, type) ? STRATEGY_BY_TYPE[type] : undefined;
}

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
