import { createHash } from 'node:crypto';

/** What makes an artifact the same as one before: its name at its source, or else its source and text. */
export interface ArtifactIdentity {
  readonly sourceSystem: string;
  readonly sourceId: string | null;
  readonly contentSha256: string;
}

const FIRST_DIGIT_COUNT = 8;
const FURTHER_DIGIT_COUNT = 4;

/**
 * Ids for an artifact, the shortest first: the first that nobody else has is the one. `art_` and the first 8 hex digits
 * of SHA-256 of `system:id`, or of the text where there is no source id; then 4 digits more at a time.
 */
export function* candidateIds(identity: ArtifactIdentity): Generator<string> {
  const { sourceSystem, sourceId, contentSha256 } = identity;
  const digits =
    (sourceId === null ? contentSha256 : contentHash(`${sourceSystem}:${sourceId}`)) +
    // `a:b` of `c` and `b` of `c:a` have the same digits; these distinguish them.
    contentHash(JSON.stringify([sourceSystem, sourceId, contentSha256]));
  for (let count = FIRST_DIGIT_COUNT; count <= digits.length; count += FURTHER_DIGIT_COUNT) {
    yield `art_${digits.slice(0, count)}`;
  }
}

/** Whether a text contains half of a surrogate pair, which UTF-8 has no bytes for. */
export function hasLoneSurrogate(text: string): boolean {
  return /\p{Surrogate}/u.test(text);
}

/** SHA-256, in hex, of a text's UTF-8; of its UTF-16 (little-endian) when UTF-8 cannot encode it. */
export function contentHash(text: string): string {
  const encoding = hasLoneSurrogate(text) ? 'utf16le' : 'utf8';
  return createHash('sha256').update(text, encoding).digest('hex');
}
