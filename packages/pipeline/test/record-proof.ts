import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { indentedJson, parseJsonIfValid } from '@topicmill/base/json';

/** What one run adds to a table. */
export interface Row {
  readonly name: string;
  readonly values: readonly (number | string)[];
}

/** What a run without a fault showed, and the command that shows it, made from the names of all rows. */
interface Shown {
  readonly title: string;
  readonly notes: (rows: readonly Row[]) => readonly string[];
  readonly columns: readonly string[];
  readonly row: Row;
  readonly command: (names: readonly string[], file: string) => string;
}

/** Adds the row of a run to a file below `proof/`, as `npm run report:proof` reads it, or replaces that of an earlier run. */
export function recordProof(file: string, { title, notes, columns, row, command }: Shown): void {
  const commit = execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' }).trim();
  const before = existsSync(file)
    ? (parseJsonIfValid(readFileSync(file, 'utf8')) as { tables: [{ rows: Row[] }] })
    : undefined;
  const rows = (before?.tables[0].rows ?? []).filter(({ name }) => name !== row.name);
  rows.push({ name: row.name, values: [...row.values, commit.slice(0, 8)] });
  const run = command(
    rows.map(({ name }) => name),
    file,
  );
  const date = new Date().toISOString().slice(0, 10);
  const tables = [{ title, notes: notes(rows), columns: [...columns, 'commit'], rows }];
  writeFileSync(file, indentedJson({ command: run, date, commit, node: process.version, tables }));
}
