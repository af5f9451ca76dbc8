import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { FsTree, flushChanges } from 'nx/src/generators/tree.js';
import { expect, onTestFinished, test } from 'vitest';
import { initGenerator } from '../src/init-generator.js';

const PACKAGE = fileURLToPath(new URL('..', import.meta.url));

function workspace(files: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(join(tmpdir(), 'topicmill-generator-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(root, path, '..'), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}

async function generate(root: string, options = {}): Promise<string[]> {
  const tree = new FsTree(root, false);
  await initGenerator(tree, options);
  const changes = tree.listChanges();
  flushChanges(root, changes);
  return changes.map(({ type, path }) => `${type} ${path}`).sort();
}

test('an Nx workspace with topics becomes a docs repository, and a second run changes nothing', async () => {
  const nxJson = '{\n    // kept\n    "affected": { "legacy": false },\n    "plugins": ["other"]\n}\n';
  const root = workspace({ 'nx.json': nxJson, 'package.json': '{}\n', 'docs/cli/aot/golden-reference.md': '# AOT\n' });
  expect(await generate(root)).toEqual([
    'CREATE .env',
    'CREATE .gitattributes',
    'CREATE .gitignore',
    'CREATE topicmill.yaml',
    'UPDATE nx.json',
    'UPDATE package.json',
  ]);
  expect(readFileSync(join(root, 'nx.json'), 'utf8')).toBe(nxJson.replace('"other"]', '"other", "@topicmill/nx"]'));
  expect(await generate(root)).toEqual([]);
});

test('the folder of the topics can be named', async () => {
  const root = workspace({});
  await generate(root, { docs: 'handbook' });
  expect(existsSync(join(root, 'handbook/writing-a-topic/golden-reference.md'))).toBe(true);
});

test('generators.json names what there is', () => {
  const read = (path: string): unknown => JSON.parse(readFileSync(join(PACKAGE, path), 'utf8'));
  const { generators } = read('generators.json') as { generators: Record<string, { factory: string; schema: string }> };
  const { factory, schema } = generators['init']!;
  const [file, name] = factory.split('#');
  expect(existsSync(join(PACKAGE, file!.replace('dist/bundle', 'src').replace('.js', '.ts')))).toBe(true);
  expect(name).toBe(initGenerator.name);
  expect(read(schema)).toMatchObject({ type: 'object', properties: { docs: { type: 'string' } } });
});
