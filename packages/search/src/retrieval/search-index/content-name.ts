import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import type { DocsLoader } from '../docs-loader.js';

const NAME_DIGITS = 16;

/** The name of a file that is named by its content: 16 hex digits of its SHA-256. */
export function contentName(bytes: Uint8Array, extension: 'bin' | 'json'): string {
  return `${contentDigits(bytes)}.${extension}`;
}

/**
 * Whether a file still has the content that its name says.
 *
 * @param digest a faster SHA-256, where there is one
 */
export function hasContentName(bytes: Uint8Array, name: string, digest: DocsLoader['sha256'] = sha256): boolean {
  return name.startsWith(`${contentDigits(bytes, digest)}.`);
}

function contentDigits(bytes: Uint8Array, digest: (bytes: Uint8Array) => Uint8Array = sha256): string {
  return bytesToHex(digest(bytes)).slice(0, NAME_DIGITS);
}
