import { join } from 'node:path';
import { TopicmillError } from '@topicmill/base/diagnostics';
import { decodeDocument, readBytes, readLines } from '@topicmill/base/files';
import {
  type DatabaseFormat,
  type ExportChanges,
  type ExportedDocs,
  type ExportFile,
  findChanges,
  type HrefOf,
  type StoredRecord,
} from '@topicmill/serve/export';

/** What is compared with an earlier export. */
export interface ComparedExport {
  readonly docs: ExportedDocs;
  readonly hrefOf: HrefOf;
  /** Of the collection or table. */
  readonly name: string;
  /** Folder of the earlier export, and how errors name it. */
  readonly folder: string;
  readonly displayFolder: string;
  /** False compares neither vectors nor collections, for docs that were read without vectors. */
  readonly isExact: boolean;
}

/**
 * What a database has to be told that contains an earlier export.
 *
 * @throws TopicmillError `EXPORT_INVALID` for a file that is no export, `EXPORT_INCOMPATIBLE` when the collection or table
 * itself is not the same, `FILE_UNREADABLE`, `NOT_UTF8`
 */
export function compareExport(format: DatabaseFormat, compared: ComparedExport): ExportChanges {
  const { docs, hrefOf, isExact } = compared;
  if (isExact) checkShape(format, compared);
  return findChanges(earlierRecords(format, compared), format.recordsOf(docs, hrefOf), { vectors: isExact });
}

function checkShape(format: DatabaseFormat, compared: ComparedExport): void {
  const { docs, hrefOf, name, folder, displayFolder } = compared;
  const { shape } = format.files;
  const displayPath = `${displayFolder}/${shape}`;
  const earlier = decodeDocument(readBytes(join(folder, shape), displayPath), displayPath).text;
  const current = format.exportAll(docs, hrefOf, name).find((file) => file.name === shape)!;
  if (textOf(current) === earlier) return;
  throw new TopicmillError('EXPORT_INCOMPATIBLE', 'The earlier export is for a different collection or table.', {
    file: displayPath,
    remedy:
      'Leave out --since, and load the whole export into a new collection or table; the name, the fields or the length of the vectors have changed.',
  });
}

function* earlierRecords(
  { files, readRecords }: DatabaseFormat,
  { folder, displayFolder }: ComparedExport,
): Generator<StoredRecord> {
  const displayPath = `${displayFolder}/${files.records}`;
  let waiting: string | undefined;
  let first = 1;
  let line = 0;
  for (const text of readLines(join(folder, files.records), displayPath)) {
    line += 1;
    if (waiting === undefined) first = line;
    waiting = waiting === undefined ? text : `${waiting}\n${text}`;
    const records = read(readRecords, waiting, displayPath, first);
    if (records === undefined) continue;
    waiting = undefined;
    for (const record of records) yield record;
  }
  if (waiting !== undefined) throw invalid(displayPath, first, undefined);
}

function read(
  readRecords: DatabaseFormat['readRecords'],
  text: string,
  displayPath: string,
  line: number,
): StoredRecord[] | undefined {
  try {
    return readRecords(text);
  } catch (cause) {
    throw invalid(displayPath, line, cause);
  }
}

function invalid(file: string, line: number, cause: unknown): TopicmillError {
  return new TopicmillError('EXPORT_INVALID', 'This is not a line of an export.', {
    file,
    line,
    remedy: 'Name the folder of an earlier export that has not been changed since, or load the whole export.',
    cause,
  });
}

function textOf(file: ExportFile): string {
  return [...file.pieces()].join('');
}
