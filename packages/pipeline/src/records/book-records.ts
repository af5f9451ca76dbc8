import { basename } from 'node:path/posix';
import type { Diagnostic } from '@topicmill/base/diagnostics';
import type { OptionValues } from '@topicmill/base/options';
import {
  type BookReading,
  type ConceptFinder,
  docNameOf,
  firstTitle,
  strategyNamed,
  twoTierStrategy,
} from '@topicmill/chunking';
import { type Dialect, dialectOf, readFrontMatter } from '@topicmill/text/markdown';
import { loadTokenCounter } from '@topicmill/text/tokens';
import { extractTerms, keywordFinder } from '@topicmill/topics/keywords';

const TWO_TIER = strategyNamed('two-tier');

/** How a book is split; what is left out has the default of the strategy. */
interface BookRecordOptions {
  /** Default: that of the front matter, the first heading of level 1, the name of the file. */
  readonly title?: string | undefined;
  /** What ids name the book by. Default: the name of its file, by `docNameOf`. */
  readonly docName?: string | undefined;
  /** Options of the strategy; the counter by its name. */
  readonly chunking?: OptionValues | undefined;
  /** What the book is written in besides CommonMark. Default: MDX for a file whose name ends in `.mdx`. */
  readonly dialect?: Dialect | undefined;
}

/** The two tiers of a book as JSON texts. */
interface BookRecords {
  readonly strategyKey: string;
  readonly docId: string;
  readonly reading: BookReading;
  /** Each on one line, without its end. */
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
  const { tokenCounter = TWO_TIER.options['tokenCounter']!.default, ...limits } = options.chunking ?? {};
  const strategy = twoTierStrategy({
    ...limits,
    tokenCounter: await loadTokenCounter(String(tokenCounter)),
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
    sections.push(JSON.stringify(group.section));
    for (const snippet of group.snippets) snippets.push(JSON.stringify(snippet));
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

const MAX_CONCEPTS = 8;

/**
 * Finds the best terms of a text by the score that the keyword extractor gives them in its section; after them, those
 * by their score in the whole book.
 */
function bookConcepts(bookText: string): ConceptFinder {
  const findInBook = termFinder(bookText);
  return (sectionText) => {
    const findInSection = termFinder(sectionText);
    return (text) => {
      const names = [...findInSection(text), ...findInBook(text)].map(({ name }) => name);
      return [...new Set(names)].slice(0, MAX_CONCEPTS);
    };
  };
}

function termFinder(text: string): ReturnType<typeof keywordFinder> {
  return keywordFinder(extractTerms(text).map(({ term, localScore, count }) => ({ term, score: localScore, count })));
}
