import { existsSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import {
  type BreadcrumbMode,
  type ChunkedDocument,
  chunk,
  docNameOf,
  firstTitle,
  type RecordMetadata,
  recordFileName,
} from '@topicmill/chunking';
import type { CommandIo } from '@topicmill/cli';
import { type Diagnostic, TopicmillError } from '@topicmill/diagnostics';
import { readDocument } from '@topicmill/files';
import { parseFrontMatter, splitFrontMatter } from '@topicmill/markdown';
import { FolderFiles, type OwnedFiles, PIPELINE_VERSION, type PublishedFiles } from '@topicmill/pipeline';
import { loadTokenCounter } from '@topicmill/tokens';
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
/** Fields of `metadata` that are not the document's own. */
const RESERVED = new Set(['sourceFile', 'processedAt', 'chunkingOptions', 'pipeline']);

/**
 * Splits one document along its structure and writes a record file for each chunk.
 *
 * @throws TopicmillError for a source that cannot be read, for options that do not fit, with `--strict` for chunks that
 *   are not fit, `DOC_NAME_CONFLICT` when the folder holds records of another document of that name; nothing is written then
 */
export async function writeRecords(source: string, options: RecordOptions, io: CommandIo): Promise<WrittenRecords> {
  const startMs = performance.now();
  const sourcePath = resolve(io.cwd, source);
  const filePath = shownPath(io.cwd, sourcePath);
  const { text } = readDocument(sourcePath, source);
  const { values, diagnostics } = parseFrontMatter(splitFrontMatter(text).frontMatter, filePath);
  const { minTokens, targetTokens, maxTokens, overlapSentences, breadcrumbMode, contentType = 'doc' } = options;
  const docName = docNameOf(basename(sourcePath));
  const chunked = await chunk(text, {
    fileTitle: options.title ?? titleOf(values) ?? firstTitle(text) ?? basename(sourcePath).replace(/\.[^.]*$/, ''),
    contentType,
    filePath,
    docName,
    ...(minTokens === undefined ? {} : { minTokens }),
    ...(targetTokens === undefined ? {} : { targetTokens }),
    ...(maxTokens === undefined ? {} : { maxTokens }),
    ...(overlapSentences === undefined ? {} : { overlapSentences }),
    ...(breadcrumbMode === undefined ? {} : { breadcrumbMode }),
    ...(options.tokenCounter === undefined ? {} : { tokenCounter: await loadTokenCounter(options.tokenCounter) }),
    onInvalid: options.strict ? 'throw' : 'drop',
    metadata: ownMetadata(values),
  });
  const stamp = options.stamp ? stampOf(io.env, performance.now() - startMs) : {};
  const records = chunked.chunks.map((record) => ({ ...record, metadata: stamped(record.metadata, stamp) }));
  const directory = resolve(io.cwd, options.out ?? join(dirname(sourcePath), RECORDS_DIRECTORY));
  const files = new FolderFiles(directory, shownPath(io.cwd, directory), options.dryRun === true);
  const owned = recordFilesOf(contentType, docName);
  checkDocName(files, owned, filePath, io);
  const made = new Map(records.map((record) => [recordFileName(record), `${JSON.stringify(record, null, 2)}\n`]));
  return {
    chunks: records,
    dropped: chunked.dropped,
    diagnostics: [...(diagnostics as readonly Diagnostic[]), ...chunked.diagnostics],
    published: files.publish([owned], made),
  };
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
    file: files.shownPath(first),
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

function titleOf(values: Readonly<Record<string, unknown>>): string | undefined {
  const { title } = values as { title?: unknown };
  return typeof title === 'string' && title.trim() !== '' ? title.trim() : undefined;
}

function ownMetadata(values: Readonly<Record<string, unknown>>): RecordMetadata {
  return Object.fromEntries(Object.entries(values).filter(([field]) => !RESERVED.has(field)));
}

function stamped(
  metadata: RecordMetadata | undefined,
  { processedAt, processingTimeMs }: ReturnType<typeof stampOf>,
): RecordMetadata {
  return {
    ...metadata,
    ...(processedAt === undefined ? {} : { processedAt }),
    pipeline: { version: PIPELINE_VERSION, ...(processingTimeMs === undefined ? {} : { processingTimeMs }) },
  };
}

function shownPath(cwd: string, path: string): string {
  return relative(cwd, path).split(sep).join('/');
}
