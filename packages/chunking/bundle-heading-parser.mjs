/**
 * Bundles the parser of headings for browsers into dist/browser: for the condition `browser` one of its dependencies
 * decodes entities with `document`, which workers and edge runtimes do not have.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { licencesOf } from '../base/third-party-licences.mjs';

const packageDirectory = fileURLToPath(new URL('.', import.meta.url));
const outfile = join(packageDirectory, 'dist/browser/heading-parser.js');

mkdirSync(dirname(outfile), { recursive: true });
const { metafile } = await build({
  absWorkingDir: packageDirectory,
  entryPoints: ['src/structural/heading-parser.ts'],
  outfile,
  bundle: true,
  metafile: true,
  format: 'esm',
  platform: 'browser',
  target: 'es2022',
  // Instead of those of the platform: `worker` is the variant that needs no `document`.
  mainFields: ['module', 'main'],
  conditions: ['worker', 'import'],
  legalComments: 'none',
  logLevel: 'warning',
});
writeFileSync(
  join(dirname(outfile), 'THIRD-PARTY-LICENSES.txt'),
  licencesOf(Object.keys(metafile.inputs), packageDirectory),
);
