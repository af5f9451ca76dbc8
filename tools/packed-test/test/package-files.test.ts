import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { publishablePackages, REPOSITORY } from './publishable-packages.js';

const packages = publishablePackages();
const licence = readFileSync(join(REPOSITORY, 'LICENSE'), 'utf8');

test('few packages are published: commands, the plugin and three libraries', () => {
  expect(packages.map(({ manifest }) => manifest.name).sort()).toEqual([
    '@topicmill/aio-scorer',
    '@topicmill/artifact-store',
    '@topicmill/chunking',
    '@topicmill/embedding',
    '@topicmill/nx',
    '@topicmill/paginate',
    '@topicmill/search',
    'topicmill',
  ]);
});

describe.each(packages.map((entry) => [entry.manifest.name, entry] as const))(
  '%s',
  (_name, { directory, manifest }) => {
    test('has the licence and a page that says what it is', () => {
      expect(readFileSync(join(directory, 'LICENSE'), 'utf8')).toBe(licence);
      expect(readFileSync(join(directory, 'README.md'), 'utf8')).toMatch(`# ${manifest.name}\n\n`);
      expect(manifest).toMatchObject({ license: 'MIT', description: expect.stringMatching(/\.$/) });
    });
  },
);

test('all packages have one version, and need each other at it', () => {
  const manifests = ['packages', 'apps', 'tools']
    .flatMap((room) => readdirSync(join(REPOSITORY, room)).map((name) => join(REPOSITORY, room, name, 'package.json')))
    .map((file) => JSON.parse(readFileSync(file, 'utf8')) as Record<string, Record<string, string> | undefined>);
  const ofOurs = manifests.flatMap(({ version, dependencies, devDependencies }) => [
    version,
    ...Object.entries({ ...dependencies, ...devDependencies })
      .filter(([name]) => /^(?:@topicmill\/|topicmill$)/.test(name))
      .map(([, needed]) => needed),
  ]);
  expect(new Set(ofOurs).size).toBe(1);
});

test('packages, tests on each Node and the support policy name the same Node', () => {
  const engines = packages.map(({ manifest }) => manifest.engines?.node);
  const workflow = readFileSync(join(REPOSITORY, '.github/workflows/test.yml'), 'utf8');
  const tested = /^ +node: \[(.+)\]$/m.exec(workflow)![1]!.split(', ');
  const [oldest, ...newer] = tested;
  expect(new Set(engines)).toEqual(new Set([`>=${oldest}`]));
  const [major] = oldest!.split('.');
  const named = `Node ${major} (from ${oldest} on), ${newer.slice(0, -1).join(', ')} and ${newer.at(-1)}`;
  expect(readFileSync(join(REPOSITORY, 'SECURITY.md'), 'utf8')).toContain(named);
});
