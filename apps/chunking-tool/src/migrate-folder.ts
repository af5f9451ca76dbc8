import { existsSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import type { CommandIo } from '@topicmill/base/cli';
import { TopicmillError } from '@topicmill/base/diagnostics';
import { listDirectory, readDocument, relativePath, writeFileIfChanged } from '@topicmill/base/files';
import { indentedJson, isObject } from '@topicmill/base/json';
import { type MigratedRecord, migrateRecord } from '@topicmill/chunking';

export interface MigrateOptions {
  readonly out?: string;
  readonly inPlace?: true;
  readonly title?: string;
  readonly contentType?: string;
  /** Reports what would be written; writes nothing. */
  readonly dryRun?: true;
}

/** What happened to one record file. */
export interface MigratedFile extends Pick<MigratedRecord, 'unfilled' | 'faults'> {
  /** Path of the file that was read, and of the one that was, or would be, written. */
  readonly file: string;
  readonly written: string | undefined;
}

/**
 * Converts the record files of a folder, of older formats, to the present one. A file that is not a record, and a record
 * that is still incomplete, is reported and not written; nor is one whose place another file has.
 *
 * @throws TopicmillError `INVALID_OPTION` without a folder to write to, `FILE_UNREADABLE` for a folder that does not
 *   exist or contains no JSON files; nothing is written then
 */
export function migrateFolder(folder: string, options: MigrateOptions, io: CommandIo): MigratedFile[] {
  const from = resolve(io.cwd, folder);
  const to = migrationTarget(from, options, io);
  const { title, contentType, dryRun } = options;
  const shown = (path: string) => relativePath(io.cwd, path);
  const read = recordPaths(from, folder).map((path) => ({ path, ...readRecord(path, shown(path)) }));
  const neighbours = new Set(read.flatMap(({ fields }) => (typeof fields?.['id'] === 'string' ? [fields['id']] : [])));
  const defaults = {
    neighbours,
    ...(title === undefined ? {} : { fileTitle: title }),
    ...(contentType === undefined ? {} : { contentType }),
  };
  return read.map(({ path, fields, fault }): MigratedFile => {
    if (fields === undefined) return { file: shown(path), written: undefined, unfilled: [], faults: [fault] };
    const { record, unfilled, faults } = migrateRecord(fields, defaults);
    const target = resolve(to, basename(path));
    const foreign = target === path || !isForeign(target, record.id) ? [] : [`${shown(target)} is another file`];
    const isWhole = faults.length + foreign.length === 0;
    if (isWhole && !dryRun) writeFileIfChanged(target, indentedJson(record), shown(target));
    return {
      file: shown(path),
      written: isWhole ? shown(target) : undefined,
      unfilled,
      faults: [...faults, ...foreign],
    };
  });
}

function recordPaths(directory: string, displayDirectory: string): string[] {
  const names = existsSync(directory)
    ? listDirectory(directory, displayDirectory).filter((name) => name.endsWith('.json'))
    : [];
  if (names.length > 0) return names.sort().map((name) => resolve(directory, name));
  throw new TopicmillError(
    'FILE_UNREADABLE',
    existsSync(directory) ? 'The folder contains no record files.' : 'There is no such folder.',
    { file: displayDirectory, remedy: 'Name the folder that contains the old records, one JSON file each.' },
  );
}

/** Whether there is a file that is not an earlier version of the record. */
function isForeign(path: string, id: string | undefined): boolean {
  if (!existsSync(path)) return false;
  return readRecord(path, path).fields?.['id'] !== id;
}

function migrationTarget(from: string, { out, inPlace }: MigrateOptions, io: CommandIo): string {
  const to = out === undefined ? undefined : resolve(io.cwd, out);
  if (inPlace && to === undefined) return from;
  if (to !== undefined && to !== from && !inPlace) return to;
  throw new TopicmillError('INVALID_OPTION', 'There is no folder for the new records.', {
    remedy: 'Give another folder with --out, or --in-place to overwrite the old records.',
  });
}

type Fields = Readonly<Record<string, unknown>>;

/** The fields of a record file, or why there are none. */
function readRecord(
  path: string,
  displayPath: string,
): { readonly fields: Fields; readonly fault?: never } | { readonly fields?: never; readonly fault: string } {
  try {
    const parsed: unknown = JSON.parse(readDocument(path, displayPath).text.replace(/^\uFEFF/, ''));
    if (isObject(parsed)) return { fields: parsed };
    return { fault: 'it does not contain an object' };
  } catch (error) {
    if (error instanceof SyntaxError) return { fault: 'it is not JSON' };
    if (error instanceof TopicmillError) return { fault: error.message };
    throw error;
  }
}
