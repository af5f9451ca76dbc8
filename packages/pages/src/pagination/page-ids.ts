import type { DialectName } from '@topicmill/text/markdown';
import { plainText } from '@topicmill/topics/formats';
import type { PageSource } from './document-units.js';

/** Returns the id of a page by its 0-based index. `pageCount` is an upper bound of the pages, for ids of equal width. */
export type PageIds = (index: number, pageCount: number) => string;

const MIN_DIGITS = 3;

/**
 * `chunk-001`, `chunk-002`, …, with as many digits as needed.
 *
 * @param usedCount numbers already used by other documents of the same run
 */
export function numberedIds(usedCount = 0): PageIds {
  return (index, pageCount) => {
    const digits = Math.max(MIN_DIGITS, String(usedCount + pageCount).length);
    return `chunk-${String(usedCount + index + 1).padStart(digits, '0')}`;
  };
}

/**
 * Ids that continue the repository's counter.
 *
 * @param lastNumber the number assigned last
 */
export function countedIds(lastNumber: number): PageIds {
  return (index) => `chunk-${String(lastNumber + index + 1).padStart(6, '0')}`;
}

/** Ids made by `create`: one for each page, the same one on each call. */
export function createdIds(create: () => string): PageIds {
  const ids: string[] = [];
  return (index) => {
    while (ids.length <= index) ids.push(create());
    return ids[index]!;
  };
}

/** Units of a page, by their index in the source. */
interface UnitRange {
  readonly firstUnit: number;
  readonly endUnit: number;
}

/**
 * The name of each page: the title of the heading in force at its start, or else of its first heading; with `Part n`
 * when that section spans several pages.
 *
 * @param fallback name of pages without any heading
 */
export function pageNames(source: PageSource, plan: readonly UnitRange[], fallback: string): string[] {
  const leading = plan.map((page) => leadingHeading(source, page));
  const pageOf = new Map<number, number>();
  plan.forEach(({ firstUnit, endUnit }, page) => {
    for (let unit = firstUnit; unit < endUnit; unit++) pageOf.set(unit, page);
  });
  return leading.map((unit, page) => {
    if (unit === -1) return plan.length === 1 ? fallback : `${fallback} — Part ${page + 1}`;
    const { block } = source.units[unit]!;
    const title = block.type === 'heading' ? plainText(block.heading.text) : fallback;
    const part = page - pageOf.get(unit)! + 1;
    return part > 1 || leading[page + 1] === unit ? `${title} — Part ${part}` : title;
  });
}

/** The unit of the heading in force at the page's start, or else of the first heading on the page; -1 without one. */
export function leadingHeading({ units }: PageSource, { firstUnit, endUnit }: UnitRange): number {
  const inForce = units[firstUnit]!.headingUnit;
  if (inForce !== -1) return inForce;
  for (let unit = firstUnit; unit < endUnit; unit++) if (units[unit]!.headingUnit !== -1) return unit;
  return -1;
}

/** SHA-256 of a text's UTF-8 bytes, as 64 hex digits. */
export type Sha256 = (text: string) => string;

/** What a set was made from besides the text of its pages. */
export interface PageSetOrigin {
  /** File name of the document. */
  readonly source: string;
  /** Address of the document, without a slash at its end. */
  readonly baseUrl: string;
  readonly maxTokens: number;
  /** Name of the token counter. */
  readonly tokenizer: string;
  /** Name of the dialect by which the document was read. */
  readonly dialect?: DialectName | undefined;
}

/** Length of a set's hash in hex digits, each of which may be one token. */
export const SET_HASH_LENGTH = 16;

/**
 * The hash that names a set: of its origin and of all its pages. It is on each page, so the limits and names in a
 * manifest can be compared with the pages.
 *
 * @param unnamedPages the pages as written, with an empty set name in their comments
 */
export function setHash(origin: PageSetOrigin, unnamedPages: readonly string[], sha256: Sha256): string {
  const { source, baseUrl, maxTokens, tokenizer, dialect } = origin;
  const hashes = unnamedPages.map((text) => sha256(text));
  return sha256(
    JSON.stringify([source, baseUrl, maxTokens, tokenizer, hashes, ...(dialect === undefined ? [] : [dialect])]),
  ).slice(0, SET_HASH_LENGTH);
}
