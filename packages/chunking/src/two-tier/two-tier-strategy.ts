import { checkBookDocument, checkBookNames, checkedOptions } from '../check-options.js';
import { type GivenOptions, strategyKey } from '../strategies/strategy.js';
import type { BookChunks, BookDocument, BookReading, SectionGroup, StreamedBookDocument } from './book-chunks.js';
import type { BookRecord } from './book-record-schema.js';
import { buildRecords } from './build-records.js';
import type { TwoTierOptions } from './options.js';
import { readBook } from './read-book.js';
import { twoTier } from './two-tier.js';

/** Splits books into sections and their snippets. Pure: the same document gives the same records. */
export interface TwoTierStrategy {
  readonly name: 'two-tier';
  /** Names the strategy with every setting that can change its chunks; safe as a folder name. */
  getCacheKey(): string;
  chunk(document: BookDocument): BookChunks;
  /** The same, a section with its snippets at a time, for a book whose records are not to be held in memory. */
  read(document: BookDocument): { readonly reading: BookReading; readonly groups: Iterable<SectionGroup> };
  /** The same for a text that comes in parts; it is gathered first, since its end tells how its start is read. */
  stream(document: StreamedBookDocument): AsyncGenerator<SectionGroup>;
}

/**
 * The strategy `two-tier`: sections of up to 1700 tokens, cut at headings, and snippets of up to 420 in them, for
 * markdown or plain text. Tables, fenced code and block quotes are never cut; one that exceeds a limit makes a chunk of
 * its own, marked as oversized. Where a text is cut for its size, whole sentences of the chunk before are repeated.
 * Time and memory are linear in the length of the text.
 *
 * @throws TopicmillError `INVALID_OPTION` for an unknown option, limits that no chunk can keep, or an incomplete document
 */
export function twoTierStrategy(given: GivenOptions<TwoTierOptions>): TwoTierStrategy {
  const options = checkedOptions(twoTier, given, 'twoTierStrategy');
  const read = (document: BookDocument) => {
    checkBookDocument(document, 'twoTierStrategy.read');
    const book = readBook(document, options);
    return { reading: book.reading, groups: { [Symbol.iterator]: () => buildRecords(document, book, options) } };
  };
  return {
    name: 'two-tier',
    getCacheKey: () => strategyKey(twoTier, { ...options }),
    read,
    async *stream({ text, ...names }) {
      checkBookNames(names, 'twoTierStrategy.stream');
      const parts: string[] = [];
      for await (const part of text) parts.push(part);
      yield* read({ ...names, text: parts.join('') }).groups;
    },
    chunk: (document) => {
      const { reading, groups } = read(document);
      const sections: BookRecord[] = [];
      const snippets: BookRecord[] = [];
      for (const group of groups) {
        sections.push(group.section);
        for (const snippet of group.snippets) snippets.push(snippet);
      }
      return { ...reading, sections, snippets };
    },
  };
}
