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
