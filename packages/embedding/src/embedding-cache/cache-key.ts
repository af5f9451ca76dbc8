import { join } from 'node:path';
import { sha256Hex } from '@topicmill/base/files';

/** What one entry of the cache belongs to. */
export interface CacheKey {
  /** Cache key of the chunking strategy, or `questions`. */
  readonly strategy: string;
  /** Exact name of the embedding model, provider and revision included. */
  readonly model: string;
  /** SHA-256 of the source file, 64 lower-case hex digits. */
  readonly sourceSha256: string;
}

/** Folder, next to the entries of a model, of the batches of embeddings that never became a whole entry. */
export const PENDING_FOLDER = 'pending';

const PREFIX_LENGTH = 16;

/** The part of a source's SHA-256 that names its entry. */
export function sourcePrefix(sourceSha256: string): string {
  return sourceSha256.slice(0, PREFIX_LENGTH);
}

/** `<root>/{strategy}/{model}`. */
export function modelDirectory(root: string, strategy: string, model: string): string {
  return join(root, encodeFolderName(strategy), encodeFolderName(model));
}

/** `<root>/{strategy}/{model}/{first 16 hex digits of the source's SHA-256}`. */
export function entryDirectory(root: string, key: CacheKey): string {
  return join(modelDirectory(root, key.strategy, key.model), sourcePrefix(key.sourceSha256));
}

/** `<root>/{strategy}/{model}/pending/{source}-{texts}`: one folder a batch, named by the source and the batch's texts. */
export function pendingDirectory(root: string, key: CacheKey, textSha256s: readonly string[]): string {
  const batch = sourcePrefix(sha256Hex(textSha256s.join('\n')));
  const folder = `${sourcePrefix(key.sourceSha256)}-${batch}`;
  return join(modelDirectory(root, key.strategy, key.model), PENDING_FOLDER, folder);
}

/** Whether a folder name is that of an entry. */
export function isEntryFolder(name: string): boolean {
  return /^[0-9a-f]{16}$/.test(name);
}

/** The source prefix of a pending batch's folder, or `undefined` when the name is not one. */
export function pendingSourcePrefix(name: string): string | undefined {
  return /^([0-9a-f]{16})-[0-9a-f]{16}$/.exec(name)?.[1];
}

const RESERVED_ON_WINDOWS = /^(con|prn|aux|nul|com[0-9]|lpt[0-9])(?=\.|$)/;
const LITERAL = /^[a-z0-9_.-]$/;
const EMPTY = '%';

/**
 * A name as one folder name that is safe on every file system, and different for every name.
 * `a`–`z`, digits, `_`, `-` and inner `.` stand for themselves; every other UTF-8 byte is `%` and two lower-case hex
 * digits. Capitals are encoded too, so that names that differ only in case stay apart on file systems that ignore it. The
 * first letter of a name that Windows reserves (`con`, `nul`, `com1`, …) is encoded as well.
 *
 * `ollama:mxbai-embed-large` → `ollama%3amxbai-embed-large`
 */
export function encodeFolderName(name: string): string {
  if (name === '') return EMPTY;
  const reserved = RESERVED_ON_WINDOWS.test(name);
  const bytes = Buffer.from(name, 'utf8');
  let encoded = '';
  bytes.forEach((byte, at) => {
    const character = String.fromCharCode(byte);
    const atEdge = at === 0 || at === bytes.length - 1;
    const literal = LITERAL.test(character) && !(character === '.' && atEdge) && !(reserved && at === 0);
    encoded += literal ? character : `%${byte.toString(16).padStart(2, '0')}`;
  });
  return encoded;
}

/** The name that a folder name encodes, or `undefined` if `encodeFolderName` never returns this folder name. */
export function decodeFolderName(folderName: string): string | undefined {
  if (folderName === EMPTY) return '';
  let name: string;
  try {
    name = decodeURIComponent(folderName);
  } catch {
    return undefined;
  }
  return encodeFolderName(name) === folderName ? name : undefined;
}
