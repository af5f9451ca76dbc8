import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Diagnostic } from '@topicmill/base/diagnostics';
import { readBytesIfExists, readDocument, sha256Hex } from '@topicmill/base/files';
import type { TokenCounter } from '@topicmill/text/tokens';
import {
  joinPages,
  PAGES_MANIFEST,
  type PagesManifest,
  type ReadManifest,
  readPage,
  readPagesManifest,
  verifyGraph,
} from '../pagination/index.js';

/** A published folder of pages. */
export interface PageSetReading {
  readonly found: ReadManifest;
  /** What is wrong with the graph of continuity tokens. */
  readonly graphFaults: readonly Diagnostic[];
}

/**
 * Reads the manifest of a folder, or a manifest itself.
 *
 * @throws TopicmillError `FILE_UNREADABLE`, `PAGES_MANIFEST_INVALID`
 */
export function readPageSet(path: string, displayPath: string): PageSetReading {
  const { text } = readDocument(manifestPath(path), manifestPath(displayPath));
  const found = readPagesManifest(text, manifestPath(displayPath));
  const chunks = found.kind === 'set' ? found.manifest.chunks : found.pages.chunks;
  const tokens = chunks.map(({ ct }) => ct);
  return { found, graphFaults: verifyGraph(tokens, manifestPath(displayPath)) };
}

/** Path of the manifest of a folder; a path that ends in `.json` is one. */
export function manifestPath(path: string): string {
  return path.endsWith('.json') ? path : join(path, PAGES_MANIFEST);
}

/**
 * Compares the pages of a folder with their manifest, and their text with the document that they were made of.
 *
 * @returns an error for each page that is missing, altered, too large or of another set; `PAGES_DIFFER` when their
 *   text is not the document's
 */
export function verifyFiles(
  manifest: PagesManifest,
  folder: string,
  displayFolder: string,
  counter: TokenCounter,
): Diagnostic[] {
  const faults: Diagnostic[] = [];
  const report = (code: Diagnostic['code'], file: string, message: string) =>
    faults.push({
      severity: 'error',
      code,
      message,
      file: join(displayFolder, file),
      remedy: 'Split the document again.',
    });
  const readings = manifest.chunks.map((chunk) => {
    const text = fileText(folder, chunk.file);
    if (text === undefined) report('PAGE_FILE_WRONG', chunk.file, 'The page is not there, or is not UTF-8.');
    else if (sha256Hex(text) !== chunk.sha256) report('PAGE_FILE_WRONG', chunk.file, 'The page was altered.');
    const reading = text === undefined ? undefined : readPage(text);
    if (text === undefined) return undefined;
    const tokenCount = counter.count(text);
    if (tokenCount > manifest.n_max && chunk.oversize !== true) {
      report('PAGE_TOO_LARGE', chunk.file, `The page has ${tokenCount} tokens, and may have ${manifest.n_max}.`);
    }
    const { id, prev, next } = chunk.ct;
    const comment = reading?.comment;
    if (comment?.id !== id || comment.prev !== prev || comment.next !== next || comment.set !== manifest.set) {
      report('PAGE_FILE_WRONG', chunk.file, "The page's continuity token is missing, or not that of the manifest.");
    }
    return reading;
  });
  for (const { html } of manifest.chunks) {
    if (html === undefined) continue;
    const text = fileText(folder, html.file);
    if (text === undefined || sha256Hex(text) !== html.sha256) {
      report('PAGE_FILE_WRONG', html.file, 'The page is not there, or was altered.');
    }
  }
  const whole = readings.filter((reading) => reading !== undefined);
  if (whole.length < readings.length || sha256Hex(joinPages(whole)) !== manifest.source_sha256) {
    report('PAGES_DIFFER', PAGES_MANIFEST, 'The pages, joined again, are not the document that they were made of.');
  }
  return faults;
}

/** Whether the checksum beside the manifest is that of the manifest. */
export function hasChecksum(folder: string): boolean {
  const checksum = `${PAGES_MANIFEST}.sha256`;
  if (!existsSync(join(folder, checksum))) return false;
  const manifest = readBytesIfExists(join(folder, PAGES_MANIFEST));
  return manifest !== undefined && fileText(folder, checksum) === `${sha256Hex(manifest)}  ${PAGES_MANIFEST}\n`;
}

function fileText(folder: string, name: string): string | undefined {
  const bytes = readBytesIfExists(join(folder, name));
  if (bytes === undefined) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
