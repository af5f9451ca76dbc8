import { join, resolve } from 'node:path';
import { TopicmillError } from '@topicmill/base/diagnostics';
import {
  decodeDocument,
  readBytes,
  readBytesIfExists,
  readLines,
  relativePath,
  writePieces,
} from '@topicmill/base/files';
import { folderPath, type Workspace } from '@topicmill/pipeline/runner';
import {
  DATABASE_FORMATS,
  type DatabaseFormat,
  type ExportChanges,
  type ExportedDocs,
  type ExportFile,
  exportJsonl,
  exportLlms,
  findChanges,
  type HrefOf,
  type StoredRecord,
} from '@topicmill/serve/export';
import { topicHref } from '@topicmill/topics/formats';
import { LLMS_FULL_FILE } from '@topicmill/topics/formats/file-names';

/** What can be exported, and what each is for. */
export const EXPORT_FORMATS = {
  llms: 'llms.txt and llms-full.txt, for language models; into the docs root unless --out says otherwise',
  jsonl: 'chunks.jsonl: all chunks with their vectors, one per line',
  records: 'records.jsonl: chunk records of all references, one per line, with breadcrumbs and overlap',
  typesense: 'a collection and documents for Typesense',
  qdrant: 'a collection and points for Qdrant',
  pgvector: 'a table and rows for PostgreSQL with pgvector',
} as const;

export type ExportFormat = keyof typeof EXPORT_FORMATS;

/** Where an export goes and how it names things. */
interface ExportPlan {
  readonly formats: readonly ExportFormat[];
  /** Folder for all files, as the user names it; left out, each format has its own. */
  readonly out: string | undefined;
  /** Address that links begin with; left out, that of the configuration, else links are relative. */
  readonly baseUrl: string | undefined;
  /** Of the Typesense collection or the table. */
  readonly name: string;
  /** Lines of `records`. */
  readonly records: readonly string[];
  /** Folder of an earlier export, as the user names it, whose differences are exported too. */
  readonly since: string | undefined;
  /** Whether the docs were read without vectors, only to say what would be written. */
  readonly isDryRun: boolean;
}

/** A file of an export. */
export interface ExportedFile {
  /** Relative to the folder that the command runs in, with `/`. */
  readonly path: string;
  readonly bytes: number;
  readonly written: boolean;
}

const DEFAULT_FOLDER = 'export';
const TABLE_NAME = /^[a-z_][a-z0-9_]{0,62}$/;

/** Formats that carry vectors. */
export function needsVectors(formats: readonly ExportFormat[]): boolean {
  return formats.some((format) => format !== 'llms' && format !== 'records');
}

/** Formats that can be compared with an earlier export. */
export function isDatabase(format: ExportFormat): format is keyof typeof DATABASE_FORMATS {
  return format in DATABASE_FORMATS;
}

/** How many chunks differ from an earlier export. */
interface ChangeCounts {
  readonly format: ExportFormat;
  readonly upserted: number;
  readonly deleted: number;
  readonly unchanged: number;
}

/**
 * Makes the files of an export and hands each to `take`: changes before the full export, which may take the place of the
 * earlier one.
 *
 * @param docs on a dry run, vectors and collections are not compared
 * @returns how many chunks differ from the earlier export, if there is one; and files of the export before this one, in the
 *   same folder, that it has no more
 * @throws TopicmillError `INVALID_OPTION`, and what `compareExport` throws
 */
