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
import { artifactTypeOf, isMail, isMailbox, splitMailbox } from '@topicmill/artifacts/text';
import { TopicmillError } from '@topicmill/base/diagnostics';
import { errorCode, pathBelow, readBytes, relativePath, sha256Hex, slashPath } from '@topicmill/base/files';
import { compareCodeUnits } from '@topicmill/base/order';
import { artifactOf, type IngestSource, type SharedFields, type SkippedSource, unlessEmpty } from './ingest-source.js';

/** A file of emails. */
interface MailboxFile {
  readonly bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
  /** What reports call it. */
  readonly name: string;
  readonly sourceId: string;
}

const HEADER_BYTES = 65_536;

/**
 * The emails of a mailbox. Each is known by the mailbox's name followed by its Message-ID, or by its hash without one. A
 * mailbox that has none, or cannot be read to its end, is a source that fails.
 *
 * @param isFound whether an empty file is left out instead of failing
 */
export async function* mailSources(
  { bytes, name, sourceId }: MailboxFile,
  fields: SharedFields,
  isFound: boolean,
): AsyncGenerator<IngestSource> {
  const counts = new Map<string, number>();
  const source = (mail: Uint8Array): IngestSource => {
    const id = messageIdOf(mail) ?? sha256Hex(mail).slice(0, 16);
    const count = (counts.get(id) ?? 0) + 1;
    counts.set(id, count);
    const ending = `#${id}${count === 1 ? '' : `~${count}`}`;
    const given = { ...fields, sourceId: sourceId + ending, sourceSystem: fields.sourceSystem ?? 'file' };
    return {
      name: name + ending,
      sourceId: given.sourceId,
      read: async () => unlessEmpty(await artifactOf(mail, 'email', given, undefined)),
    };
  };
  /** Text before the first mail, which is one artifact if there are mails. */
  let preamble: Uint8Array | undefined;
  let isEmpty = true;
  try {
    for await (const mail of splitMailbox(bytes)) {
      if (
        isEmpty &&
        preamble === undefined &&
        !isMail(Buffer.from(mail.subarray(0, HEADER_BYTES)).toString('latin1'))
      ) {
        preamble = mail;
        continue;
      }
      if (preamble !== undefined && isEmpty) yield source(preamble);
      isEmpty = false;
      yield source(mail);
    }
  } catch (cause) {
    yield failingSource({ name, sourceId }, unreadableFile(cause));
    return;
  }
  if (isEmpty)
    yield failingSource({ name, sourceId }, noMail(preamble !== undefined), isFound && preamble === undefined);
}

/** A file that yields nothing. @param isSkipped whether it is left out instead of failing */
function failingSource(
  { name, sourceId }: Pick<MailboxFile, 'name' | 'sourceId'>,
  error: TopicmillError,
  isSkipped = false,
): IngestSource {
  const read = async (): Promise<SkippedSource> => {
    if (!isSkipped) throw error;
    return { skipped: error.message };
  };
  return { name, sourceId, read };
}

function noMail(hasText: boolean): TopicmillError {
  return new TopicmillError(
    'MAIL_UNREADABLE',
    hasText ? 'There is no email in the mailbox.' : 'The mailbox is empty.',
    {
      remedy: 'Check that it is a mailbox (mbox). For a text, give --type doc.',
    },
  );
}

function unreadableFile(cause: unknown): TopicmillError {
  return new TopicmillError('FILE_UNREADABLE', `The file cannot be read to its end (${errorCode(cause)}).`, {
    remedy: 'Check the disk and that you may read the file, and ingest it again.',
    cause,
  });
}

function messageIdOf(mail: Uint8Array): string | undefined {
  const [head] = Buffer.from(mail.subarray(0, HEADER_BYTES))
    .toString('latin1')
    .split(/\r?\n\r?\n/, 1);
  return /^message-id:\s*<([^<>\s]{1,500})>/im.exec(head!)?.[1];
}

const MAX_FILE_BYTES = 256 * 1024 * 1024;
const LEFT_OUT = new Set(['node_modules', '__pycache__', 'dist', 'target']);
/** Bytes read from the beginning of a file to distinguish a mailbox from an email. */
const HEAD_BYTES = 65_536;

/**
 * The files that paths name; of a mailbox its emails. Of a folder all files below it are taken, in order of code units,
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
    if (entry.name.startsWith('.') || LEFT_OUT.has(entry.name)) continue;
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
  if (isMailboxFile(path, fields.type)) {
    const file = {
      bytes: createReadStream(path),
      name: displayName(path, folders),
      sourceId: sourceIdOf(path, folders),
    };
    yield* mailSources(file, fields, isFound);
  } else yield fileSource(path, fields, folders, isFound);
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
      if (size > MAX_FILE_BYTES) return refuse(name, `The file has more than ${MAX_FILE_BYTES} bytes.`, isFound);
      const bytes = readBytes(path, name);
      const type = fields.type ?? artifactTypeOf(basename(path), bytes);
      const given = { ...fields, sourceId, sourceSystem: fields.sourceSystem ?? 'file' };
      try {
        const artifact = await artifactOf(bytes, type, given, basename(path));
        return isFound ? unlessEmpty(artifact) : artifact;
      } catch (thrown) {
        if (!isFound || !isNoText(thrown)) throw thrown;
        return { skipped: thrown.message };
      }
    },
  };
}

function displayName(path: string, { cwd }: FileFolders): string {
  return relativePath(cwd, path);
}

function isNoText(thrown: unknown): thrown is TopicmillError {
  return thrown instanceof TopicmillError && (thrown.code === 'NOT_TEXT' || thrown.code === 'PDF_UNREADABLE');
}

function refuse(file: string, message: string, isFound: boolean): SkippedSource {
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
