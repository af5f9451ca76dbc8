import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type RecordedResult, recordedResultSchema } from '../recorded-result.js';

/** The results that commands recorded in a folder, by the names of their files, which they are sorted by. */
export function readResults(folder: string): { readonly name: string; readonly result: RecordedResult }[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => ({
      name: name.slice(0, -'.json'.length),
      result: recordedResultSchema.parse(JSON.parse(readFileSync(join(folder, name), 'utf8'))),
    }));
}
