import { join } from 'node:path';
import { sha256Hex } from '@topicmill/base/files';
import { encodeFolderName } from './folder-name.js';

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
