/** Joins a library with the packages inside of it; what it loads only when asked stays in files of its own. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { licencesOf } from '../../packages/base/third-party-licences.mjs';
import { filesBesideModules } from '../../packages/pipeline/bundling/beside-the-bundle.mjs';

/**
 * Bundles for Node, browsers and workers alike.
 *
 * @param {{ repository: string, folder: string, entries: Readonly<Record<string, string>>, external: readonly string[] }} what
 *   path of each entry by the name of its file; packages that stay outside
 */
export async function bundleLibrary({ repository, folder, entries, external }) {
  rmSync(folder, { recursive: true, force: true });
  const copied = { names: new Set(), licences: new Set() };
  const { metafile } = await build({
    absWorkingDir: repository,
    entryPoints: { ...entries },
    outdir: folder,
    bundle: true,
    splitting: true,
    metafile: true,
    format: 'esm',
    platform: 'neutral',
    target: 'es2022',
    mainFields: ['module', 'main'],
    // Instead of those of a platform: the variants for workers need neither Node nor `document`.
    conditions: ['worker', 'import'],
    tsconfigRaw: {},
    external: ['node:*', ...external],
    plugins: [filesBesideModules(folder, new Set(), copied)],
    minifyWhitespace: true,
    minifySyntax: true,
    legalComments: 'none',
    logLevel: 'warning',
  });
  writeFileSync(
    join(folder, 'THIRD-PARTY-LICENSES.txt'),
    licencesOf(Object.keys(metafile.inputs), repository, copied.licences),
  );
}
