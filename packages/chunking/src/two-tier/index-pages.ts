import { type BookLines, trimmedLine } from './book-lines.js';

const MIN_ENTRIES = 8;
const MAX_ENTRY_LENGTH = 90;
const MAX_WORDS_WITHOUT_PAGE = 4;
const MIN_ENTRY_SHARE = 0.8;
const MIN_SORTED_SHARE = 0.8;
const TITLE = /^(?:subject |general |name |author )?index$/i;
const PAGES_AT_END = /(?:^|[,\s])\d{1,4}(?:[–-]\d{1,4})?[.,]?$/;
const ONLY_PAGES = /^[\d\s,–-]+$/;
const SENTENCE_END = /[.!?:;]$/;
const REFERENCE = /,?\s*(?:see(?: also)?\s.*)$/i;

interface Entry {
  readonly line: number;
  readonly isEntry: boolean;
  /** What it is sorted by; empty for a sub-entry, a letter or a line of nothing but pages. */
  readonly key: string;
  readonly hasPages: boolean;
}

/**
 * First line of the sorted index at the end of a book; `undefined` without one. It is what is after a line `Index`
 * when most of it are entries in alphabetical order, or else the sorted entries at the very end, most with a page or of
 * a single word.
 *
 * @param isDropped whether a line is left out already; such lines may be between entries
 */
export function indexStart(lines: BookLines, isDropped: (line: number) => boolean): number | undefined {
  return titledIndexStart(lines, isDropped) ?? untitledIndexStart(lines, isDropped);
}

function titledIndexStart(lines: BookLines, isDropped: (line: number) => boolean): number | undefined {
  for (let line = lines.lineCount - 1; line >= lines.lineCount / 2; line--) {
    if (lines.starts[line + 1]! - lines.starts[line]! > MAX_ENTRY_LENGTH || !TITLE.test(trimmedLine(lines, line))) {
      continue;
    }
    return isSortedIndex(entriesFrom(lines, line + 1, isDropped)) ? line : undefined;
  }
  return undefined;
}

function entriesFrom(lines: BookLines, first: number, isDropped: (line: number) => boolean): Entry[] {
  const entries: Entry[] = [];
  for (let line = first; line < lines.lineCount; line++) {
    const entry = isDropped(line) ? undefined : entryOf(lines, line);
    if (entry !== undefined) entries.push(entry);
  }
  return entries;
}

function isSortedIndex(entries: readonly Entry[]): boolean {
  const keys = entries.map(({ key }) => key).filter((key) => key !== '');
  const entryCount = entries.filter(({ isEntry }) => isEntry).length;
  return (
    keys.length >= MIN_ENTRIES &&
    entryCount >= MIN_ENTRY_SHARE * entries.length &&
    sortedPairs(keys) >= MIN_SORTED_SHARE * (keys.length - 1)
  );
}

function sortedPairs(keys: readonly string[]): number {
  return keys.filter((key, i) => i > 0 && keys[i - 1]! <= key).length;
}

function untitledIndexStart(lines: BookLines, isDropped: (line: number) => boolean): number | undefined {
  const found: Entry[] = [];
  let keyAfter: string | undefined;
  for (let line = lines.lineCount - 1; line >= 0; line--) {
    const entry = isDropped(line) ? undefined : entryOf(lines, line);
    if (entry === undefined) continue;
    if (!entry.isEntry || (keyAfter !== undefined && entry.key !== '' && entry.key >= keyAfter)) break;
    if (entry.key !== '') keyAfter = entry.key;
    found.push(entry);
  }
  const keyed = found.filter(({ key }) => key !== '');
  const plain = keyed.filter(({ key, hasPages }) => hasPages || !key.includes(' '));
  if (keyed.length < MIN_ENTRIES || plain.length < MIN_ENTRY_SHARE * keyed.length) return undefined;
  const first = found.at(-1)!.line;
  return first >= lines.lineCount / 2 ? first : undefined;
}

/** `undefined` for a blank line. */
function entryOf(lines: BookLines, line: number): Entry | undefined {
  if (lines.starts[line + 1]! - lines.starts[line]! > 4 * MAX_ENTRY_LENGTH) {
    return { line, isEntry: false, key: '', hasPages: false };
  }
  const raw = lines.text.slice(lines.starts[line], lines.starts[line + 1]);
  const text = raw.trim();
  if (text === '') return undefined;
  const hasPages = PAGES_AT_END.test(text);
  const wordCount = text.split(/\s+/).length;
  const isShort = text.length <= MAX_ENTRY_LENGTH && !/^[-*+•#>|]/.test(text);
  const isEntry =
    isShort && (hasPages || REFERENCE.test(text) || (wordCount <= MAX_WORDS_WITHOUT_PAGE && !SENTENCE_END.test(text)));
  const isIndented = /^\f*[ \t]{2}|^\f*\t/.test(raw);
  return { line, isEntry, hasPages, key: isIndented || text.length === 1 ? '' : sortKey(text) };
}

function sortKey(text: string): string {
  if (ONLY_PAGES.test(text)) return '';
  return text
    .toLowerCase()
    .normalize('NFD')
    .replace(REFERENCE, '')
    .replace(/[,\s][\d,\s–-]*$/, '')
    .replace(/[^\p{L}\p{N} ]/gu, '')
    .trim();
}
