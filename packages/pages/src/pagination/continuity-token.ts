import { parseJsonIfValid } from '@topicmill/base/json';
import * as z from 'zod';

/** Ids that are safe in an HTML comment (no two hyphens in a row) and as a file name on every system. */
const PAGE_ID = /^[A-Za-z0-9](?:[A-Za-z0-9._]|-(?!-))*$/;

export const pageIdSchema = z.string().max(100).regex(PAGE_ID);

/** The id of a page, and those of the pages before and after it; null at the ends. */
export interface ContinuityToken {
  readonly id: string;
  readonly prev: string | null;
  readonly next: string | null;
}

/** The comment on a page: its token, and what is needed to read the page without the manifest. */
export interface PageComment extends ContinuityToken {
  /** Hash of the set that the page belongs to. */
  readonly set: string;
  /** Titles of the headings in force at the start of the page, outermost first. */
  readonly path: readonly string[];
  /**
   * Start and length of the page's own part of the source, both in bytes of UTF-8. The start is counted from the end of
   * the comment.
   */
  readonly body: readonly [startByte: number, byteLength: number];
}

const commentSchema = z.object({
  id: pageIdSchema,
  prev: pageIdSchema.nullable(),
  next: pageIdSchema.nullable(),
  set: z.string(),
  path: z.array(z.string()),
  body: z.tuple([z.int().nonnegative(), z.int().nonnegative()]),
});

const COMMENT_OPENING = '<!--CT ';
const COMMENT_CLOSING = '-->';

/** The comment as written on a page: `<!--CT {"id":…,"prev":…,"next":…,…}-->`. */
export function formatPageComment({ id, prev, next, set, path, body }: PageComment): string {
  const json = JSON.stringify({ id, prev, next, set, path, body });
  return `${COMMENT_OPENING}${json.replace(/-(?=[->])/g, '\\u002d').replaceAll('>', '\\u003e')}${COMMENT_CLOSING}`;
}

/** The comment that starts at a UTF-16 offset, with the offset after it; `undefined` when there is none. */
export function readPageComment(text: string, start: number): { comment: PageComment; endOffset: number } | undefined {
  if (!text.startsWith(COMMENT_OPENING, start)) return undefined;
  const end = text.indexOf(COMMENT_CLOSING, start);
  if (end === -1) return undefined;
  const parsed = commentSchema.safeParse(parseJsonIfValid(text.slice(start + COMMENT_OPENING.length, end)));
  return parsed.success ? { comment: parsed.data, endOffset: end + COMMENT_CLOSING.length } : undefined;
}

/** The token alone, as it appears in JSON-LD. */
function formatToken({ id, prev, next }: ContinuityToken): string {
  return JSON.stringify({ id, prev, next });
}

/**
 * The differences between the token on a page and the one in the manifest, a sentence each; none when they are equal.
 *
 * @param written on the page
 * @param listed in the manifest
 */
export function tokenDifferences(written: ContinuityToken, listed: ContinuityToken): string[] {
  return (['id', 'prev', 'next'] as const)
    .filter((edge) => written[edge] !== listed[edge])
    .map(
      (edge) =>
        `${edge} of ${listed.id} is ${written[edge] ?? 'null'} on the page, but ${listed[edge] ?? 'null'} in the manifest.`,
    );
}

/** A page as a schema.org CreativeWork. `continuityToken` is an addition; the other terms are those of schema.org. */
export interface PageJsonLd {
  readonly '@context': 'https://schema.org';
  readonly '@type': 'CreativeWork';
  readonly '@id': string;
  readonly name: string;
  readonly position: number;
  readonly isBasedOn: string;
  readonly pagination: string;
  readonly continuityToken: { readonly '@type': 'PropertyValue'; readonly name: 'CT'; readonly value: string };
}

/** What the JSON-LD of a page says. */
interface PageDescription {
  readonly token: ContinuityToken;
  readonly name: string;
  /** Address of the document, without a slash at its end. */
  readonly baseUrl: string;
  /** 1-based. */
  readonly position: number;
  readonly pageCount: number;
}

/** The JSON-LD of a page. */
export function pageJsonLd({ token, name, baseUrl, position, pageCount }: PageDescription): PageJsonLd {
  return {
    '@context': 'https://schema.org',
    '@type': 'CreativeWork',
    '@id': `${baseUrl}/${token.id}`,
    name,
    position,
    isBasedOn: baseUrl,
    pagination: `${position}/${pageCount}`,
    continuityToken: { '@type': 'PropertyValue', name: 'CT', value: formatToken(token) },
  };
}
