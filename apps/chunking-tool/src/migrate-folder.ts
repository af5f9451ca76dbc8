import { basename, relative, resolve, sep } from 'node:path';
import type { CommandIo } from '@topicmill/base/cli';
import { TopicmillError } from '@topicmill/base/diagnostics';
import { listDirectory, readDocument, writeFileIfChanged } from '@topicmill/base/files';
import { type MigratedRecord, migrateRecord } from '@topicmill/chunking';

export interface MigrateOptions {
  readonly out?: string;
  readonly inPlace?: true;
  readonly title?: string;
  readonly contentType?: string;
  /** Reports what would be written; writes nothing. */
  readonly dryRun?: true;
}

/** What became of one record file. */
export interface MigratedFile extends Pick<MigratedRecord, 'unfilled' | 'faults'> {
  /** Path of the file that was read, and of the one that was, or would be, written; none when its record is not whole. */
  readonly file: string;
  readonly written: string | undefined;
}

/**
 * Turns the record files of a folder, of older formats, into records of the present one. A record that is still not
 * whole is reported and not written.
 *
 * @throws TopicmillError `INVALID_OPTION` without a folder to write to, `RECORD_INVALID` for a file that is no JSON
 *   object; nothing is written then
 */
export function migrateFolder(folder: string, options: MigrateOptions, io: CommandIo): MigratedFile[] {
  const from = resolve(io.cwd, folder);
  const to = targetOf(from, options, io);
  const { title, contentType } = options;
  const defaults = {
    ...(title === undefined ? {} : { fileTitle: title }),
    ...(contentType === undefined ? {} : { contentType }),
  };
  const paths = listDirectory(from)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => resolve(from, name));
  const shown = (path: string) => relative(io.cwd, path).split(sep).join('/');
  const read = paths.map((path) => ({ path, fields: readRecord(path, shown(path)) }));
  return read.map(({ path, fields }) => {
    const { record, unfilled, faults } = migrateRecord(fields, defaults);
    const target = resolve(to, basename(path));
    const isWhole = faults.length === 0;
    if (isWhole && !options.dryRun) writeFileIfChanged(target, `${JSON.stringify(record, null, 2)}\n`, shown(target));
    return { file: shown(path), written: isWhole ? shown(target) : undefined, unfilled, faults };
  });
}

function targetOf(from: string, { out, inPlace }: MigrateOptions, io: CommandIo): string {
  const to = out === undefined ? undefined : resolve(io.cwd, out);
  if (inPlace && to === undefined) return from;
  if (to !== undefined && to !== from && !inPlace) return to;
  throw new TopicmillError('INVALID_OPTION', 'It is not said where the new records go.', {
    remedy: 'Give another folder with --out, or --in-place to overwrite the old records.',
  });
}

function readRecord(path: string, displayPath: string): Readonly<Record<string, unknown>> {
  const { text } = readDocument(path, displayPath);
  let parsed: unknown;
  try {
    parsed = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (cause) {
    throw invalid(displayPath, 'It is not JSON.', cause);
  }
  if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return parsed as Record<string, unknown>;
  throw invalid(displayPath, 'It holds no object.');
}

function invalid(file: string, message: string, cause?: unknown): TopicmillError {
  return new TopicmillError('RECORD_INVALID', message, {
    file,
    remedy: 'Keep only record files in the folder, one JSON object each.',
    cause,
  });
}
