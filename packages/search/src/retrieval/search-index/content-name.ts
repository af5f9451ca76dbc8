import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';

const NAME_DIGITS = 16;

/** The name of a file that is named by its content: 16 hex digits of its SHA-256. */
export function contentName(bytes: Uint8Array, extension: 'bin' | 'json'): string {
  return `${contentDigits(bytes)}.${extension}`;
}

/** Whether a file still has the content that its name says. */
export function hasContentName(bytes: Uint8Array, name: string): boolean {
  return name.startsWith(`${contentDigits(bytes)}.`);
}

function contentDigits(bytes: Uint8Array): string {
  return bytesToHex(sha256(bytes)).slice(0, NAME_DIGITS);
}
