import { join } from 'node:path';
import type { Diagnostic } from '@topicmill/base/diagnostics';
import { readDocument } from '@topicmill/base/files';
import { PAGES_MANIFEST, type ReadManifest, readPagesManifest, verifyGraph } from '../pagination/index.js';

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
