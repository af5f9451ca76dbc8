import { dirname, join } from 'node:path';
import type { Diagnostic } from '@topicmill/base/diagnostics';
import { readBytesIfExists, readDocument, sha256Hex, slashPath } from '@topicmill/base/files';
import {
  type ContinuityToken,
  joinPages,
  PAGES_MANIFEST,
  type ReadManifest,
  readPage,
  readPagesManifest,
  verifyGraph,
} from '../pagination/index.js';

/** A page of a set as it was found. */
export interface StoredPage {
  readonly ct: ContinuityToken;
  /** The page as written, with replacement characters for bytes that are not UTF-8; `undefined` without a file. */
  readonly text: string | undefined;
  /** Whether it has the hash of the manifest; true for a manifest without hashes. */
  readonly isWhole: boolean;
  /** Whether it should have a comment with its token; false for pages of a plain manifest. */
  readonly hasComment: boolean;
}

/**
 * The pages of a set in the order of the manifest, including missing and changed ones.
 *
 * @param path folder of pages, or a manifest
 * @param displayPath the same as errors name it
 * @throws TopicmillError `FILE_UNREADABLE`
 */
export function readPages({ found }: PageSetReading, path: string, displayPath: string): StoredPage[] {
  if (found.kind === 'plain') {
    return found.pages.chunks.map(({ ct, content }) => ({ ct, text: content, isWhole: true, hasComment: false }));
  }
  const folder = dirname(manifestPath(path));
  const displayFolder = dirname(manifestPath(displayPath));
  return found.manifest.chunks.map(({ ct, file, sha256 }) => {
    const bytes = readBytesIfExists(join(folder, file), slashPath(join(displayFolder, file)));
    const text = bytes === undefined ? undefined : new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
    return { ct, text, isWhole: bytes !== undefined && sha256Hex(bytes) === sha256, hasComment: true };
  });
}

/**
 * The document that pages were made from, byte for byte; `undefined` when a page is missing or changed.
 *
 * @param pages of that set, whose graph is a chain
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

/** A published folder of pages. */
export interface PageSetReading {
  readonly found: ReadManifest;
  /** Faults of the graph of continuity tokens in the manifest. */
  readonly graphFaults: readonly Diagnostic[];
}

/**
 * Reads the manifest of a folder, or a manifest itself.
 *
 * @param path folder of pages, or a manifest
 * @param displayPath the same path as errors show it
 * @throws TopicmillError `FILE_UNREADABLE`, `PAGES_MANIFEST_INVALID`
 */
export function readPageSet(path: string, displayPath: string): PageSetReading {
  const { text } = readDocument(manifestPath(path), manifestPath(displayPath));
  const found = readPagesManifest(text, manifestPath(displayPath));
  const chunks = found.kind === 'set' ? found.manifest.chunks : found.pages.chunks;
  const tokens = chunks.map(({ ct }) => ct);
  return { found, graphFaults: verifyGraph(tokens, manifestPath(displayPath)) };
}

/** Path of the manifest of a folder; a path ending in `.json` is a manifest itself. */
export function manifestPath(path: string): string {
  return path.endsWith('.json') ? path : join(path, PAGES_MANIFEST);
}
