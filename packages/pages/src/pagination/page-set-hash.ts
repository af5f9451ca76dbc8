import type { DialectName } from '@topicmill/text/markdown';

/** SHA-256 of a text's UTF-8 bytes, as 64 hex digits. */
export type Sha256 = (text: string) => string;

/** What a set was made from besides the text of its pages. */
export interface PageSetOrigin {
  /** File name of the document. */
  readonly source: string;
  /** Address of the document, without a slash at its end. */
  readonly baseUrl: string;
  readonly maxTokens: number;
  /** Name of the token counter. */
  readonly tokenizer: string;
  /** Name of the dialect by which the document was read. */
  readonly dialect?: DialectName | undefined;
}

/** Length of a set's hash in hex digits, each of which may be one token. */
export const SET_HASH_LENGTH = 16;

/**
 * The hash that names a set: of its origin and of all its pages. It is on each page, so the limits and names in a
 * manifest can be compared with the pages.
 *
 * @param unnamedPages the pages as written, with an empty set name in their comments
 */
export function setHash(origin: PageSetOrigin, unnamedPages: readonly string[], sha256: Sha256): string {
  const { source, baseUrl, maxTokens, tokenizer, dialect } = origin;
  const hashes = unnamedPages.map((text) => sha256(text));
  return sha256(
    JSON.stringify([source, baseUrl, maxTokens, tokenizer, hashes, ...(dialect === undefined ? [] : [dialect])]),
  ).slice(0, SET_HASH_LENGTH);
}
