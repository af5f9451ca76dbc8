import { checkBookDocument, checkBookNames, checkedOptions, checkSourceDocument } from '../check-options.js';
import type { ChunkingStrategy } from '../chunk.js';
import { chunkSemantically } from '../semantic/chunk-semantically.js';
import type { SemanticOptions } from '../semantic/options.js';
import { semantic } from '../semantic/semantic.js';
import { chunkFiles } from '../structural/chunk-files.js';
import type { StructuralOptions } from '../structural/options.js';
import { structural } from '../structural/structural.js';
import type {
  BookChunks,
  BookDocument,
  BookReading,
  BookRecord,
  SectionGroup,
  StreamedBookDocument,
} from '../two-tier/book-record-schema.js';
import { buildRecords } from '../two-tier/build-records.js';
import type { TwoTierOptions } from '../two-tier/options.js';
import { readBook } from '../two-tier/read-book.js';
import { twoTier } from '../two-tier/two-tier.js';
import { type GivenOptions, strategyKey } from './strategy.js';

/**
 * The strategy `semantic`: whole sections of 250 to 750 tokens, cut at headings, never inside a fenced block.
 * Its key is `semantic-250-750`; the name of a counter other than `words` and a tail other than `merge` are added. With
 * sections apart, which have no minimum, it is `semantic-sections-750`.
 *
 * @throws TopicmillError `INVALID_OPTION` for an unknown option, sizes that no chunk can have, or an incomplete document
 */
export function semanticStrategy(given: GivenOptions<SemanticOptions>): ChunkingStrategy {
  const options = checkedOptions(semantic, given, 'semanticStrategy');
  return {
    name: 'semantic',
    getCacheKey: () => strategyKey(semantic, { ...options }),
    chunk: (document) => {
      checkSourceDocument(document, 'semanticStrategy.chunk');
      return chunkSemantically(document, options);
    },
  };
}

/**
 * The strategy `structural` for chunk files: the same chunks that `chunk` makes records of, but nothing is repeated in
 * them, and each reaches to the start of the next. Its key is `structural-64-400-512-2s`; the name of a counter other
 * than `cl100k_base` and a breadcrumb mode other than `conditional` are added.
 *
 * @throws TopicmillError `INVALID_OPTION` for an unknown option, sizes that some document cannot have, or an
 *   incomplete document
 */
export function structuralStrategy(given: GivenOptions<StructuralOptions>): ChunkingStrategy {
  const options = checkedOptions(structural, given, 'structuralStrategy');
  return {
    name: 'structural',
    getCacheKey: () => strategyKey(structural, { ...options }),
    chunk: (document) => {
      checkSourceDocument(document, 'structuralStrategy.chunk');
      return chunkFiles(document, options);
    },
  };
}

/** Splits books into sections and their snippets. Pure: the same document gives the same records. */
interface TwoTierStrategy {
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
