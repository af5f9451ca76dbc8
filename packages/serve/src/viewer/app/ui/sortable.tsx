import type { ComponentChildren } from 'preact';

/** By which column rows are sorted. */
export interface Sorting {
  readonly column: string;
  readonly isDescending: boolean;
}

interface SortableHeaderProps {
  readonly column: string;
  readonly sorting: Sorting;
  /** What the column shows, in full. */
  readonly title?: string;
  readonly class?: string;
  readonly children: ComponentChildren;
  onSort(sorting: Sorting): void;
}

/** A head of a column that sorts the rows by it, and the other way round when it is pressed again. */
export function SortableHeader({ column, sorting, onSort, children, ...rest }: SortableHeaderProps) {
  const isSorted = sorting.column === column;
  const direction = sorting.isDescending ? 'descending' : 'ascending';
  return (
    <th scope="col" aria-sort={isSorted ? direction : undefined} {...rest}>
      <button
        type="button"
        class="sorter"
        onClick={() => onSort({ column, isDescending: isSorted && !sorting.isDescending })}
      >
        {children}
      </button>
    </th>
  );
}

/** Rows in the order of a column; equal ones stay as they were. */
export function sortedRows<Row>(
  rows: readonly Row[],
  { column, isDescending }: Sorting,
  keyOf: (row: Row, column: string) => number | string,
): Row[] {
  const direction = isDescending ? -1 : 1;
  return [...rows].sort((a, b) => direction * compare(keyOf(a, column), keyOf(b, column)));
}

function compare(a: number | string, b: number | string): number {
  return typeof a === 'string' || typeof b === 'string' ? String(a).localeCompare(String(b)) : a - b;
}
