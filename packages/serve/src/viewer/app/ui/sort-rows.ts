/** Sorts the rows of a table by the column of one of its heads, and the other way round when it is sorted by it already. */
export function sortRowsBy(head: HTMLTableCellElement): void {
  const isDescending = head.getAttribute('aria-sort') === 'ascending';
  for (const other of head.parentElement!.children) other.removeAttribute('aria-sort');
  head.setAttribute('aria-sort', isDescending ? 'descending' : 'ascending');
  const body = head.closest('table')!.tBodies[0];
  if (body === undefined) return;
  const direction = isDescending ? -1 : 1;
  const keys = new Map([...body.rows].map((row) => [row, row.cells[head.cellIndex]?.textContent?.trim() ?? '']));
  const rows = [...body.rows].sort((a, b) => direction * compareCells(keys.get(a)!, keys.get(b)!));
  body.append(...rows);
}

const COLLATOR = new Intl.Collator('en', { numeric: true });

function compareCells(one: string, other: string): number {
  const [a, b] = [numberIn(one), numberIn(other)];
  return a !== undefined && b !== undefined ? a - b : COLLATOR.compare(one, other);
}

/** `1,700` and `−.5` are numbers, `1.2.3` is not. */
function numberIn(text: string): number | undefined {
  const digits = text.replace(/^[−-]/, '-').replaceAll(',', '');
  return /^-?(?:\d+(?:\.\d*)?|\.\d+)$/.test(digits) ? Number(digits) : undefined;
}
