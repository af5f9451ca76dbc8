import { createHash } from 'node:crypto';

/** Whether a text contains half of a surrogate pair, which UTF-8 has no bytes for. */
export function hasLoneSurrogate(text: string): boolean {
  return /\p{Surrogate}/u.test(text);
}

/** SHA-256, in hex, of a text's UTF-8; of its UTF-16 (little-endian) when UTF-8 cannot encode it. */
export function contentHash(text: string): string {
  const encoding = hasLoneSurrogate(text) ? 'utf16le' : 'utf8';
  return createHash('sha256').update(text, encoding).digest('hex');
}
