import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FileFolder } from '@topicmill/test-support/file-folder';
import { expect, it } from 'vitest';
import { buildDirectly, commandsOf } from '../src/repositories/commands.js';
import {
  besideItsPage,
  drawDiagnostics,
  drawOfEachCode,
  type FoundDiagnostic,
} from '../src/repositories/draw-diagnostics.js';
import { changePages } from '../src/repositories/page-changes.js';
import { compareAddresses } from '../src/repositories/published-addresses.js';
import { comparePaths, pathOfAddress, publishedPaths } from '../src/repositories/published-paths.js';
import { steadyIds } from '../src/repositories/steady-ids.js';
import { pageOf, tryRepository } from '../src/repositories/try-repository.js';

function folderWith(files: Readonly<Record<string, string>>): string {
  return new FileFolder(mkdtempSync(join(tmpdir(), 'repositories-')), files).root;
}

function found(line: number, code: 'UNCLOSED_FENCE' | 'HEADING_LEVEL_JUMP' = 'UNCLOSED_FENCE'): FoundDiagnostic {
  const diagnostic = {
    severity: 'warning',
    code,
    message: 'Open.',
    file: 'a.md',
    line,
    remedy: '',
  } as const;
  return { repository: 'tea', diagnostic };
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

it('diagnostics are drawn the same for the same seed, and shown next to the lines that they speak of', () => {
  const all = Array.from({ length: 50 }, (_, at) => found(at + 1));
  const drawn = drawDiagnostics(all, 5, 7);
  expect(drawn).toEqual(drawDiagnostics(all, 5, 7));
  expect(drawn).not.toEqual(drawDiagnostics(all, 5, 8));
  expect(besideItsPage(found(2), 'one\n```\nthree\n')).toContain('     1 one\n>    2 ```\n     3 three');
});

it('of each code as many are drawn, so that what is rare is among them', () => {
  const all = Array.from({ length: 50 }, (_, at) => found(at + 1, at === 30 ? 'HEADING_LEVEL_JUMP' : 'UNCLOSED_FENCE'));
  const drawn = drawOfEachCode(all, 3, 7);
  expect(drawn.map(({ diagnostic: { code } }) => code)).toEqual([
    'HEADING_LEVEL_JUMP',
    ...Array(3).fill('UNCLOSED_FENCE'),
  ]);
  expect(drawn).toEqual(drawOfEachCode(all, 3, 7));
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

it('a diagnostic of a folder, or of a file that is gone, has no page next to it', () => {
  const folder = folderWith({ 'guide/a.md': '# A\n' });
  const textOf = (file: string): string | undefined => pageOf(folder, { ...found(1).diagnostic, file });
  expect(['guide/a.md', 'guide', 'gone.md'].map(textOf)).toEqual(['# A\n', undefined, undefined]);
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

const TEAS = {
  'docs/index.md': '# Teas\n\nOf all kinds.\n',
  'docs/hot/green.md': '# Green\n\nIt is steamed.\n',
  'docs/hot/index.md': '# Hot\n\nSee [green tea](green.md).\n',
  'docs/cold/index.md': '# Iced\n\nWith [green tea](../hot/green.md).\n',
  'docs/water/index.md': '# Water\n\nNo tea at all.\n',
};

it('of the files that a change to one page changes, its own, those above, those that link to it and others are counted', () => {
  const { clone } = cloneWith(TEAS);
  const [copy, commands] = [temporaryCopy(), commandsOf(undefined)];
  tryRepository(clone, copy, commands);
  const build = () => buildDirectly(commands.topicmill, copy);
  const changes = changePages(copy, build, 5, 1);
  expect(changes.flatMap(({ others }) => others)).toEqual([]);
  expect(changes.map(({ change, linkingCount }) => [change, linkingCount > 0])).toEqual([
    ['edited', false],
    ['added', false],
    ['renamed', true],
    ['deleted', false],
  ]);
  expect(changes.every(({ ownCount, aboveCount, exit }) => ownCount > 0 && aboveCount > 0 && exit === 0)).toBe(true);
});

it('a file of a page that has nothing to do with the change is among the others', () => {
  const { clone } = cloneWith({ 'docs/tea.md': '# Tea\n\nHot.\n', 'docs/index.md': '# Drinks\n\nAll of them.\n' });
  const copy = temporaryCopy();
  tryRepository(clone, copy, commandsOf(undefined));
  const build = () => {
    writeFileSync(join(copy, 'topics/stray.md'), `${performance.now()}`);
    mkdirSync(join(copy, 'topics/stray'), { recursive: true });
    writeFileSync(join(copy, 'topics/stray/index.json'), `${performance.now()}`);
    return { exit: 0, seconds: 0 };
  };
  expect(changePages(copy, build, 1, 1).map(({ others, aboveCount }) => [others, aboveCount])).toEqual(
    Array(4).fill([['stray/index.json'], 1]),
  );
});

it('chunk ids of sections that an edit leaves as they are do not change', async () => {
  const section = (name: string): string => `## ${name}\n\n${'Leaves are dried slowly. '.repeat(40)}\n`;
  const page = `# Green\n\nTea.\n\n${['Picking', 'Steaming', 'Rolling', 'Drying', 'Sorting'].map(section).join('\n')}`;
  const { clone } = cloneWith({ 'docs/green.md': page, 'docs/small.md': '# Small\n\nTea.\n' });
  const copy = temporaryCopy();
  tryRepository(clone, copy, commandsOf(undefined));
  const { pageCount, kinds, editCount, sectionCount, changed } = await steadyIds(copy, 10, 1);
  expect([pageCount, kinds.size >= 20, editCount, changed]).toEqual([1, true, kinds.size, []]);
  expect(sectionCount).toBeGreaterThan(editCount * 4);
});
