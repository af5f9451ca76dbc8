import { decodeIfValid, resolvePath } from '@topicmill/base/paths';
import { findLinks } from '@topicmill/text/markdown';
import { folderOf } from '@topicmill/topics/formats/file-names';
import type { HrefOf } from './export-topic.js';

const SCHEME = /^[a-z][a-z\d+.-]*:/i;

/**
 * Markdown with the relative links of a file turned so that they point to the same places from elsewhere. Code, links
 * with a scheme, and links from the root of a server stay as they are; a link within the file points to the file.
 *
 * @param path of the file below the docs root
 * @param hrefOf where a file of the docs root is found; paths that lead out of the docs root stay as they are
 */
export function rebaseLinks(text: string, path: string, hrefOf: HrefOf): string {
  return withDestinations(text, (destination) => rebase(destination, path, hrefOf));
}

/** Markdown with the links whose destinations are known replaced; all others stay as they are. */
export function replaceLinks(text: string, addresses: ReadonlyMap<string, string>): string {
  return withDestinations(text, (destination) => addresses.get(destination));
}

function withDestinations(text: string, replacementOf: (destination: string) => string | undefined): string {
  let result = '';
  let at = 0;
  for (const { startOffset, endOffset, destination } of findLinks(text)) {
    const rebased = replacementOf(destination);
    if (rebased === undefined) continue;
    result += text.slice(at, startOffset) + rebased;
    at = endOffset;
  }
  return result + text.slice(at);
}

function rebase(destination: string, path: string, hrefOf: HrefOf): string | undefined {
  if (destination.startsWith('/') || SCHEME.test(destination)) return undefined;
  const [, target, rest] = /^([^?#]*)(.*)/s.exec(destination)!;
  const found = target === '' ? path : resolvePath(folderOf(path), decodeIfValid(target!));
  return found === undefined
    ? undefined
    : `${hrefOf(found !== '' && target!.endsWith('/') ? `${found}/` : found)}${rest}`;
}
