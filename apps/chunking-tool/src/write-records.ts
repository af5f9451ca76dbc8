import { existsSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { type CommandIo, givenOptions } from '@topicmill/base/cli';
import { TopicmillError } from '@topicmill/base/diagnostics';
import { readDocument, relativePath } from '@topicmill/base/files';
import { indentedJson } from '@topicmill/base/json';
import { type ChunkedDocument, type ChunkRecord, docNameOf, recordFileName, strategyNamed } from '@topicmill/chunking';
import { type RecordStamp, structuralRecords } from '@topicmill/pipeline/records';
import { FolderFiles, type OwnedFiles, ownedFile, type PublishedFiles } from '@topicmill/pipeline/runner';
import { documentDialect } from '@topicmill/pipeline/workspace';
import type { DialectName } from '@topicmill/text/markdown';
import { type NamedOutput, nameConflict, publishNamed, registeredSource } from './source-registry.js';

/** What the command line says about records. */
export interface RecordOptions extends Readonly<Record<string, unknown>> {
  readonly out?: string;
  readonly title?: string;
  readonly contentType?: string;
  readonly strict?: true;
  readonly stamp?: true;
  readonly dryRun?: true;
  readonly dialect?: DialectName;
  /** `jsonl`: one file with a record per line; else a file for each record. */
  readonly format?: string;
}

export interface WrittenRecords extends ChunkedDocument {
  readonly published: PublishedFiles;
}

/** Folder next to the source for its records. */
const RECORDS_DIRECTORY = 'chunks';

/**
 * Splits one document along its structure and writes its records.
 *
 * @throws TopicmillError for a source that cannot be read, for invalid options, with `--strict` for invalid chunks,
 *   `DOC_NAME_CONFLICT` when the folder contains records of another document of that name; nothing is written then
 */
export async function writeRecords(source: string, options: RecordOptions, io: CommandIo): Promise<WrittenRecords> {
  const startMs = performance.now();
  const sourcePath = resolve(io.cwd, source);
  const filePath = relativePath(io.cwd, sourcePath);
  const { text } = readDocument(sourcePath, source);
  const { contentType = 'doc' } = options;
  const docName = docNameOf(basename(sourcePath));
  const chunked = await structuralRecords(text, filePath, {
    title: options.title,
    chunking: givenOptions(strategyNamed('structural'), options),
    dialect: documentDialect(sourcePath, options.dialect, { env: io.env }),
    contentType,
    onInvalid: options.strict ? 'throw' : 'drop',
    stamp: options.stamp ? () => recordStamp(io.env, performance.now() - startMs) : undefined,
  });
  const directory = resolve(io.cwd, options.out ?? join(dirname(sourcePath), RECORDS_DIRECTORY));
  const files = new FolderFiles(directory, relativePath(io.cwd, directory), options.dryRun === true);
  const output = outputOf(chunked.chunks, `${contentType}_${docName}`, options.format);
  if (registeredSource(files, output.name) === undefined) checkDocName(files, output.owned[0]!, filePath, io);
  const published =
    options.out === undefined
      ? files.publish(output.owned, output.made)
      : publishNamed(files, { directory, sourcePath, ...output });
  return { ...chunked, published };
}

/** @param documentName first part of the names of the files */
function outputOf(
  records: readonly ChunkRecord[],
  documentName: string,
  format: RecordOptions['format'],
): Pick<NamedOutput, 'name' | 'owned' | 'made'> {
  if (format !== 'jsonl') {
    const made = records.map((record) => [recordFileName(record), indentedJson(record)] as const);
    return { name: documentName, owned: [recordFilesOf(documentName)], made: new Map(made) };
  }
  const name = `${documentName}.jsonl`;
  const lines = records.map((record) => `${JSON.stringify(record)}\n`).join('');
  return { name, owned: [ownedFile(name)], made: new Map([[name, lines]]) };
}

/** The record files that a document owns in a folder. */
function recordFilesOf(name: string): OwnedFiles {
  const prefix = `${name}__ch`;
  return {
    directory: '',
    glob: `${prefix}*.json`,
    owns: (file) => file.startsWith(prefix) && /^\d+\.json$/.test(file.slice(prefix.length)),
  };
}

function checkDocName(files: FolderFiles, owned: OwnedFiles, filePath: string, io: CommandIo): void {
  const [first] = files.list(owned);
  if (first === undefined) return;
  const other = readSourcePath(files.read(first)?.text ?? '');
  if (other === undefined || other === filePath) return;
  const isSameName = basename(other) === basename(filePath);
  if (isSameName && !existsSync(resolve(io.cwd, other))) return;
  throw nameConflict(other, files.displayPath(first));
}

/** Path of the source that a record file, or the first line of a file of records, names. */
function readSourcePath(recordText: string): string | undefined {
  try {
    const [firstLine = ''] = recordText.split('\n', 1);
    const record = JSON.parse(firstLine.endsWith('}') ? firstLine : recordText) as { source?: { filePath?: unknown } };
    const path = record.source?.filePath;
    return typeof path === 'string' ? path : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The present time, or that of `SOURCE_DATE_EPOCH` (seconds since 1970) without the time it took, so that the same
 * source gives the same bytes.
 *
 * @throws TopicmillError `INVALID_OPTION` when `SOURCE_DATE_EPOCH` is not a time
 */
function recordStamp(env: Readonly<Record<string, string | undefined>>, elapsedMs: number): RecordStamp {
  const { SOURCE_DATE_EPOCH: epoch } = env as { SOURCE_DATE_EPOCH?: string };
  if (epoch === undefined || epoch === '') {
    return { processedAt: new Date().toISOString(), processingTimeMs: Math.round(elapsedMs) };
  }
  if (!/^\d{1,11}$/.test(epoch)) {
    throw new TopicmillError('INVALID_OPTION', `SOURCE_DATE_EPOCH is "${epoch}".`, {
      remedy: 'Set it to whole seconds since 1970, or leave it out.',
    });
  }
  return { processedAt: new Date(Number(epoch) * 1000).toISOString() };
}
