import { dirname, join, resolve } from 'node:path';
import { type CommandIo, givenOptions } from '@topicmill/base/cli';
import type { Diagnostic } from '@topicmill/base/diagnostics';
import { readDocument, relativePath, slashPath } from '@topicmill/base/files';
import { type BookReading, strategyNamed, typesenseSchema } from '@topicmill/chunking';
import { bookRecords } from '@topicmill/pipeline/records';
import { FolderFiles, ownedFile, type PublishedFiles } from '@topicmill/pipeline/runner';
import { documentDialect } from '@topicmill/pipeline/workspace';
import type { DialectName } from '@topicmill/text/markdown';
import { publishNamed } from './source-registry.js';

/** What the command line says about a book. */
export interface BookOptions extends Readonly<Record<string, unknown>> {
  readonly out?: string;
  readonly title?: string;
  readonly dryRun?: true;
  readonly dialect?: DialectName;
}

/** What was made from a book. */
export interface ChunkedBook {
  readonly strategyKey: string;
  readonly reading: BookReading;
  /** The book as read. */
  readonly text: string;
  readonly sectionCount: number;
  readonly snippetCount: number;
  readonly published: PublishedFiles;
  readonly diagnostics: readonly Diagnostic[];
}

const SECTIONS_FILE = 'sections.jsonl';
const SNIPPETS_FILE = 'snippets.jsonl';
const TYPESENSE_FILE = 'typesense-schema.json';

/**
 * Splits a book into sections and snippets and writes `sections.jsonl`, `snippets.jsonl` and `typesense-schema.json`.
 *
 * @throws TopicmillError for a source that cannot be read, for options that do not fit, `DOC_NAME_CONFLICT` when the
 *   folder contains another book; nothing is written then
 */
export async function chunkBook(source: string, options: BookOptions, io: CommandIo): Promise<ChunkedBook> {
  const sourcePath = resolve(io.cwd, source);
  const { text } = readDocument(sourcePath, source);
  const { strategyKey, docId, reading, sections, snippets, diagnostics } = await bookRecords(text, slashPath(source), {
    title: options.title,
    dialect: documentDialect(sourcePath, options.dialect, { env: io.env }),
    chunking: givenOptions(strategyNamed('two-tier'), options),
  });
  const made = new Map([
    [SECTIONS_FILE, lines(sections)],
    [SNIPPETS_FILE, lines(snippets)],
    [TYPESENSE_FILE, typesenseSchema('book_chunks')],
  ]);
  const directory =
    options.out === undefined ? join(dirname(sourcePath), `${docId}-chunks`) : resolve(io.cwd, options.out);
  const displayDirectory = relativePath(io.cwd, directory);
  const files = new FolderFiles(directory, displayDirectory, options.dryRun === true);
  const owned = [...made.keys()].map(ownedFile);
  const published = publishNamed(files, { directory, sourcePath, name: SECTIONS_FILE, owned, made });
  return {
    strategyKey,
    reading,
    text,
    sectionCount: sections.length,
    snippetCount: snippets.length,
    published,
    diagnostics,
  };
}

function lines(records: readonly string[]): string {
  return records.map((record) => `${record}\n`).join('');
}
