import { dirname, join } from 'node:path';
import { readBytesIfExists, sha256Hex } from '@topicmill/base/files';
import { type ContinuityToken, joinPages, readPage } from '../pagination/index.js';
import { manifestPath, type PageSetReading } from './read-page-set.js';

/** A page of a set as it was found. */
export interface StoredPage {
  readonly ct: ContinuityToken;
  /** The page as written; `undefined` when its file is not there. What is not UTF-8 is read with replacement characters. */
  readonly text: string | undefined;
  /** Whether it is the page that the manifest's hash is of; true where the manifest has no hash. */
  readonly isWhole: boolean;
  /** Whether its token should stand on it in a comment, as it does not in a plain manifest. */
  readonly hasComment: boolean;
}

/**
 * The pages of a set, in the order of the manifest; what is missing or altered is told, not thrown.
 *
 * @param path folder of pages, or a manifest
 */
export function readPages({ found }: PageSetReading, path: string): StoredPage[] {
  if (found.kind === 'plain') {
    return found.pages.chunks.map(({ ct, content }) => ({ ct, text: content, isWhole: true, hasComment: false }));
  }
  const folder = dirname(manifestPath(path));
  return found.manifest.chunks.map(({ ct, file, sha256 }) => {
    const bytes = readBytesIfExists(join(folder, file));
    const text = bytes === undefined ? undefined : new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
    return { ct, text, isWhole: bytes !== undefined && sha256Hex(bytes) === sha256, hasComment: true };
  });
}

/**
 * The document that pages were made of, byte for byte; `undefined` when they are not all there, or not what they were.
 *
 * @param pages of that set, their graph being a chain
 */
export function joinedDocument({ found }: PageSetReading, pages: readonly StoredPage[]): string | undefined {
  const byId = new Map(pages.map((page) => [page.ct.id, page]));
  const texts: string[] = [];
  let at = pages.find(({ ct }) => ct.prev === null);
  for (; at !== undefined; at = at.ct.next === null ? undefined : byId.get(at.ct.next)) {
    if (at.text === undefined) return undefined;
    texts.push(at.text);
  }
  if (found.kind === 'plain') return texts.join('');
  const readings = texts.map(readPage).filter((reading) => reading !== undefined);
  const text = joinPages(readings);
  return readings.length === texts.length && sha256Hex(text) === found.manifest.source_sha256 ? text : undefined;
}
