import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { FileFolder } from '@topicmill/test-support/file-folder';
import { afterAll, expect, test } from 'vitest';

interface Bundled {
  readonly entries: Readonly<Record<string, string>>;
  readonly external: readonly string[];
  readonly together?: Readonly<Record<string, readonly string[]>> | undefined;
}

const SCRIPT = new URL('../../bundling/bundle-for-node.mjs', import.meta.url).href;
const { bundleForNode } = (await import(SCRIPT)) as { bundleForNode(folder: string, what: Bundled): Promise<void> };

const directory = mkdtempSync(join(tmpdir(), 'topicmill-join-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

/** Entries that share modules, one of which is also loaded when asked; two modules use one name for different things. */
const MODULES = {
  'count.js': 'let count = 0;\nexport const next = () => ++count;',
  'left.js': "import { next } from './count.js';\nexport const name = 'left';\nexport default () => [name, next()];",
  'right.js':
    "import { next } from './count.js';\nexport const name = 'right';\nexport const say = () => [name, next()];",
  'late.js':
    "import { next } from './count.js';\nimport { say } from './right.js';\nexport const late = () => [say(), next()];",
  'one.js': [
    "import left, { name } from './left.js';",
    "import { say } from './right.js';",
    "const late = async () => (await import('./late.js')).late();",
    "const right = async () => (await import('./right.js')).say();",
    'export const one = async () => [name, left(), say(), await late(), await right()];',
  ].join('\n'),
  'two.js': "import { say } from './right.js';\nexport const two = () => say();",
  'three.js': "import left from './left.js';\nexport const three = () => left();",
};
const ENTRIES = ['one', 'two', 'three'];
const ANSWERS = [
  ['left', ['left', 1], ['right', 2], [['right', 3], 4], ['right', 5]],
  ['right', 6],
  ['left', 7],
];

async function filesOfBundle(name: string, together?: Bundled['together']): Promise<string[]> {
  const modules = Object.entries(MODULES).map(([file, text]) => [`dist/${file}`, `${text}\n`]);
  const folder = new FileFolder(join(directory, name), {
    'package.json': '{ "type": "module" }',
    ...Object.fromEntries(modules),
  });
  const entries = Object.fromEntries(ENTRIES.map((entry) => [entry, `dist/${entry}.js`]));
  await bundleForNode(folder.path('.'), { entries, external: [], together });
  return readdirSync(folder.path('dist/bundle')).filter((file) => file.endsWith('.js'));
}

/** In a process of its own: what Vitest imports at once, it may load twice. */
function answersOf(name: string): unknown {
  const urls = ENTRIES.map((entry) => pathToFileURL(join(directory, name, `dist/bundle/${entry}.js`)).href);
  const script = `
    const [{ one }, { two }, { three }] = await Promise.all(${JSON.stringify(urls)}.map((url) => import(url)));
    console.log(JSON.stringify([await one(), two(), three()]));`;
  return JSON.parse(execFileSync(process.execPath, ['--input-type=module', '--eval', script], { encoding: 'utf8' }));
}

test('files that are loaded together are one, and share what they did before', async () => {
  const apart = await filesOfBundle('apart');
  const joined = await filesOfBundle('joined', { both: ['one', 'two'] });
  expect(joined.length).toBeLessThan(apart.length);
  expect(joined.filter((file) => file.startsWith('chunk-'))).toEqual([]);
  expect(answersOf('apart')).toEqual(ANSWERS);
  expect(answersOf('joined')).toEqual(ANSWERS);
});

test('a joined file may have the name of an entry', async () => {
  expect(await filesOfBundle('named', { one: ['one'], two: ['two'] })).toContain('one.js');
  expect(answersOf('named')).toEqual(ANSWERS);
});

test('an entry that is not in the bundle is refused', async () => {
  await expect(filesOfBundle('unknown', { both: ['four'] })).rejects.toThrow('no entry four');
});
