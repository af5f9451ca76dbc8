import { join } from 'node:path';
import { publishablePackages, REPOSITORY } from '../test/publishable-packages.js';
import { ScratchProject } from './scratch-project.js';

/** A package as npm packs it. */
export interface Tarball {
  readonly name: string;
  readonly file: string;
  /** Paths inside, sorted by npm. */
  readonly paths: readonly string[];
}

interface PackReport {
  readonly name: string;
  readonly filename: string;
  readonly files: readonly { readonly path: string }[];
}

/** Builds and packs every package that is published. */
export async function packAll(destination: string): Promise<Tarball[]> {
  const repository = new ScratchProject(REPOSITORY);
  await repository.run('npm', 'run', 'build');
  const workspaces = publishablePackages().flatMap(({ manifest }) => ['--workspace', manifest.name]);
  const output = await repository.run(
    'npm',
    'pack',
    '--json',
    '--ignore-scripts',
    '--pack-destination',
    destination,
    ...workspaces,
  );
  const parsed = JSON.parse(output) as readonly PackReport[] | Readonly<Record<string, PackReport>>;
  return Object.values(parsed).map(({ name, filename, files }) => ({
    name,
    file: join(destination, filename),
    paths: files.map(({ path }) => path),
  }));
}
