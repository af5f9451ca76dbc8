import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type PackageManifest, publishablePackages, REPOSITORY } from '../test/publishable-packages.js';
import { ScratchProject } from './scratch-project.js';

/** A package as npm packs it. */
export interface Tarball {
  readonly name: string;
  readonly file: string;
  /** Its package file. */
  readonly manifest: PackageManifest;
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
  await repository.run('npm', 'run', 'packages');
  const folders = publishablePackages().map(({ published }) => published);
  const packing = ['pack', '--json', '--ignore-scripts', '--pack-destination', destination];
  const output = await repository.run('npm', ...packing, ...folders);
  const parsed = JSON.parse(output) as readonly PackReport[] | Readonly<Record<string, PackReport>>;
  return Object.values(parsed).map(({ name, filename, files }) => {
    const { published } = publishablePackages().find(({ manifest }) => manifest.name === name)!;
    const manifest = JSON.parse(readFileSync(join(published, 'package.json'), 'utf8')) as PackageManifest;
    return { name, file: join(destination, filename), manifest, paths: files.map(({ path }) => path) };
  });
}
