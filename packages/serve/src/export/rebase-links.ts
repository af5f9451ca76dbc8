import { decodeIfValid, resolvePath } from '@topicmill/base/paths';
import { rewriteLinks } from '@topicmill/text/markdown';
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
  return rewriteLinks(text, (destination) => rebase(destination, path, hrefOf));
}

function rebase(destination: string, path: string, hrefOf: HrefOf): string | undefined {
  if (destination.startsWith('/') || SCHEME.test(destination)) return undefined;
  const [, target, rest] = /^([^?#]*)(.*)/s.exec(destination)!;
  const found = target === '' ? path : resolvePath(folderOf(path), decodeIfValid(target!));
  return found === undefined
    ? undefined
    : `${hrefOf(found !== '' && target!.endsWith('/') ? `${found}/` : found)}${rest}`;
}
