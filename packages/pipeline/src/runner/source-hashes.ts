import { TopicmillError } from '@topicmill/base/diagnostics';
import { sha256Hex } from '@topicmill/base/files';
import { type Folder, type FolderTree, topicIdsOf } from './folder.js';
import { isShared, type OwnedFiles, type SharedFile, type SharedOwnedFile } from './owned-files.js';
import type { Step, StepInput } from './step.js';

/**
 * What the files that people write contained when a run was planned, and what the docs root's files for all topics will contain:
 * hashes by path below the folder or the docs root, or by a glob that matches a file of every topic. A cache that keeps results under these hashes never keeps one of another text, as long as
 * the run refuses to read another text.
 */
export type SourceHashes = Readonly<Record<string, string>>;

/** Hashes of what people wrote. */
export interface SourceFileHashes {
  /** Of a file's bytes, as `fileHash` gives it. */
  file(folder: Folder, path: string): string;
  /** Of what people wrote in a file, as `authoredHash` gives it. */
  authored(folder: Folder, file: SharedOwnedFile): string;
  /** Names of the files in a folder that a step takes for sources. */
  names(folder: Folder, files: OwnedFiles): readonly string[];
  /** Of the configuration file, as `fileHash` gives it. */
  config(): string;
}

/** Where hashes come from. */
export interface HashSource extends SourceFileHashes {
  /** Of what the site says of the folder's page, as `pageHash` gives it. */
  page(folder: Folder): string;
  /** Of a file that a step of the docs root will make of what people wrote, as `fileHash` gives it. */
  toBeMade(path: string): string;
}

const HASH_DIGITS = 16;
const CONFIG_KEY = 'configuration';
const PAGE_KEY = 'page';
const RUN_AGAIN = 'Run the command again.';
/** In place of the hash of a file that cannot be read, or that its step will reject. */
export const UNREADABLE = 'unreadable';

/**
 * Hash of a file as a run is planned with it; `''` for one that is not there.
 *
 * @param sha256 of the bytes, where it is known
 */
export function fileHash(bytes: Uint8Array | undefined, sha256 = bytes && sha256Hex(bytes)): string {
  return sha256?.slice(0, HASH_DIGITS) ?? '';
}

/**
 * Hash over what people wrote in a text that a step writes into too: the same before and after the step writes, and the
 * same for a text that nobody has edited as for none.
 *
 * @returns 16 hex digits; `''` when nobody wrote anything
 * @throws TopicmillError for a text that cannot be taken apart
 */
export function authoredHash(text: string | undefined, { authoredIdentity }: SharedFile): string {
  const authored = text === undefined ? '' : authoredIdentity(text);
  return authored === '' ? '' : sha256Hex(authored).slice(0, HASH_DIGITS);
}

/** The result of `read`, or the placeholder for a file that it cannot read. */
export function hashIfReadable(read: () => string): string {
  try {
    return read();
  } catch (thrown) {
    if (thrown instanceof TopicmillError) return UNREADABLE;
    throw thrown;
  }
}

/** Hash over a file of many topics, or over several files of a folder. What has no such file does not count. */
export function hashOverFiles(hashes: readonly (readonly [name: string, hash: string])[]): string {
  return sha256Hex(hashes.map(([name, hash]) => `${name}\0${hash}`).join('\n')).slice(0, HASH_DIGITS);
}

/** The hashes of all that steps read in and for a folder of hand-written files, and of what is made from them for all topics. */
export function sourceHashesOf(
  steps: readonly Step[],
  folder: Folder,
  tree: FolderTree,
  source: HashSource,
): SourceHashes {
  const hashes: Record<string, string> = {};
  for (const input of steps.flatMap((step) => step.inputs)) {
    const key = sourceKey(input);
    if (key !== undefined) hashes[key] ??= hashOf(input, folder, tree, source);
  }
  return hashes;
}

/** The name of an input among the hashes; none for what only other folders' steps make. */
export function sourceKey(input: StepInput): string | undefined {
  if (input.kind === 'source' || input.kind === 'docs-root') return input.path;
  if (input.kind === 'authored') return input.file.glob;
  if (input.kind === 'sources') return input.files.glob;
  if (input.kind === 'every-topic') return `**/${input.path}`;
  if (input.kind === 'config') return CONFIG_KEY;
  if (input.kind === 'page') return PAGE_KEY;
  return input.kind === 'made' && isShared(input.files) ? input.files.glob : undefined;
}

function hashOf(input: StepInput, folder: Folder, tree: FolderTree, source: HashSource): string {
  if (input.kind === 'source') return source.file(folder, input.path);
  if (input.kind === 'config') return source.config();
  if (input.kind === 'page') return source.page(folder);
  if (input.kind === 'docs-root') return source.toBeMade(input.path);
  if (input.kind === 'sources') {
    return hashOverFiles(source.names(folder, input.files).map((name) => [name, source.file(folder, name)]));
  }
  if (input.kind === 'authored') return source.authored(folder, input.file);
  if (input.kind === 'made' && isShared(input.files)) return source.authored(folder, input.files);
  if (input.kind !== 'every-topic') return '';
  const hashes = topicIdsOf(tree).map((id) => [id, source.file(tree.get(id)!, input.path)] as const);
  return hashOverFiles(hashes.filter(([, hash]) => hash !== ''));
}

/**
 * Refuses an input that has changed since the run was planned. A file that was merely touched has not.
 *
 * @param expected without it, nothing is refused
 * @throws TopicmillError `SOURCE_CHANGED`, `AUTHORED_PART_CHANGED`; `OUTPUT_OUTDATED` for what is made for all topics
 */
export function refuseChanged(
  expected: SourceHashes | undefined,
  input: StepInput,
  actual: () => string,
  displayFile: string,
): void {
  const planned = expected?.[sourceKey(input)!];
  if (planned === undefined || planned === actual()) return;
  if (input.kind === 'source' || input.kind === 'sources' || input.kind === 'config' || input.kind === 'page') {
    throw sourceChanged(displayFile);
  }
  if (input.kind === 'every-topic') {
    throw new TopicmillError('SOURCE_CHANGED', `A ${input.path} was edited after the build had started.`, {
      remedy: RUN_AGAIN,
    });
  }
  if (input.kind === 'docs-root') {
    throw new TopicmillError('OUTPUT_OUTDATED', 'The file does not match the current topics.', {
      file: displayFile,
      remedy: 'Run `npx topicmill build`.',
    });
  }
  throw new TopicmillError('AUTHORED_PART_CHANGED', 'The file was edited after the build had started.', {
    file: displayFile,
    remedy: RUN_AGAIN,
  });
}

/** Of a file that has changed since the run was planned. */
export function sourceChanged(displayFile: string): TopicmillError {
  const message = 'The file was edited after the build had started.';
  return new TopicmillError('SOURCE_CHANGED', message, { file: displayFile, remedy: RUN_AGAIN });
}
