import {
  closeSync,
  createReadStream,
  existsSync,
  openSync,
  readdirSync,
  readSync,
  realpathSync,
  statSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { artifactTypeOf, isMailbox, slackNames } from '@topicmill/artifacts/text';
import { TopicmillError } from '@topicmill/base/diagnostics';
import { errorCode, pathBelow, readBytes, relativePath, slashPath } from '@topicmill/base/files';
import { compareCodeUnits } from '@topicmill/base/order';
import { archiveSources, isArchiveName } from './archive-sources.js';
import {
  detectArtifactType,
  type IngestSource,
  isNoText,
  isSlackDay,
  readArtifact,
  type SharedFields,
  type SkippedSource,
  unlessEmpty,
} from './ingest-source.js';
import { failingSource, mailSources } from './mail-sources.js';

const MAX_FILE_BYTES = 256 * 1024 * 1024;
const SKIPPED_FOLDERS = new Set(['node_modules', '__pycache__', 'dist', 'target']);
/** Bytes read from the beginning of a file to distinguish a mailbox from an email. */
const HEAD_BYTES = 65_536;

/**
 * The files that paths name; of a mailbox its emails, of an archive (.zip) its files. Of a folder all files below it are taken, in order of code units,
 * without hidden ones, links and the folders of packages and builds; a file there that is not text is left out instead of failing.
 */
export async function* fileSources(
  paths: readonly string[],
  fields: SharedFields,
  folders: FileFolders,
): AsyncGenerator<IngestSource> {
  for (const path of paths) {
    const absolute = resolve(folders.cwd, path);
    if (isFolder(absolute)) {
      for (const file of filesBelow(absolute)) yield* sourcesIn(file, fields, folders, true);
    } else yield* sourcesIn(absolute, fields, folders, false);
  }
}

/**
 * Checks that all paths exist before anything is made from one of them.
 *
 * @throws TopicmillError `FILE_UNREADABLE`
 */
export function checkPaths(paths: readonly string[], cwd: string): void {
  for (const path of paths) {
    try {
      statSync(resolve(cwd, path));
    } catch (cause) {
      throw new TopicmillError('FILE_UNREADABLE', `The path cannot be read (${errorCode(cause)}).`, {
        file: path,
        remedy: 'Check that it exists and that you may read it.',
        cause,
      });
    }
  }
}

export function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

/** Whether a file is a mailbox: of emails, by its name or by how it begins. */
export function isMailboxFile(path: string, type: string | undefined): boolean {
  if ((type ?? 'email') !== 'email' || !existsSync(path)) return false;
  const head = Buffer.alloc(HEAD_BYTES);
  let length = 0;
  const file = openSync(path, 'r');
  try {
    length = readSync(file, head);
  } finally {
    closeSync(file);
  }
  const name = basename(path);
  return (
    artifactTypeOf(name, head.subarray(0, length)) === 'email' && isMailbox(name, head.toString('latin1', 0, length))
  );
}

function* filesBelow(folder: string): Generator<string> {
  const entries = readdirSync(folder, { withFileTypes: true });
  entries.sort((a, b) => compareCodeUnits(a.name, b.name));
  for (const entry of entries) {
    if (entry.name.startsWith('.') || SKIPPED_FOLDERS.has(entry.name)) continue;
    if (entry.isDirectory()) yield* filesBelow(join(folder, entry.name));
    else if (entry.isFile()) yield join(folder, entry.name);
  }
}

async function* sourcesIn(
  path: string,
  fields: SharedFields,
  folders: FileFolders,
  isFound: boolean,
): AsyncGenerator<IngestSource> {
  if (isArchiveName(path) && statSync(path).size <= MAX_FILE_BYTES) {
    yield* archiveOrDocument(path, fields, folders, isFound);
  } else if (isMailboxFile(path, fields.type)) {
    const file = {
      bytes: createReadStream(path),
      name: displayName(path, folders),
      sourceId: sourceIdOf(path, folders),
    };
    yield* mailSources(file, fields, isFound);
  } else yield fileSource(path, fields, folders, isFound);
}

async function* archiveOrDocument(
  path: string,
  fields: SharedFields,
  folders: FileFolders,
  isFound: boolean,
): AsyncGenerator<IngestSource> {
  const file = { path, name: displayName(path, folders), sourceId: sourceIdOf(path, folders) };
  try {
    const inside = await archiveSources(file, fields);
    if (inside === undefined) yield fileSource(path, fields, folders, isFound);
    else yield* inside;
  } catch (thrown) {
    if (!(thrown instanceof TopicmillError)) throw thrown;
    yield failingSource(file, thrown);
  }
}

/**
 * A file as an artifact. Its name is the path below the root of sources, or the whole path of a file elsewhere.
 *
 * @param isFound whether it was met in a folder, and is left out instead of failing when it is not text
 */
export function fileSource(path: string, fields: SharedFields, folders: FileFolders, isFound: boolean): IngestSource {
  const name = displayName(path, folders);
  const sourceId = fields.sourceId ?? sourceIdOf(path, folders);
  return {
    name,
    sourceId,
    async read() {
      const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
      if (size > MAX_FILE_BYTES) return refusedFile(name, `The file has more than ${MAX_FILE_BYTES} bytes.`, isFound);
      const bytes = readBytes(path, name);
      const names = slackNamesBeside(path);
      const type = detectArtifactType(basename(path), bytes, { ...fields, names });
      const given = { ...fields, names, sourceId, sourceSystem: fields.sourceSystem ?? 'file' };
      try {
        const artifact = await readArtifact(bytes, type, given, basename(path));
        return isFound ? unlessEmpty(artifact) : artifact;
      } catch (thrown) {
        if (!isFound || !isNoText(thrown)) throw thrown;
        return { skipped: thrown.message };
      }
    },
  };
}

/** Names of the people of a Slack export: a file for each day in a folder for each channel, and next to those a list. */
function slackNamesBeside(path: string): SharedFields['names'] {
  const list = join(dirname(dirname(path)), 'users.json');
  return isSlackDay(path) && existsSync(list) ? slackNames(readBytes(list, list)) : undefined;
}

function displayName(path: string, { cwd }: FileFolders): string {
  return relativePath(cwd, path);
}

function refusedFile(file: string, message: string, isFound: boolean): SkippedSource {
  if (isFound) return { skipped: message };
  throw new TopicmillError('NOT_TEXT', message, { file, remedy: 'Split it, and ingest the parts.' });
}

/** Folders that paths and names are relative to. */
export interface FileFolders {
  /** What paths and reports are relative to. */
  readonly cwd: string;
  /** What the names of artifacts are relative to. */
  readonly sourceRoot: string;
}

/**
 * The id of a file as a source: its path below the root of sources, or its whole path elsewhere. Links on the way to it
 * are resolved, so that it has one name, however it is reached.
 */
function sourceIdOf(path: string, { sourceRoot }: FileFolders): string {
  return idBelow(join(realPathOf(dirname(path)), basename(path)), sourceRoot);
}

/** How the ids of all files in a folder, or all emails in a mailbox, begin; empty for the root of sources itself. */
export function sourcePrefixOf(path: string, { sourceRoot }: FileFolders, isFolder: boolean): string {
  const id = idBelow(realPathOf(path), sourceRoot);
  const ending = isFolder ? '/' : '#';
  return id === '' || id.endsWith(ending) ? id : id + ending;
}

function idBelow(real: string, sourceRoot: string): string {
  return pathBelow(realPathOf(sourceRoot), real) ?? slashPath(real);
}

/** The path itself when there is nothing at it. */
function realPathOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
