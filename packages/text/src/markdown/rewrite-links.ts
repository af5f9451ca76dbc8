import { findLinks } from './find-links.js';

/**
 * Markdown with other destinations in its links; code, fenced and inline, has none.
 *
 * @param destinationOf the new destination of a link by the one that is written; `undefined` leaves it as it is
 */
export function rewriteLinks(text: string, destinationOf: (written: string) => string | undefined): string {
  let result = '';
  let at = 0;
  for (const { startOffset, endOffset, destination } of findLinks(text)) {
    const rewritten = destinationOf(destination);
    if (rewritten === undefined) continue;
    result += text.slice(at, startOffset) + rewritten;
    at = endOffset;
  }
  return result + text.slice(at);
}
