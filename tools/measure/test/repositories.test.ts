import { spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FileFolder } from '@topicmill/test-support/file-folder';
import { expect, it } from 'vitest';
import { commandsOf } from '../src/repositories/commands.js';
import {
  compareAddresses,
  comparePaths,
  pathOfAddress,
  publishedPaths,
  tryRepository,
} from '../src/repositories/repositories.js';

function folderWith(files: Readonly<Record<string, string>>): string {
  return new FileFolder(mkdtempSync(join(tmpdir(), 'repositories-')), files).root;
}

it('a built site has the pages of its sitemap, else its HTML files without redirects and what generators make', () => {
  const page = '<html><body>Tea</body></html>';
  const html = { 'index.html': page, 'green/index.html': page, 'black.html': page, '404.html': page };
  const redirect = { 'old.html': '<html><head><meta http-equiv="refresh" content="0; url=/green/"></head></html>' };
  const built = publishedPaths(folderWith({ ...html, ...redirect }));
  expect(comparePaths(built, new Set(['', 'black']), '')).toEqual({ published: 3, missing: ['green'], extra: [] });
  expect(comparePaths(built, new Set(['', 'black', 'green', '404']), '').extra).toEqual([]);
  const sitemap =
    '<urlset><url><loc>https://x.org/base/gr%C3%BCn/</loc></url><url><loc>https://x.org/base/a&#43;b/</loc></url><url><loc>https://x.org/base/</loc></url></urlset>';
  const published = publishedPaths(folderWith({ ...html, 'sitemap.xml': sitemap }));
  expect(comparePaths(published, new Set(['base/grün', 'base/a+b', 'base/more']), 'base')).toEqual({
    published: 3,
    missing: [''],
    extra: ['more'],
  });
  expect(pathOfAddress('https://x.org/a/index.html#b')).toBe('a');
});

/** A repository for MkDocs in which everything is committed. */
function cloneWith(files: Readonly<Record<string, string>>): { clone: string; git: (...args: string[]) => string } {
  const clone = folderWith({ 'mkdocs.yml': 'site_url: https://x.org/base/\n', ...files });
  const git = (...args: string[]): string => spawnSync('git', args, { cwd: clone, encoding: 'utf8' }).stdout;
  git('init', '--quiet');
  git('add', '.');
  git('-c', 'user.name=x', '-c', 'user.email=x@example.org', 'commit', '--quiet', '-m', 'Tea');
  return { clone, git };
}

function temporaryCopy(): string {
  return join(mkdtempSync(join(tmpdir(), 'repositories-')), 'copy');
}

it('a repository is set up and built as a user would, and the clone stays as it is', () => {
  const { clone, git } = cloneWith({ 'docs/green.md': '# Green\n\nTea.\n' });
  const tried = tryRepository(clone, temporaryCopy(), commandsOf(undefined));
  expect(tried).toMatchObject({
    generators: ['mkdocs'],
    exits: [0, 0, 0],
    topicCount: 1,
    changedAgain: 0,
    base: 'base',
  });
  expect(tried.changedFiles).toEqual(['.gitignore', 'topicmill.yaml', 'topicmill/keyword-shares.md']);
  expect([...tried.paths]).toEqual(['base/green']);
  expect(git('status', '--porcelain')).toBe('');
});

it('an address of a chunk is found if the built site has its page and its id', () => {
  const html = '<h2 id="green">Green</h2><a name="black"></a><p id="gr%C3%BCn">';
  const built = folderWith({ 'index.html': html, 'tea/index.html': html, 'pot.html': html });
  const found = ['/base/#green', '/base/tea/#black', '/base/pot#green', 'https://x.org/base/tea', '/base/pot.html'];
  expect(compareAddresses(built, found, 'base')).toEqual({ checked: 5, withoutPage: [], withoutId: [] });
  const wrong = ['/base/cup/#green', '/base/tea/#white', '/base/tea/#Green'];
  expect(compareAddresses(built, wrong, 'base')).toEqual({
    checked: 3,
    withoutPage: ['/base/cup/#green'],
    withoutId: ['/base/tea/#white', '/base/tea/#Green'],
  });
});
