import { TopicmillError } from '@topicmill/base/diagnostics';

/** Sizes of artifact chunks, in tokens by the locator that splits (`cl100k_base` unless another is given). */
export interface ArtifactSizes {
  /** An artifact of no more than this stays whole. */
  readonly singlePieceMaxTokens: number;
  /** Size of a window, and the most that blocks are packed up to. */
  readonly targetTokens: number;
  /** Tokens that a window repeats of the one before it. */
  readonly overlapTokens: number;
}

export const DEFAULT_ARTIFACT_SIZES: ArtifactSizes = {
  singlePieceMaxTokens: 1200,
  targetTokens: 900,
  overlapTokens: 100,
};

/** @throws TopicmillError `INVALID_OPTION` for sizes with which no text can be split */
export function checkArtifactSizes({ singlePieceMaxTokens, targetTokens, overlapTokens }: ArtifactSizes): void {
  refuseUnless(Number.isSafeInteger(singlePieceMaxTokens) && singlePieceMaxTokens >= 0, {
    fault: `An artifact cannot stay whole up to ${singlePieceMaxTokens} tokens.`,
    remedy: 'Give a whole number, 0 or more.',
  });
  refuseUnless(Number.isSafeInteger(targetTokens) && targetTokens >= 1, {
    fault: `A chunk cannot have ${targetTokens} tokens.`,
    remedy: 'Give a whole number, 1 or more.',
  });
  refuseUnless(Number.isSafeInteger(overlapTokens) && overlapTokens >= 0 && overlapTokens < targetTokens, {
    fault: `Chunks of ${targetTokens} tokens cannot overlap by ${overlapTokens}.`,
    remedy: 'Give a whole number, 0 or more and below the size of a chunk.',
  });
}

function refuseUnless(isFit: boolean, { fault, remedy }: { readonly fault: string; readonly remedy: string }): void {
  if (!isFit) throw new TopicmillError('INVALID_OPTION', fault, { remedy });
}
