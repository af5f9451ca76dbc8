import { existsSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import type { CommandIo } from '@topicmill/base/cli';
import { TopicmillError } from '@topicmill/base/diagnostics';
import { readDocument } from '@topicmill/base/files';
import { type BreadcrumbMode, type ChunkedDocument, docNameOf, recordFileName } from '@topicmill/chunking';
import { structuralRecords } from '@topicmill/pipeline/records';
import { FolderFiles, type OwnedFiles, type PublishedFiles } from '@topicmill/pipeline/runner';
import { stampOf } from './stamp.js';

/** What the command line says about records. */
export interface RecordOptions {
  readonly out?: string;
  readonly title?: string;
  readonly contentType?: string;
  readonly minTokens?: number;
  readonly targetTokens?: number;
  readonly maxTokens?: number;
  readonly overlapSentences?: number;
  readonly breadcrumbMode?: BreadcrumbMode;
  readonly tokenCounter?: string;
  readonly strict?: true;
  readonly stamp?: true;
  readonly dryRun?: true;
}

export interface WrittenRecords extends ChunkedDocument {
  readonly published: PublishedFiles;
}

/** Folder beside the source that takes its records. */
const RECORDS_DIRECTORY = 'chunks';

/**
 * Splits one document along its structure and writes a record file for each chunk.
 *
 * @throws TopicmillError for a source that cannot be read, for options that do not fit, with `--strict` for chunks that
 *   are not fit, `DOC_NAME_CONFLICT` when the folder holds records of another document of that name; nothing is written then
 */
export async function writeRecords(source: string, options: RecordOptions, io: CommandIo): Promise<WrittenRecords> {
  const startMs = performance.now();
  const sourcePath = resolve(io.cwd, source);
  const filePath = displayPath(io.cwd, sourcePath);
  const { text } = readDocument(sourcePath, source);
  const { contentType = 'doc' } = options;
  const docName = docNameOf(basename(sourcePath));
  const chunked = await structuralRecords(text, filePath, {
    ...options,
    contentType,
    onInvalid: options.strict ? 'throw' : 'drop',
    stamp: options.stamp ? () => stampOf(io.env, performance.now() - startMs) : undefined,
  });
  const directory = resolve(io.cwd, options.out ?? join(dirname(sourcePath), RECORDS_DIRECTORY));
  const files = new FolderFiles(directory, displayPath(io.cwd, directory), options.dryRun === true);
  const owned = recordFilesOf(contentType, docName);
  checkDocName(files, owned, filePath, io);
  const made = new Map(
    chunked.chunks.map((record) => [recordFileName(record), `${JSON.stringify(record, null, 2)}\n`]),
  );
  return { ...chunked, published: files.publish([owned], made) };
}

/** The record files that a document owns in a folder. */
function recordFilesOf(contentType: string, docName: string): OwnedFiles {
  const prefix = `${contentType}_${docName}__ch`;
  return {
    directory: '',
    glob: `${prefix}*.json`,
    owns: (name) => name.startsWith(prefix) && /^\d+\.json$/.test(name.slice(prefix.length)),
  };
}

function checkDocName(files: FolderFiles, owned: OwnedFiles, filePath: string, io: CommandIo): void {
  const [first] = files.list(owned);
  if (first === undefined) return;
  const other = sourceOf(files.read(first)?.text ?? '');
  if (other === undefined || other === filePath) return;
  const isSameName = basename(other) === basename(filePath);
  if (isSameName && !existsSync(resolve(io.cwd, other))) return;
  throw new TopicmillError('DOC_NAME_CONFLICT', `The folder holds the records of ${other} under the same name.`, {
    file: files.displayPath(first),
    remedy: 'Write to another folder with --out, rename one of the documents, or delete the old records.',
  });
}

/** Path of the source that a record file names. */
function sourceOf(recordText: string): string | undefined {
  try {
    const record = JSON.parse(recordText) as { source?: { filePath?: unknown } };
    const path = record.source?.filePath;
    return typeof path === 'string' ? path : undefined;
  } catch {
    return undefined;
  }
}

function displayPath(cwd: string, path: string): string {
  return relative(cwd, path).split(sep).join('/');
}
