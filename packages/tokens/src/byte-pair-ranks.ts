/** Ranks of byte sequences, each written as a string of one character a byte. */
export interface BytePairRanks {
  readonly ranks: ReadonlyMap<string, number>;
  readonly maxLength: number;
}

const NOT_ASCII = /[^\0-\x7f]/;
const encoder = new TextEncoder();

/** @param tokens by rank: the text of a token, or its bytes when they are no valid UTF-8 */
export function bytePairRanks(tokens: readonly (string | readonly number[])[]): BytePairRanks {
  const ranks = new Map<string, number>();
  let maxLength = 0;
  tokens.forEach((token, rank) => {
    const bytes = typeof token === 'string' ? byteString(token) : String.fromCharCode(...token);
    ranks.set(bytes, rank);
    maxLength = Math.max(maxLength, bytes.length);
  });
  return { ranks, maxLength };
}

/** The UTF-8 bytes of a text, one character a byte; a lone surrogate becomes U+FFFD. */
export function byteString(text: string): string {
  if (!NOT_ASCII.test(text)) return text;
  const bytes = encoder.encode(text);
  let result = '';
  for (let at = 0; at < bytes.length; at += 8192) result += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return result;
}
