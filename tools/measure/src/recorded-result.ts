import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { indentedJson } from '@topicmill/base/json';
import * as z from 'zod';
import type { Table } from './table.js';

/** What a command measured, with what is needed to measure it again. */
export const recordedResultSchema = z.strictObject({
  command: z.string().min(1).describe('As it is called from the root.'),
  date: z.string().regex(/^\d{4}-\d{2}-\d{2}$/),
  commit: z.string().regex(/^[0-9a-f]{40}$/),
  node: z.string(),
  tables: z.array(
    z.strictObject({
      title: z.string(),
      notes: z.array(z.string()),
      columns: z.array(z.string()),
      rows: z.array(
        z.strictObject({
          name: z.string(),
          values: z.array(z.union([z.number(), z.string(), z.null()])),
        }),
      ),
    }),
  ),
});

/** The contents of a file below `proof`. */
export type RecordedResult = z.infer<typeof recordedResultSchema>;

/** When and with what a run began: whoever commits meanwhile changes nothing. */
export class RunOrigin {
  private readonly date = new Date().toISOString().slice(0, 10);
  private readonly commit: string;

  /** @param cwd a folder of the repository */
  constructor(
    private readonly command: string,
    cwd: string,
  ) {
    this.commit = execFileSync('git', ['rev-parse', 'HEAD'], { cwd, encoding: 'utf8' }).trim();
  }

  /** Writes what was measured, for `npm run report:proof`. */
  record(file: string, tables: readonly Table[]): void {
    const result = { command: this.command, date: this.date, commit: this.commit, node: process.version, tables };
    writeFileSync(file, indentedJson(result));
  }
}
