import { join, relative, resolve, sep } from 'node:path';
import { TopicmillError } from '@topicmill/base/diagnostics';
import { writePieces } from '@topicmill/base/files';
import { folderPath, type Workspace } from '@topicmill/pipeline/runner';
import {
  type ExportedDocs,
  type ExportFile,
  exportJsonl,
  exportLlms,
  exportPgvector,
  exportQdrant,
  exportTypesense,
  type HrefOf,
} from '@topicmill/serve/export';
import { topicHref } from '@topicmill/topics/formats';

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
export interface ExportPlan {
  readonly formats: readonly ExportFormat[];
  /** Folder for all files, as the user names it; left out, each format has its own. */
  readonly out: string | undefined;
  /** Address that links begin with; left out, that of the configuration, else links are relative. */
  readonly baseUrl: string | undefined;
  /** Of the Typesense collection or the table. */
  readonly name: string;
  /** Lines of `records`. */
  readonly records: readonly string[];
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

/**
 * Makes the files of an export and hands each to `take`.
 *
 * @throws TopicmillError `INVALID_OPTION`
 */
export function exportFiles(
  docs: ExportedDocs,
  plan: ExportPlan,
  workspace: Workspace,
  cwd: string,
  take: (path: string, file: ExportFile) => void,
): void {
  if (!TABLE_NAME.test(plan.name)) {
    throw new TopicmillError('INVALID_OPTION', `"${plan.name}" cannot be the name of a collection or table.`, {
      remedy: 'Use lower-case letters, digits and _, such as chunks.',
    });
  }
  for (const format of plan.formats) {
    const folder = folderOf(format, plan, workspace, cwd);
    const hrefOf = hrefsFrom(folder, format, plan, workspace);
    for (const file of filesOf(format, docs, hrefOf, plan)) {
      take(relative(cwd, join(folder, file.name)).split(sep).join('/'), file);
    }
  }
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
  const up = relative(folder, folderPath(workspace, ''))
    .split(sep)
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
      return exportTypesense(docs, hrefOf, name);
    case 'qdrant':
      return exportQdrant(docs, hrefOf);
    case 'pgvector':
      return exportPgvector(docs, hrefOf, name);
  }
}
