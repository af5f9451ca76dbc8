import type { IncomingHttpHeaders } from 'node:http';
import fresh from 'fresh';

/** What a client may compare its copy with. */
export interface Validators {
  /** A strong entity tag, quotes included. */
  readonly etag: string;
  /** An HTTP date. */
  readonly lastModified: string;
}

/**
 * Whether a GET or HEAD goes on, in the order of RFC 9110, 13.2.2.
 *
 * @returns 412 when what the client takes to be true is not, 304 when its copy is still good
 */
export function checkPreconditions(headers: IncomingHttpHeaders, { etag, lastModified }: Validators): 200 | 304 | 412 {
  const ifMatch = headers['if-match'];
  const ifUnmodifiedSince = headers['if-unmodified-since'];
  if (ifMatch !== undefined) {
    if (ifMatch.trim() !== '*' && !entityTags(ifMatch).includes(etag)) return 412;
  } else if (ifUnmodifiedSince !== undefined && Date.parse(lastModified) > Date.parse(ifUnmodifiedSince)) {
    return 412;
  }
  return fresh(headers, { etag, 'last-modified': lastModified }) ? 304 : 200;
}

/** Whether a `Range` counts: without `If-Range`, or when that names just this content by a strong tag or the date. */
export function isRangeWanted(headers: IncomingHttpHeaders, { etag, lastModified }: Validators): boolean {
  const ifRange = [headers['if-range']].flat()[0]?.trim();
  return ifRange === undefined || ifRange === etag || ifRange === lastModified;
}

/** The tags of a list, weak ones with their `W/`. */
function entityTags(list: string): readonly string[] {
  return list.match(/(?:W\/)?"[^"]*"/g) ?? [];
}
