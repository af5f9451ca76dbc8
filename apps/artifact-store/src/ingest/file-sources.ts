import { readdirSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import type { ArtifactInput } from '@topicmill/artifacts/store';
import { artifactTypeOf, readArtifactText } from '@topicmill/artifacts/text';
import { TopicmillError } from '@topicmill/base/diagnostics';
import { errorCode, readBytes } from '@topicmill/base/files';
import type { IngestSource, SharedFields, SkippedSource } from './ingest-source.js';

const MAX_FILE_BYTES = 256 * 1024 * 1024;
const LEFT_OUT = new Set(['node_modules', '__pycache__', 'dist', 'target']);

const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const looseUtf8 = new TextDecoder('utf-8', { ignoreBOM: true });

/** Folders that paths and names are relative to. */
export interface FileFolders {
  /** What paths and reports are relative to. */
  readonly cwd: string;
  /** What the names of artifacts are relative to. */
  readonly sourceRoot: string;
}

/**
 * The files that paths name. Of a folder all files below it are taken, in order of code units, without hidden ones, links
 * and the folders of packages and builds; what is no text there is left out instead of failing.
 */
export function* fileSources(
  paths: readonly string[],
  fields: SharedFields,
  folders: FileFolders,
): Generator<IngestSource> {
  for (const path of paths) {
    const absolute = resolve(folders.cwd, path);
    if (isFolder(absolute)) {
      for (const file of filesBelow(absolute)) yield fileSource(file, fields, folders, true);
    } else yield fileSource(absolute, fields, folders, false);
  }
}

/**
 * Looks whether all paths are there, before anything is made of one of them.
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

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

function* filesBelow(folder: string): Generator<string> {
  const entries = readdirSync(folder, { withFileTypes: true });
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    if (entry.name.startsWith('.') || LEFT_OUT.has(entry.name)) continue;
    if (entry.isDirectory()) yield* filesBelow(join(folder, entry.name));
    else if (entry.isFile()) yield join(folder, entry.name);
  }
}

/**
 * A file as an artifact. Its name is the path below the root of sources, or the whole path of a file elsewhere.
 *
 * @param isFound whether it was met in a folder, and is left out instead of failing when it is no text
 */
export function fileSource(
  path: string,
  fields: SharedFields,
  { cwd, sourceRoot }: FileFolders,
  isFound: boolean,
): IngestSource {
  const name = withSlashes(relative(cwd, path));
  return {
    name,
    async read() {
      const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
      if (size > MAX_FILE_BYTES) return refuse(name, `The file has more than ${MAX_FILE_BYTES} bytes.`, isFound);
      const bytes = readBytes(path, name);
      const type = fields.type ?? artifactTypeOf(basename(path));
      const text = type === 'email' ? looseUtf8.decode(bytes) : decode(bytes);
      if (text === undefined) return refuse(name, 'The file is not UTF-8 text.', isFound);
      if (isFound && bytes.includes(0)) return { skipped: 'It holds NUL bytes.' };
      const artifact = await artifactOf(
        text,
        type,
        { sourceId: sourceIdOf(path, sourceRoot), ...given(fields), sourceSystem: fields.sourceSystem ?? 'file' },
        basename(path),
        bytes,
      );
      return isFound && !/\S/u.test(artifact.content) ? { skipped: 'It has no text.' } : artifact;
    },
  };
}

/** An artifact with what its text says of itself, and over that what the command line says. */
export async function artifactOf(
  text: string,
  type: string,
  fields: SharedFields & { readonly sourceSystem: string },
  fallbackTitle: string | undefined,
  bytes?: Uint8Array,
): Promise<ArtifactInput> {
  const read = await readArtifactText(text, type, bytes);
  const { sourceSystem, sourceId, sensitivity } = fields;
  return {
    content: read.content,
    artifactType: type,
    sourceSystem,
    sourceId,
    title: fields.title ?? read.title ?? fallbackTitle,
    sensitivity,
    ts: fields.ts ?? read.ts,
    attributes: { ...read.attributes, ...fields.attributes },
  };
}

/** Links on the way to a file are resolved: it has one name, however it is reached. */
function sourceIdOf(path: string, sourceRoot: string): string {
  const real = join(realPathOf(dirname(path)), basename(path));
  const inner = relative(realPathOf(sourceRoot), real);
  const isBelow = !isAbsolute(inner) && inner.split(sep)[0] !== '..';
  return withSlashes(isBelow ? inner : real);
}

/** The path itself when there is nothing at it. */
function realPathOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

function withSlashes(path: string): string {
  return path.split(sep).join('/');
}

function given(fields: SharedFields): SharedFields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return strictUtf8.decode(bytes);
  } catch {
    return undefined;
  }
}

function refuse(file: string, message: string, isFound: boolean): SkippedSource {
  if (isFound) return { skipped: message };
  throw new TopicmillError('NOT_TEXT', message, { file, remedy: 'Give a text file in UTF-8.' });
}
