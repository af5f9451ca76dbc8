import { basename } from 'node:path';
import type { Diagnostic } from '@topicmill/base/diagnostics';
import { readBytesIfExists, sha256Hex } from '@topicmill/base/files';
import { PAGES_MANIFEST } from '../pagination/index.js';

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
export function checksumFaults(manifestPath: string, displayPath: string): Diagnostic[] {
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
