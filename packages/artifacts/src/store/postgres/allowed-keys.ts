import type { Parameters } from './columns.js';

/** The passages that may be found: SQL for their keys, with its parameters. */
export interface AllowedKeys {
  /** `undefined` for all. */
  readonly sql: string | undefined;
  readonly parameters: Parameters;
}
