import * as z from 'zod';

/** Ids that a comment can hold (no two hyphens in a row) and that name a file on every system. */
export const PAGE_ID = /^[A-Za-z0-9](?:[A-Za-z0-9._]|-(?!-))*$/;

export const pageIdSchema = z.string().max(100).regex(PAGE_ID);

/** Where a page stands: its id, and those of the pages before and behind it. */
export interface ContinuityToken {
  readonly id: string;
  readonly prev: string | null;
  readonly next: string | null;
}

/** What the comment on a page holds: its token, and what is needed to read the page without the manifest. */
export interface PageComment extends ContinuityToken {
  /** Hash of the set that the page belongs to. */
  readonly set: string;
  /** Titles of the headings in force at its start. */
  readonly path: readonly string[];
  /** Bytes of UTF-8 from the end of the comment to the page's own part of the source, and the length of that part. */
  readonly body: readonly [distanceBytes: number, lengthBytes: number];
}

const commentSchema = z.object({
  id: pageIdSchema,
  prev: pageIdSchema.nullable(),
  next: pageIdSchema.nullable(),
  set: z.string(),
  path: z.array(z.string()),
  body: z.tuple([z.int().nonnegative(), z.int().nonnegative()]),
});

const OPENING = '<!--CT ';
const CLOSING = '-->';

/** The comment as it stands on a page: `<!--CT {"id":…,"prev":…,"next":…,…}-->`. */
export function formatPageComment({ id, prev, next, set, path, body }: PageComment): string {
  const json = JSON.stringify({ id, prev, next, set, path, body });
  return `${OPENING}${json.replace(/-(?=[->])/g, '\\u002d').replaceAll('>', '\\u003e')}${CLOSING}`;
}

/** The comment that starts at an offset, with the offset behind it; `undefined` when there is none. */
export function readPageComment(text: string, start: number): { comment: PageComment; endOffset: number } | undefined {
  if (!text.startsWith(OPENING, start)) return undefined;
  const end = text.indexOf(CLOSING, start);
  if (end === -1) return undefined;
  const parsed = commentSchema.safeParse(parseJson(text.slice(start + OPENING.length, end)));
  return parsed.success ? { comment: parsed.data, endOffset: end + CLOSING.length } : undefined;
}

/** The token alone, as JSON-LD holds it. */
export function formatToken({ id, prev, next }: ContinuityToken): string {
  return JSON.stringify({ id, prev, next });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
