import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FileFolder } from '@topicmill/test-support/file-folder';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { detectSite, findConfigs } from '../../src/site-config/index.js';
import { evaluateConfig } from '../../src/site-evaluation/index.js';
import { diskView } from '../site-config/folder-views.js';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'topicmill-evaluate-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(files: Readonly<Record<string, string>>): void {
  new FileFolder(root, files);
}

async function evaluated(timeoutMs?: number) {
  const view = diskView(root);
  const [config] = findConfigs(view);
  const value = await evaluateConfig(root, config!, timeoutMs === undefined ? {} : { timeoutMs });
  return detectSite(view, config!, value);
}

it('gives what only running the code gives: TypeScript, functions, rewrites by function', async () => {
  const code = `
    import { readFileSync } from 'node:fs';
    const base: string = readFileSync(new URL('./base.txt', import.meta.url), 'utf8').trim();
    console.log('noise on standard output');
    export default async () => ({
      base,
      rewrites: (id: string) => id.replace(/^(?:old|linked)\\//, 'new/'),
      themeConfig: { sidebar: ['a', 'b'].map((name) => ({ link: '/guide/' + name })) },
      markdown: { config: (md: unknown) => md },
    });
  `;
  write({
    'docs/.vitepress/config.mts': code,
    'docs/.vitepress/base.txt': '/x/\n',
    'docs/old/a.md': '',
    'docs/guide/a.md': '',
  });
  symlinkSync(join(root, 'docs/old'), join(root, 'docs/linked'), 'junction');
  expect(await evaluated()).toMatchObject({
    unread: [],
    roots: [
      {
        docsRoot: 'docs',
        site: {
          generator: 'vitepress',
          url: '/x/',
          rewrites: { 'old/a.md': 'new/a.md' },
          order: ['guide/a', 'guide/b'],
        },
      },
    ],
  });
});

it('notes what Starlight is given, whether it is installed or not', async () => {
  const code = `
    import starlight from '@astrojs/starlight';
    const slugs = ['b', 'a'];
    export default { site: 'https://example.org', integrations: [starlight({ title: 'X', sidebar: slugs.map((slug) => ({ slug })) })] };
  `;
  write({ 'astro.config.mjs': code, 'src/content/docs/a.md': '' });
  expect(await evaluated()).toMatchObject({ roots: [{ docsRoot: 'src/content/docs', site: { order: ['b', 'a'] } }] });
});

it.each([
  ['throws', "throw new Error('no network here');", /no network here/],
  [
    'needs a package that is not installed',
    "import 'not-installed-anywhere'; export default {};",
    /not-installed-anywhere/,
  ],
  ['exports no object', 'export default 1;', /exports no object/],
  ['ends the process', 'process.exit(3);', /exit code 3/],
])('fails when the configuration %s', async (_, code, message) => {
  write({ 'docusaurus.config.js': code });
  await expect(evaluated()).rejects.toMatchObject({
    code: 'SITE_CONFIG_FAILED',
    message: expect.stringMatching(message),
  });
});

it('does not wait forever', async () => {
  write({ 'docusaurus.config.js': 'await new Promise(() => setInterval(() => {}, 1000)); export default {};' });
  await expect(evaluated(3_000)).rejects.toMatchObject({
    code: 'SITE_CONFIG_FAILED',
    message: expect.stringContaining('3 s'),
  });
});
