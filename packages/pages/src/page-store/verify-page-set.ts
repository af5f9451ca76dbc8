import { lstatSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type Diagnostic, type DiagnosticCode, throwFaults } from '@topicmill/base/diagnostics';
import { readBytesIfExists, sha256Hex } from '@topicmill/base/files';
import { loadTokenCounter, type TokenCounter } from '@topicmill/text/tokens';
import {
  compareManifest,
  joinPages,
  type ManifestPage,
  PAGES_MANIFEST,
  type PagesManifest,
  type ReadPage,
  readPage,
  tokenDifferences,
} from '../pagination/index.js';
import { manifestPath, type PageSetReading, readPageSet } from './read-pages.js';

/** The result of verifying a set of pages. */
export interface VerifiedPageSet {
  /** Empty for a set without faults. */
  readonly faults: readonly Diagnostic[];
  /** Tokens of the largest page that was read; 0 when none was. */
  readonly largestTokenCount: number;
}

/**
 * Verifies a set of pages: the graph of continuity tokens, the manifest's checksum, each file, and each field of the
 * manifest against the pages. Of a plain manifest only the graph can be verified.
 *
 * @param path folder of pages, or a manifest
 * @param displayPath the same path as diagnostics show it
 */
export async function verifyPageSet(
  { found, graphFaults }: PageSetReading,
  path: string,
  displayPath: string,
): Promise<VerifiedPageSet> {
  if (found.kind === 'plain') return { faults: graphFaults, largestTokenCount: 0 };
  const counter = await loadTokenCounter(found.manifest.tokenizer);
  const [folder, displayFolder] = [dirname(manifestPath(path)), dirname(manifestPath(displayPath))];
  const verifier = new SetVerifier(found.manifest, folder, displayFolder, counter);
  verifier.verify();
  const faults = [...graphFaults, ...checksumFaults(manifestPath(path), manifestPath(displayPath)), ...verifier.faults];
  return { faults, largestTokenCount: verifier.largestTokenCount };
}

class SetVerifier {
  readonly faults: Diagnostic[] = [];
  largestTokenCount = 0;

  constructor(
    private readonly manifest: PagesManifest,
    private readonly folder: string,
    private readonly displayFolder: string,
    private readonly counter: TokenCounter,
  ) {}

  verify(): void {
    const { manifest, counter } = this;
    const pages = manifest.chunks.map((chunk) => this.page(chunk));
    const html = this.html();
    const readable = pages.filter((page) => page !== undefined);
    const isReadable = readable.length === pages.length;
    if (!isReadable || sha256Hex(joinPages(readable.map(({ reading }) => reading))) !== manifest.source_sha256) {
      this.report('PAGES_DIFFER', PAGES_MANIFEST, 'The joined pages are not the document that they were made from.');
    }
    // A damaged page would make the fields about all pages wrong; the page itself is the fault to report.
    if (this.faults.some(({ code }) => code !== 'PAGE_TOO_LARGE')) return;
    const file = join(this.displayFolder, PAGES_MANIFEST);
    this.faults.push(...compareManifest({ manifest, pages: readable, html, counter, sha256: sha256Hex, file }));
  }

  private page(chunk: ManifestPage): ReadPage | undefined {
    const { manifest } = this;
    const text = this.text(chunk.file);
    if (text === undefined) {
      this.report('PAGE_FILE_WRONG', chunk.file, 'The page is missing, or is not UTF-8.');
      return undefined;
    }
    if (sha256Hex(text) !== chunk.sha256) {
      this.report('PAGE_FILE_WRONG', chunk.file, 'The page was changed: its SHA-256 is not that of the manifest.');
    }
    const tokenCount = this.counter.count(text);
    this.largestTokenCount = Math.max(this.largestTokenCount, tokenCount);
    if (tokenCount > manifest.n_max && chunk.oversize !== true) {
      const message = `The page has ${tokenCount} tokens; the maximum is ${manifest.n_max}.`;
      this.report('PAGE_TOO_LARGE', chunk.file, message);
    }
    const reading = readPage(text);
    if (reading === undefined) {
      this.report('PAGE_FILE_WRONG', chunk.file, 'The page has no continuity token, or is incomplete.');
      return undefined;
    }
    const { comment } = reading;
    for (const message of tokenDifferences(comment, chunk.ct)) this.report('CT_DIFFERS', chunk.file, message);
    if (comment.set !== manifest.set) {
      this.report('PAGE_FILE_WRONG', chunk.file, `The page belongs to set ${comment.set}, not ${manifest.set}.`);
    }
    return { text, reading };
  }

