import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { publishablePackages, REPOSITORY } from './publishable-packages.js';

const packages = publishablePackages();
const licence = readFileSync(join(REPOSITORY, 'LICENSE'), 'utf8');
const versions = new Map(packages.map(({ manifest }) => [manifest.name, manifest.version]));

/** Compiled code is looked for as its source, so that nothing has to be built. */
function isThere(directory: string, path: string): boolean {
  const source = path
    .replace(/^(?:\.\/)?dist\/browser\/(.+)\.js$/, 'src/$1/index.ts')
    .replace(/^(?:\.\/)?dist(?:\/bundle)?(?=\/|$)/, 'src')
    .replace(/(?:\.d\.ts|\.js)$/, '.ts');
  return existsSync(join(directory, /^(?:\.\/)?dist(?:\/|$)/.test(path) ? source : path));
}

function isPacked(files: readonly string[], path: string): boolean {
  return files.some((entry) => path.replace(/^\.\//, '').startsWith(entry));
}

describe.each(packages.map((entry) => [entry.manifest.name, entry] as const))(
  '%s',
  (_name, { directory, manifest }) => {
    const files = manifest.files ?? [];

    test('packs files that are there, its code among them, and no record of a build', () => {
      expect(files.filter((path) => !path.startsWith('!') && !isThere(directory, path))).toEqual([]);
      expect(files).toEqual(expect.arrayContaining(['dist', '!dist/.tsbuildinfo', 'src']));
    });

    test('has the licence and a page that says what it is', () => {
      expect(readFileSync(join(directory, 'LICENSE'), 'utf8')).toBe(licence);
      expect(readFileSync(join(directory, 'README.md'), 'utf8')).toMatch(`# ${manifest.name}\n\n`);
      expect(manifest).toMatchObject({ license: 'MIT', description: expect.stringMatching(/\.$/) });
    });

    test('exports files that are there and packed', () => {
      const targets = Object.values(manifest.exports ?? {}).flatMap((target) =>
        typeof target === 'string' ? [target] : Object.values(target),
      );
      expect(targets.filter((path) => !isThere(directory, path))).toEqual([]);
      expect(targets.filter((path) => path !== './package.json' && !isPacked(files, path))).toEqual([]);
    });

    test('has commands that the system can run', () => {
      for (const path of Object.values(manifest.bin ?? {})) {
        expect(readFileSync(join(directory, path), 'utf8')).toMatch(/^#!\/usr\/bin\/env node\n/);
        expect(statSync(join(directory, path)).mode & 0o111, `${path} is executable`).toBe(0o111);
        expect(isPacked(files, path)).toBe(true);
      }
    });

    test('needs the other packages at the version of this release', () => {
      const internal = Object.entries(manifest.dependencies ?? {}).filter(([name]) =>
        /^(?:@topicmill\/|topicmill$)/.test(name),
      );
      expect(internal).toEqual(internal.map(([name]) => [name, versions.get(name)]));
    });

    test('offers Nx what is there', () => {
      for (const path of [manifest.executors, manifest.generators].filter((each) => each !== undefined)) {
        const text = readFileSync(join(directory, path), 'utf8');
        expect(isPacked(files, path)).toBe(true);
        const paths = [...text.matchAll(/"(?:implementation|batchImplementation|factory|schema)": "([^"#]+)/g)];
        expect(paths.length).toBeGreaterThan(0);
        expect(paths.map(([, named]) => named!).filter((named) => !isThere(directory, named))).toEqual([]);
      }
    });
  },
);

test('topicmill brings the commands of the single steps', () => {
  const { dependencies } = packages.find(({ manifest }) => manifest.name === 'topicmill')!.manifest;
  const steps = ['chunking-tool', 'index-tool', 'keyword-extractor', 'topic-spec'].map((name) => `@topicmill/${name}`);
  expect(Object.keys(dependencies ?? {})).toEqual(expect.arrayContaining(steps));
});
