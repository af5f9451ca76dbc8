import { readdirSync, statSync } from 'node:fs';
import { basename, join, relative, resolve, sep } from 'node:path';
import { artifactTypeOf, readArtifactText } from '@topicmill/artifact-text';
import type { ArtifactInput } from '@topicmill/artifacts';
import { TopicmillError } from '@topicmill/diagnostics';
import { errorCode, readBytes } from '@topicmill/files';
import type { IngestSource, SharedFields, SkippedSource } from './ingest-source.js';

const MAX_FILE_BYTES = 256 * 1024 * 1024;
const LEFT_OUT = new Set(['node_modules', '__pycache__', 'dist', 'target']);

const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const looseUtf8 = new TextDecoder('utf-8', { ignoreBOM: true });

/**
 * The files that paths name. Of a folder all files below it are taken, in order of code units, without hidden ones, links
 * and the folders of packages and builds; what is no text there is left out instead of failing.
 *
 * @throws TopicmillError `FILE_UNREADABLE` for a path that is not there
 */
export function* fileSources(paths: readonly string[], fields: SharedFields, cwd: string): Generator<IngestSource> {
  for (const path of paths) {
    const absolute = resolve(cwd, path);
    if (isFolder(absolute, path)) {
      for (const file of filesBelow(absolute)) yield fileSource(file, fields, cwd, true);
    } else yield fileSource(absolute, fields, cwd, false);
  }
}

function isFolder(absolute: string, path: string): boolean {
  try {
    return statSync(absolute).isDirectory();
  } catch (cause) {
    throw new TopicmillError('FILE_UNREADABLE', `The path cannot be read (${errorCode(cause)}).`, {
      file: path,
      remedy: 'Check that it exists and that you may read it.',
      cause,
    });
  }
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
 * A file as an artifact, its name the path below `cwd`.
 *
 * @param isFound whether it was met in a folder, and is left out instead of failing when it is no text
 */
export function fileSource(path: string, fields: SharedFields, cwd: string, isFound: boolean): IngestSource {
  const name = relative(cwd, path).split(sep).join('/');
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
      if (isFound && !/\S/.test(text)) return { skipped: 'It has no text.' };
      return artifactOf(
        text,
        type,
        { sourceId: name, ...given(fields), sourceSystem: fields.sourceSystem ?? 'file' },
        basename(path),
        bytes,
      );
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
