import { decodeIfValid } from '@topicmill/base/paths';

/** What is kept of a question that a model wrote, whatever becomes of its line. */
export interface QuestionFingerprint {
  /** Its SimHash. */
  readonly hash: bigint;
  /** Eight hex digits, of the words in it that say something, in any order. Earlier releases did not note it. */
  readonly words?: string | undefined;
}

/** What the comment of a section says. */
export interface SectionComment {
  /** The chunk's id without that of its topic: `#installing~2`; empty for text before the first anchor. */
  readonly chunk: string;
  /** First 16 hex digits of the SHA-256 of the chunk's own text that was asked about. */
  readonly text: string;
  /** Models that wrote for the chunk. */
  readonly by: string;
  /** Of all questions that a model wrote for this text: those that are gone from the list were deleted. */
  readonly written: readonly QuestionFingerprint[];
}

const COMMENT =
  /^<!-- chunk="([^"<>\s]*)" text="([0-9a-f]{16})" by="([^"<>]*)" written="((?:[0-9a-f]{16}(?:-[0-9a-f]{8})?(?: (?=[0-9a-f]))?)*)" -->[ \t]*$/;
const STARTS_LIKE_ONE = /^\s*<!--\s*chunk\b/;
/** What would end the comment or one of its values. */
const UNSAFE_IN_ID = /[%"<>\s\p{Cc}]/gu;
const UNSAFE_IN_NAME = /[%"<>\p{Cc}\p{Zl}\p{Zp}]/gu;

/** Below the comment of a section whose chunk was asked about its page as a whole. A release that does not know it keeps it. */
export const PAGE_ASKED = '<!-- asked about the page as a whole -->';
/** Above those questions of a section that are about the page as a whole. A release that does not know it keeps it. */
export const ABOUT_PAGE = '<!-- about the page as a whole -->';

/** A section's comment on one line. */
export function formatComment({ chunk, text, by, written }: SectionComment): string {
  const hashes = written.map(formatFingerprint).join(' ');
  return `<!-- chunk="${escaped(chunk, UNSAFE_IN_ID)}" text="${text}" by="${escaped(by, UNSAFE_IN_NAME)}" written="${hashes}" -->`;
}

/** Whether a line is meant as a section's comment, readable or not. */
export function looksLikeComment(line: string): boolean {
  return STARTS_LIKE_ONE.test(line);
}

/** `undefined` for a line that is not a section's comment. */
export function readComment(line: string): SectionComment | undefined {
  const match = COMMENT.exec(line);
  if (match === null) return undefined;
  const [, chunk, text, by, hashes] = match as unknown as [string, string, string, string, string];
  const written = hashes === '' ? [] : hashes.split(' ').map(readFingerprint);
  return { chunk: decodeIfValid(chunk), text, by: decodeIfValid(by), written };
}

function formatFingerprint({ hash, words }: QuestionFingerprint): string {
  const digits = hash.toString(16).padStart(16, '0');
  return words === undefined ? digits : `${digits}-${words}`;
}

function readFingerprint(written: string): QuestionFingerprint {
  const [digits, words] = written.split('-') as [string, string?];
  return { hash: BigInt(`0x${digits}`), words };
}

function escaped(value: string, unsafe: RegExp): string {
  return value.replace(unsafe, (character) => encodeURIComponent(character));
}
