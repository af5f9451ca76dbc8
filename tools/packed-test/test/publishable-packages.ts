import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's root. */
export const REPOSITORY = fileURLToPath(new URL('../../..', import.meta.url));

/** What a package file says, as far as it matters to publishing. */
export interface PackageManifest {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
  readonly private?: boolean;
  readonly publishConfig?: { readonly directory: string };
  readonly bin?: Readonly<Record<string, string>>;
  readonly exports?: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly engines?: { readonly node: string };
  readonly executors?: string;
  readonly generators?: string;
}

/** A package that is published. */
export interface PublishablePackage {
  /** Path of its folder. */
  readonly directory: string;
  /** Path of the folder that is published, which `npm run packages` makes. */
  readonly published: string;
  readonly manifest: PackageManifest;
}

/** Every package of `packages/` and `apps/` that is not private, by folder. */
export function publishablePackages(): PublishablePackage[] {
  return ['packages', 'apps']
    .flatMap((folder) => readdirSync(join(REPOSITORY, folder)).map((name) => join(REPOSITORY, folder, name)))
    .filter((directory) => existsSync(join(directory, 'package.json')))
    .map((directory) => ({ directory, manifest: readManifest(directory) }))
    .filter(({ manifest }) => manifest.private !== true)
    .map((entry) => ({ ...entry, published: join(entry.directory, entry.manifest.publishConfig!.directory) }));
}

function readManifest(directory: string): PackageManifest {
  return JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8')) as PackageManifest;
}
