import { ByteReader, ByteWriter } from '../bytes.js';
import { isPair } from '../term-pairs.js';
import { OpenPostings, type Postings, readPostings, type TermPostings } from './postings.js';

/** After a beginning of words it names the postings of all words that begin so. */
const PREFIX_MARK = '*';
/** Of those, the best ones that are kept. */
const MAX_HOLDERS = 512;
const MAX_PREFIX_LENGTH = 12;

/** The postings of a term in the order in which they are written. */
const POSTING_FIELDS = [
  'chunks',
  'titles',
  'descriptions',
  'questions',
] as const satisfies readonly (keyof TermPostings)[];

/** A term with its postings as bytes. */
export type TermEntry = readonly [term: string, bytes: Uint8Array];

/** The key under which a shard has the postings of all words that begin with some letters, if they are many. */
export function prefixKey(prefix: string): string {
  return `${prefix}${PREFIX_MARK}`;
}

/**
 * Entries for the beginnings of words whose postings would fill more than one shard, so that a search for half a word
 * loads one file, too.
 *
 * @param entries sorted by term
 * @param maxBytes that the postings of a beginning may have without an entry
 */
export function prefixEntries(entries: readonly TermEntry[], maxBytes: number): TermEntry[] {
  const made: TermEntry[] = [];
  for (let length = 1; length <= MAX_PREFIX_LENGTH; length++) {
    let start = 0;
    while (start < entries.length) {
      const prefix = entries[start]![0].slice(0, length);
      let end = start;
      let byteCount = 0;
      for (; end < entries.length && entries[end]![0].startsWith(prefix); end++) byteCount += entries[end]![1].length;
      const isWhole = prefix.length === length && !/[\s\ud800-\udbff]$/.test(prefix);
      if (isWhole && byteCount > maxBytes) made.push([prefixKey(prefix), mergedEntry(entries.slice(start, end))]);
      start = Math.max(end, start + 1);
    }
  }
  return made;
}

/** Each document with the largest impact. */
function mergePostings(parts: readonly Postings[]): Postings {
  const end = parts.reduce((most, { documents }) => Math.max(most, (documents.at(-1) ?? -1) + 1), 0);
  const largest = new Uint8Array(end);
  let count = 0;
  for (const { documents, impacts } of parts) {
    for (let at = 0; at < documents.length; at++) {
      const before = largest[documents[at]!]!;
      if (before === 0) count++;
      if (before < impacts[at]!) largest[documents[at]!] = impacts[at]!;
    }
  }
  const documents = new Uint32Array(count);
  for (let document = 0, at = 0; at < count; document++) if (largest[document]! > 0) documents[at++] = document;
  return { documents, impacts: Uint8Array.from(documents, (document) => largest[document]!) };
}

/** Postings of several terms as those of one. */
export function mergeTermPostings(parts: readonly TermPostings[]): TermPostings {
  return {
    chunks: mergePostings(parts.map(({ chunks }) => chunks)),
    titles: mergePostings(parts.map(({ titles }) => titles)),
    descriptions: mergePostings(parts.map(({ descriptions }) => descriptions)),
    questions: mergePostings(parts.map(({ questions }) => questions)),
  };
}

export function readEntry(bytes: Uint8Array, offset = 0): TermPostings {
  const reader = new ByteReader(bytes, offset);
  return {
    chunks: readPostings(reader),
    titles: readPostings(reader),
    descriptions: readPostings(reader),
    questions: readPostings(reader),
  };
}

function mergedEntry(entries: readonly TermEntry[]): Uint8Array {
  const parts = entries.filter(([term]) => !isPair(term)).map(([, bytes]) => readEntry(bytes));
  const merged = mergeTermPostings(parts);
  const writer = new ByteWriter();
  for (const field of POSTING_FIELDS) writeBest(merged[field], writer);
  return writer.finish();
}

/** Of documents with the least impact that is kept, the first ones are. */
function writeBest({ documents, impacts }: Postings, writer: ByteWriter): void {
  const least = leastKept(impacts);
  const postings = new OpenPostings();
  let equalLeft = least.count;
  for (let at = 0; at < documents.length; at++) {
    const impact = impacts[at]!;
    if (impact < least.impact || (impact === least.impact && equalLeft-- <= 0)) continue;
    postings.add(documents[at]!, impact);
  }
  postings.write(writer);
}

/** The least impact that is kept, and of how many documents with it. Counted, since sorting takes most of the time. */
function leastKept(impacts: Uint8Array): { readonly impact: number; readonly count: number } {
  const counts = new Uint32Array(256);
  for (const impact of impacts) counts[impact]!++;
  let left = MAX_HOLDERS;
  for (let impact = 255; impact > 0; impact--) {
    if (counts[impact]! >= left) return { impact, count: left };
    left -= counts[impact]!;
  }
  return { impact: 0, count: 0 };
}