export function exportFiles(
  docs: ExportedDocs,
  plan: ExportPlan,
  workspace: Workspace,
  cwd: string,
  take: (path: string, file: ExportFile) => void,
): { readonly changes: readonly ChangeCounts[]; readonly left: readonly string[] } {
  if (!TABLE_NAME.test(plan.name)) {
    throw new TopicmillError('INVALID_OPTION', `"${plan.name}" cannot be the name of a collection or table.`, {
      remedy: 'Use lower-case letters, digits and _, such as chunks.',
    });
  }
  const counts: ChangeCounts[] = [];
  const left: string[] = [];
  for (const format of plan.formats) {
    const folder = folderOf(format, plan, workspace, cwd);
    const hrefOf = hrefsFrom(folder, format, plan, workspace);
    const files = [...filesOf(format, docs, hrefOf, plan)];
    if (plan.since !== undefined && isDatabase(format)) {
      const changes = changesSince(DATABASE_FORMATS[format], docs, hrefOf, { ...plan, since: plan.since }, cwd);
      counts.push({
        format,
        upserted: changes.upserted.size,
        deleted: changes.deleted.length,
        unchanged: changes.unchangedCount,
      });
      files.unshift(...DATABASE_FORMATS[format].exportChanges(docs, hrefOf, plan.name, changes));
    }
    const names = new Set(files.map(({ name }) => name));
    const before = format === 'llms' ? partsIn(folder).filter((name) => !names.has(name)) : [];
    left.push(...before.map((name) => relativePath(cwd, join(folder, name))));
    for (const file of files) take(relativePath(cwd, join(folder, file.name)), file);
  }
  return { changes: counts, left };
}

/** The parts that the `llms-full.txt` of a folder lists, which an export has written: files of other names are the user's. */
function partsIn(folder: string): string[] {
  const list = Buffer.from(readBytesIfExists(join(folder, LLMS_FULL_FILE)) ?? []).toString('utf8');
  return [...list.matchAll(/^- \[[^\r\n]*\]\((llms-full-[^()/\\\s]+\.txt)\): \d+ pages?$/gm)].map(([, name]) => name!);
}

function changesSince(
  format: DatabaseFormat,
  docs: ExportedDocs,
  hrefOf: HrefOf,
  { name, since, isDryRun }: ExportPlan & { readonly since: string },
  cwd: string,
): ExportChanges {
  const folder = resolve(cwd, since);
  return compareExport(format, { docs, hrefOf, name, folder, displayFolder: since, isExact: !isDryRun });
}

/** Writes one file of an export. */
export function writeExport(path: string, file: ExportFile, cwd: string): ExportedFile {
  const { isWritten, byteCount } = writePieces(resolve(cwd, path), file.pieces(), path);
  return { path, bytes: byteCount, written: isWritten };
}

function folderOf(format: ExportFormat, { out }: ExportPlan, workspace: Workspace, cwd: string): string {
  if (out !== undefined) return resolve(cwd, out);
  return format === 'llms' ? folderPath(workspace, '') : join(workspace.root, DEFAULT_FOLDER);
}

/** Links of `llms` lead from the folder that they are in; a database has no place, so there paths are below the docs root. */
function hrefsFrom(folder: string, format: ExportFormat, { baseUrl }: ExportPlan, workspace: Workspace): HrefOf {
  const base = baseUrl ?? workspace.config.baseHref;
  if (base !== undefined || format !== 'llms') return (path) => topicHref('', path, base);
  const up = relativePath(folder, folderPath(workspace, ''))
    .split('/')
    .map((segment) => (segment === '..' ? segment : encodeURIComponent(segment)))
    .join('/');
  return (path) => `${up === '' ? '' : `${up}/`}${topicHref('', path, undefined)}`;
}

function filesOf(
  format: ExportFormat,
  docs: ExportedDocs,
  hrefOf: HrefOf,
  { name, records }: ExportPlan,
): ExportFile[] {
  switch (format) {
    case 'llms':
      return exportLlms(docs, hrefOf);
    case 'jsonl':
      return exportJsonl(docs, hrefOf);
    case 'records':
      return [{ name: 'records.jsonl', pieces: () => records }];
    case 'typesense':
    case 'qdrant':
    case 'pgvector':
      return DATABASE_FORMATS[format].exportAll(docs, hrefOf, name);
  }
}

/** What is compared with an earlier export. */
interface ComparedExport {
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
 * @throws TopicmillError `EXPORT_INVALID` for a file that is not an export, `EXPORT_INCOMPATIBLE` when the collection or table
 * itself is not the same, `FILE_UNREADABLE`, `NOT_UTF8`
 */
function compareExport(format: DatabaseFormat, compared: ComparedExport): ExportChanges {
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
