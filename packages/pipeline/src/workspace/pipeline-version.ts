import { readFileSync } from 'node:fs';

/** The release of the pipeline, from its package file; all commands show it. */
export const PIPELINE_VERSION: string = readVersion(new URL('../../package.json', import.meta.url));

function readVersion(packageFile: URL): string {
  return (JSON.parse(readFileSync(packageFile, 'utf8')) as { version: string }).version;
}
