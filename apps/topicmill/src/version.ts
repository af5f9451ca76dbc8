import { createRequire } from 'node:module';

/** The release. Of this package, so that the list of commands is there before the pipeline is loaded. */
export const VERSION: string = (createRequire(import.meta.url)('topicmill/package.json') as { version: string })
  .version;
