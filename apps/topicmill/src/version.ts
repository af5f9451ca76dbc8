import { readFileSync } from 'node:fs';

/** The release. Of this package, so that the list of commands is there before the pipeline is loaded. */
export const VERSION: string = (
  JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }
).version;
