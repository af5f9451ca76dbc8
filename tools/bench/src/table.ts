/** What a section of the benchmarks found. Values are numbers as measured; formatting is the printer's. */
export interface Table {
  readonly title: string;
  /** What the rows were measured on, and how to read them. */
  readonly notes: readonly string[];
  /** Names with units, such as `MB/s`. */
  readonly columns: readonly string[];
  readonly rows: readonly Row[];
}

export interface Row {
  readonly name: string;
  /** In the order of the columns; `undefined` where there is nothing to tell. */
  readonly values: readonly (number | undefined)[];
}

/** A table for people: names to the left, numbers to the right, three digits that count. */
export function formatTable({ title, notes, columns, rows }: Table): string {
  const cells = rows.map(({ name, values }) => [name, ...values.map(formatNumber)]);
  const lines = [['', ...columns], ...cells];
  const widths = lines[0]!.map((_, column) => Math.max(...lines.map((line) => line[column]!.length)));
  const body = lines.map((line) =>
    line
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[column]!)))
      .join('  ')
      .trimEnd(),
  );
  return `${[title, ...notes.map((note) => `  ${note}`), '', ...body].join('\n')}\n`;
}

function formatNumber(value: number | undefined): string {
  if (value === undefined) return '–';
  if (value >= 100 || value === 0) return value.toFixed(0);
  return value >= 10 ? value.toFixed(1) : value.toFixed(2);
}
