/** What was measured. Numbers are kept as measured; formatting is the printer's. */
export interface Table {
  readonly title: string;
  /** What the rows were measured on, and how to read them. */
  readonly notes: readonly string[];
  /** Names with units, such as `MB/s`; the first column, of the rows' names, has none. */
  readonly columns: readonly string[];
  readonly rows: readonly Row[];
}

export interface Row {
  readonly name: string;
  /** In the order of the columns: numbers, several of them in one text, or `undefined` where there is nothing to tell. */
  readonly values: readonly (number | string | undefined)[];
}

/** A table as Markdown that is aligned for people: names to the left, numbers to the right with three digits that count, or whole. */
export function formatTable({ title, notes, columns, rows }: Table): string {
  const cells = [['', ...columns], ...rows.map(({ name, values }) => [name, ...values.map(formatCell)])];
  const widths = cells[0]!.map((_, column) => Math.max(3, ...cells.map((line) => line[column]?.length ?? 0)));
  const line = (texts: readonly string[]): string =>
    `| ${widths.map((width, at) => (at === 0 ? (texts[at] ?? '').padEnd(width) : (texts[at] ?? '').padStart(width))).join(' | ')} |`;
  const rule = `| ${widths.map((width, at) => (at === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`)).join(' | ')} |`;
  const [head, ...body] = cells.map(line);
  return `${[`## ${title}`, '', ...notes.flatMap((note) => [note]), '', head, rule, ...body].join('\n')}\n`;
}

/** A share in per cent with one decimal, in a cell of its own or with others. */
export function percent(share: number | undefined): string {
  return share === undefined ? '–' : (100 * share).toFixed(1);
}

function formatCell(value: number | string | undefined): string {
  if (value === undefined) return '–';
  if (typeof value === 'string') return value;
  if (value >= 100 || Number.isInteger(value)) return value.toFixed(0);
  return value >= 10 ? value.toFixed(1) : value.toFixed(2);
}
