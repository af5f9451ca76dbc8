/** Gives the id of a page by its index from 0 on. `pageCount` bounds the number of pages, for ids of equal width. */
export type PageIds = (index: number, pageCount: number) => string;

const MIN_DIGITS = 3;

/** `chunk-001`, `chunk-002`, …, with as many digits as the number of pages needs. */
export const numberedIds: PageIds = (index, pageCount) =>
  `chunk-${String(index + 1).padStart(Math.max(MIN_DIGITS, String(pageCount).length), '0')}`;

/**
 * Ids that go on counting where the repository's counter stands.
 *
 * @param lastNumber the number given last
 */
export function countedIds(lastNumber: number): PageIds {
  return (index) => `chunk-${String(lastNumber + index + 1).padStart(6, '0')}`;
}

/** Ids that `create` makes, one for each page that is asked for, and the same one each time. */
export function createdIds(create: () => string): PageIds {
  const ids: string[] = [];
  return (index) => {
    while (ids.length <= index) ids.push(create());
    return ids[index]!;
  };
}
