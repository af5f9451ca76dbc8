import { lastName } from '@topicmill/base/paths';
import { encodeChunkPath } from './chunk-pack.js';

/**
 * Address of a file of the docs root, or of a chunk, percent-encoded: relative to the folder `from`, or below `baseHref` when one is
 * given.
 *
 * @param from id of the folder whose file contains the link; empty for the docs root
 * @param path of the file or the chunk below the docs root, with `/`
 * @param baseHref what the docs root is served as, such as `/docs/` or `https://example.org/docs`
 */
export function topicHref(from: string, path: string, baseHref: string | undefined): string {
  const target = path.split('/');
  if (baseHref !== undefined) return `${baseHref.replace(/(?<!\/)\/*$/, '/')}${encodePath(target)}`;
  const folder = from === '' ? [] : from.split('/');
  let shared = 0;
  while (shared < folder.length && shared < target.length - 1 && folder[shared] === target[shared]) shared++;
  return '../'.repeat(folder.length - shared) + encodePath(target.slice(shared));
}

function encodePath(segments: readonly string[]): string {
  return encodeChunkPath(segments.join('/').replace(/\p{Surrogate}/gu, '\uFFFD'));
}

/**
 * A readable title for a topic without one: `libraries/system-text-json` becomes `System Text Json`. A name with a space,
 * as notes of a vault have, is a title as it was written.
 */
export function titleOfId(id: string): string {
  const name = lastName(id);
  if (/\S\s+\S/.test(name)) return name.trim();
  const words = name.split(/[-_\s]+/).filter((word) => word !== '');
  return words.map((word) => word.replace(/^./u, (first) => first.toUpperCase())).join(' ') || id;
}