  /** HTML pages by id. */
  private html(): Map<string, string> {
    const found = new Map<string, string>();
    const { chunks } = this.manifest;
    const hasHtml = chunks.some(({ html }) => html !== undefined);
    for (const { ct, html } of chunks) {
      if (html === undefined) {
        const message = `${ct.id} has no HTML page in the manifest, but other pages have one.`;
        if (hasHtml) this.report('PAGES_MANIFEST_WRONG', PAGES_MANIFEST, message);
        continue;
      }
      const text = this.text(html.file);
      if (text !== undefined) found.set(ct.id, text);
      if (text === undefined || sha256Hex(text) !== html.sha256) {
        this.report('PAGE_FILE_WRONG', html.file, 'The HTML page is missing, or was changed.');
      }
    }
    return found;
  }

  /** The text of a file of the set; `undefined` when it is missing or not UTF-8. */
  private text(name: string): string | undefined {
    const bytes = readBytesIfExists(join(this.folder, name), join(this.displayFolder, name));
    if (bytes === undefined) return undefined;
    try {
      return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    } catch {
      return undefined;
    }
  }

  private report(code: DiagnosticCode, name: string, message: string): void {
    const remedy = 'Split the document again, or roll back to the previous set.';
    this.faults.push({ severity: 'error', code, message, file: join(this.displayFolder, name), remedy });
  }
}

/**
 * Refuses a set of which a file is missing or is not what was written, so that a rollback never shows half a set.
 *
 * @param folder of the set
 * @param displayFolder the same path as errors show it
 * @throws FaultsError `PAGE_FILE_WRONG`, `PAGES_CHECKSUM_WRONG`; TopicmillError `FILE_UNREADABLE`, `PAGES_MANIFEST_INVALID`
 */
export function checkWholeSet(folder: string, displayFolder: string): void {
  const { found } = readPageSet(folder, displayFolder);
  if (found.kind === 'plain') return;
  const files = found.manifest.chunks.flatMap(({ file, sha256, html }) => [
    { file, sha256 },
    ...(html === undefined ? [] : [html]),
  ]);
  const damaged = files.filter(({ file, sha256 }) => !hasHash(join(folder, file), sha256, join(displayFolder, file)));
  throwFaults([
    ...checksumFaults(manifestPath(folder), manifestPath(displayFolder)),
    ...damaged.map(({ file }) => damagedPage(join(displayFolder, file))),
  ]);
}

function damagedPage(file: string): Diagnostic {
  return {
    severity: 'error',
    code: 'PAGE_FILE_WRONG',
    message: 'The previous set of pages is damaged: this page is missing, or was changed.',
    file,
    remedy: 'Split an earlier version of the document again.',
  };
}

/** The file with the manifest's SHA-256, next to the manifest. */
export const PAGES_CHECKSUM = `${PAGES_MANIFEST}.sha256`;

/** The content of the checksum file, in the form that `sha256sum --check` reads. */
export function formatChecksum(manifest: string | Uint8Array, name: string = PAGES_MANIFEST): string {
  return `${sha256Hex(manifest)}  ${name}\n`;
}

/**
 * Compares a manifest with the checksum next to it, `{manifest}.sha256`.
 *
 * @param displayPath path of the manifest as the diagnostic shows it
 * @returns an error `PAGES_CHECKSUM_WRONG` when the checksum is missing or is that of another manifest
 */
function checksumFaults(manifestPath: string, displayPath: string): Diagnostic[] {
  const name = basename(manifestPath);
  const checksum = readBytesIfExists(`${manifestPath}.sha256`, `${displayPath}.sha256`);
  const manifest = readBytesIfExists(manifestPath, displayPath) ?? new Uint8Array();
  if (checksum !== undefined && new TextDecoder().decode(checksum) === formatChecksum(manifest, name)) return [];
  return [
    {
      severity: 'error',
      code: 'PAGES_CHECKSUM_WRONG',
      message:
        checksum === undefined
          ? `${name} has no checksum next to it.`
          : `The checksum is not that of ${name}: one of the two files was changed.`,
      file: `${displayPath}.sha256`,
      remedy: 'Split the document again, or roll back to the previous set.',
    },
  ];
}

/**
 * Whether a file of a set is there, is not a link, and has this SHA-256.
 *
 * @param displayPath the same path as errors show it
 * @throws TopicmillError `FILE_UNREADABLE`
 */
export function hasHash(path: string, sha256: string, displayPath: string): boolean {
  if (lstatSync(path, { throwIfNoEntry: false })?.isFile() !== true) return false;
  const bytes = readBytesIfExists(path, displayPath);
  return bytes !== undefined && sha256Hex(bytes) === sha256;
}
