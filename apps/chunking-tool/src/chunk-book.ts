import { dirname, join, resolve } from 'node:path';
import { type CommandIo, counted, givenOptions, reportDiagnostics } from '@topicmill/base/cli';
import type { Diagnostic } from '@topicmill/base/diagnostics';
import { readDocument, relativePath, slashPath } from '@topicmill/base/files';
import { type BookReading, strategyNamed, typesenseSchema } from '@topicmill/chunking';
import { bookRecords } from '@topicmill/pipeline/records';
import { FolderFiles, formatPublished, ownedFile, type PublishedFiles } from '@topicmill/pipeline/runner';
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

/** What is printed of a book. */
export interface BookPrintOptions {
  /** List the lines left out. */
  readonly report?: true;
  readonly json?: true;
  readonly quiet?: true;
}

/**
 * Splits a book; returns what was made and how its headings were found, and with `report` prints each line left out.
 *
 * @throws TopicmillError as `chunkBook` does
 */
export async function printBook(
  source: string,
  options: BookOptions & BookPrintOptions,
  io: CommandIo,
): Promise<Readonly<Record<string, unknown>> | string> {
  const { strategyKey, reading, text, sectionCount, snippetCount, published, diagnostics } = await chunkBook(
    source,
    options,
    io,
  );
  reportDiagnostics(diagnostics, io);
  const { headingSource, headings, dropped } = reading;
  const droppedLines = dropped.map(({ kind, line, start, end, reason }) => ({
    line,
    kind,
    ...(reason !== undefined && { reason }),
    text: text.slice(start, end).trim(),
  }));
  if (options.json) {
    const summary = { strategy: strategyKey, headings: headingSource, heading_count: headings.length };
    return { ...published, ...summary, sections: sectionCount, snippets: snippetCount, dropped: droppedLines };
  }
  if (options.report) {
    for (const { line, kind, reason, text: shown } of droppedLines) {
      const why = reason === undefined ? '' : ` (${reason})`;
      io.stdout.write(`${source}:${line} ${kind}${why}: ${shown}\n`);
    }
  }
  const made = `${counted(sectionCount, 'section')}, ${counted(snippetCount, 'snippet')} (${strategyKey})`;
  const read = `${counted(headings.length, 'heading')} (${headingSource}), ${counted(dropped.length, 'line')} left out`;
  return `${made}; ${read}: ${formatPublished(published, options.dryRun === true)}`;
}
