import { basename } from 'node:path/posix';
import type { Diagnostic } from '@topicmill/base/diagnostics';
import {
  type BoilerplateMode,
  type BookReading,
  type BookRecord,
  DEFAULT_BOOK_TOKEN_COUNTER,
  DEFAULT_TWO_TIER_OPTIONS,
  docNameOf,
  firstTitle,
  type HeadingSource,
  type TierLimits,
  twoTierStrategy,
} from '@topicmill/chunking';
import { type Dialect, dialectOf, readFrontMatter } from '@topicmill/text/markdown';
import { loadTokenCounter } from '@topicmill/text/tokens';
import { bookConcepts } from './book-concepts.js';

/** How a book is split; what is left out has the default of the strategy. */
export interface BookRecordOptions {
  /** Default: that of the front matter, the first heading of level 1, the name of the file. */
  readonly title?: string | undefined;
  /** What ids name the book by. Default: the name of its file, by `docNameOf`. */
  readonly docName?: string | undefined;
  /** Name of a counter. */
  readonly tokenCounter?: string | undefined;
  readonly headings?: 'auto' | HeadingSource | undefined;
  readonly boilerplate?: BoilerplateMode | undefined;
  /** What the book is written in besides CommonMark. Default: MDX for a file whose name ends in `.mdx`. */
  readonly dialect?: Dialect | undefined;
  /** Limits of the two tiers in tokens by `tokenCounter`. */
  readonly sections?: GivenLimits | undefined;
  readonly snippets?: GivenLimits | undefined;
}

interface GivenLimits {
  readonly maxTokens?: number | undefined;
  readonly overlapTokens?: number | undefined;
}

/** The two tiers of a book as JSON lines. */
export interface BookRecords {
  readonly strategyKey: string;
  readonly docId: string;
  readonly reading: BookReading;
  /** One line per section, each with its line end. */
  readonly sections: readonly string[];
  readonly snippets: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Splits a book, or any long document, into sections and snippets.
 *
 * @param text the document as read
 * @param filePath path that errors name it by, with `/`
 * @throws TopicmillError `EMPTY_DOCUMENT`, `INVALID_OPTION`
 */
export async function bookRecords(text: string, filePath: string, options: BookRecordOptions): Promise<BookRecords> {
  const strategy = twoTierStrategy({
    sections: limitsOf(options.sections, DEFAULT_TWO_TIER_OPTIONS.sections),
    snippets: limitsOf(options.snippets, DEFAULT_TWO_TIER_OPTIONS.snippets),
    tokenCounter: await loadTokenCounter(options.tokenCounter ?? DEFAULT_BOOK_TOKEN_COUNTER),
    headings: options.headings ?? 'auto',
    boilerplate: options.boilerplate ?? 'auto',
    concepts: bookConcepts(text),
  });
  const fileName = docNameOf(basename(filePath));
  const dialect = options.dialect ?? dialectOf('none', filePath);
  const docId = options.docName ?? fileName;
  const { values, diagnostics } = readFrontMatter(text, filePath);
  const named = typeof values['title'] === 'string' ? values['title'].trim() : '';
  const title = options.title ?? (named || firstTitle(text, dialect) || fileName);
  const { reading, groups } = strategy.read({ text, file: filePath, docId, title, dialect });
  const sections: string[] = [];
  const snippets: string[] = [];
  for (const group of groups) {
    sections.push(recordLine(group.section));
    for (const snippet of group.snippets) snippets.push(recordLine(snippet));
  }
  return {
    strategyKey: strategy.getCacheKey(),
    docId,
    reading,
    sections,
    snippets,
    diagnostics: [...diagnostics, ...reading.diagnostics],
  };
}

function limitsOf({ maxTokens, overlapTokens }: GivenLimits = {}, defaults: TierLimits): TierLimits {
  return { maxTokens: maxTokens ?? defaults.maxTokens, overlapTokens: overlapTokens ?? defaults.overlapTokens };
}

function recordLine(record: BookRecord): string {
  return `${JSON.stringify(record)}\n`;
}
