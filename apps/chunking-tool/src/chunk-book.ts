import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import {
  type BookReading,
  type BookRecord,
  DEFAULT_BOOK_TOKEN_COUNTER,
  DEFAULT_TWO_TIER_OPTIONS,
  docNameOf,
  type HeadingSource,
  twoTierStrategy,
  typesenseSchema,
} from '@topicmill/chunking';
import type { CommandIo } from '@topicmill/cli';
import type { Diagnostic } from '@topicmill/diagnostics';
import { readDocument } from '@topicmill/files';
import { parseFrontMatter, scanLines, splitFrontMatter } from '@topicmill/markdown';
import { FolderFiles, ownedFile, type PublishedFiles } from '@topicmill/pipeline';
import { loadTokenCounter } from '@topicmill/tokens';
import { bookConcepts } from './book-concepts.js';

/** What the command line says about a book. */
export interface BookOptions {
  readonly out?: string;
  readonly tokenCounter?: string;
  readonly headings?: 'auto' | HeadingSource;
  readonly keepBoilerplate?: true;
  readonly dryRun?: true;
}

/** What was made of a book. */
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
 * @throws TopicmillError for a source that cannot be read, and for options that do not fit; nothing is written then
 */
export async function chunkBook(source: string, options: BookOptions, io: CommandIo): Promise<ChunkedBook> {
  const sourcePath = resolve(io.cwd, source);
  const { text } = readDocument(sourcePath, source);
  const strategy = twoTierStrategy({
    ...DEFAULT_TWO_TIER_OPTIONS,
    tokenCounter: await loadTokenCounter(options.tokenCounter ?? DEFAULT_BOOK_TOKEN_COUNTER),
    headings: options.headings ?? 'auto',
    keepsBoilerplate: options.keepBoilerplate === true,
    concepts: bookConcepts(text),
  });
  const docId = docNameOf(basename(sourcePath));
  const { title, diagnostics } = bookTitle(text, source, docId);
  const { reading, groups } = strategy.read({ text, file: source, docId, title });
  const sections: string[] = [];
  const snippets: string[] = [];
  for (const group of groups) {
    sections.push(recordLine(group.section));
    for (const snippet of group.snippets) snippets.push(recordLine(snippet));
  }
  const made = new Map([
    [SECTIONS_FILE, sections.join('')],
    [SNIPPETS_FILE, snippets.join('')],
    [TYPESENSE_FILE, typesenseSchema('book_chunks')],
  ]);
  const directory =
    options.out === undefined ? join(dirname(sourcePath), `${docId}-chunks`) : resolve(io.cwd, options.out);
  const shownDirectory = relative(io.cwd, directory).split(sep).join('/');
  const files = new FolderFiles(directory, shownDirectory, options.dryRun === true);
  return {
    strategyKey: strategy.getCacheKey(),
    reading,
    text,
    sectionCount: sections.length,
    snippetCount: snippets.length,
    published: files.publish([...made.keys()].map(ownedFile), made),
    diagnostics: [...diagnostics, ...reading.diagnostics],
  };
}

function recordLine(record: BookRecord): string {
  return `${JSON.stringify(record)}\n`;
}

/** Front matter `title`, else the first heading of level 1, else the document's name. */
function bookTitle(text: string, file: string, docId: string): { title: string; diagnostics: readonly Diagnostic[] } {
  const { frontMatter, bodyOffset } = splitFrontMatter(text);
  const { values, diagnostics } = parseFrontMatter(frontMatter, file);
  const named = typeof values['title'] === 'string' ? values['title'].trim() : '';
  if (named !== '') return { title: named, diagnostics };
  const heading = scanLines(text, bodyOffset).headings.find(({ level, text: title }) => level === 1 && title !== '');
  return { title: heading?.text ?? docId, diagnostics };
}
