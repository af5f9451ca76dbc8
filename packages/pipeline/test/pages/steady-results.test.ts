import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { buildDocs } from '../../src/docs-build/index.js';
import { pinKeywords } from '../../src/steps/index.js';
import { DocsRepo } from '../steps/docs-repo.js';

const SUBJECTS = [
  'kiln',
  'glaze',
  'clay',
  'wheel',
  'slip',
  'oxide',
  'cone',
  'bisque',
  'engobe',
  'stoneware',
  'grog',
  'raku',
];
const PIN = 'topicmill/keyword-shares.md';

/** Pages that share terms with some of the others, so that one more or less moves terms across a share limit. */
function page(at: number): string {
  const [own, next, third] = [0, 1, 3].map((step) => SUBJECTS[(at + step) % SUBJECTS.length]!);
  return `# The ${own}

Every ${own} needs a ${next}, and the ${next} needs care: a ${next} without care is lost. The ${own} is kept by a
${own}smith. See [the next one](page-${(at + 1) % SUBJECTS.length}.md).

## Care of the ${own}

Keep the ${own} dry, away from any ${third}: a ${third} and another ${third} spoil it in a night. A ${own}smith asks a
${own}smith.
`;
}

function pathOf(at: number): string {
  return `docs/${at < 6 ? 'first' : 'second'}/page-${at}.md`;
}

const FILES: Record<string, string> = Object.fromEntries([
  ['topicmill.yaml', 'sources: pages\nsite:\n  generator: docusaurus\n  url: https://kiln.example.org/\n'],
  ...SUBJECTS.map((_, at) => [pathOf(at), page(at)]),
]);
/** Uses words that one page alone uses. */
const ADDED = `# One more

A kilnsmith, a kilnsmith and a kilnsmith meet a glazesmith, a glazesmith and a glazesmith.
`;

function pinned(): Promise<DocsRepo> {
  return DocsRepo.madeOnce('pinned-pages', async () => {
    const repo = new DocsRepo(FILES);
    pinKeywords(repo.open());
    await repo.build();
    return repo;
  });
}

function unpinned(): Promise<DocsRepo> {
  return DocsRepo.madeOnce('unpinned-pages', async () => {
    const repo = new DocsRepo(FILES);
    await repo.build();
    return repo;
  });
}

/** The folders of results in which files change by an edit, without the indexes above, with the number of files. */
async function changedFiles(repo: DocsRepo, edit: () => void): Promise<Record<string, number>> {
  const before = repo.files('topics');
  edit();
  await repo.build();
  const after = repo.files('topics');
  const changed = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (path) => before[path] !== after[path],
  );
  const counts: Record<string, number> = {};
  for (const path of changed) {
    const folder = /^(?:first|second)\/page-\d+|^new/.exec(path)?.[0] ?? path;
    counts[folder] = (counts[folder] ?? 0) + 1;
  }
  return counts;
}

it('a page that is added changes its own results, the indexes above it and the docs root’s files', async () => {
  const repo = await pinned();
  const changed = await changedFiles(repo, () => repo.write('docs/new.md', ADDED));
  expect(changed).toEqual({ new: 5, 'index.json': 1, 'related.json': 1 });
});

it('without a pin it changes keywords of other pages, which is what a pin is for', async () => {
  const repo = await unpinned();
  const changed = await changedFiles(repo, () => repo.write('docs/new.md', ADDED));
  expect(Object.keys(changed).filter((folder) => folder.includes('/page-')).length).toBeGreaterThan(0);
});

it('without a pin, any pages may change their words: the keyword step runs in pages of whose terms the shares change, and all is as in a clean build', async () => {
  const at = fc.nat(SUBJECTS.length - 1);
  const edits = fc.uniqueArray(fc.record({ at, subjects: fc.array(at, { minLength: 1, maxLength: 3 }) }), {
    minLength: 1,
    maxLength: 6,
    selector: (edit) => edit.at,
  });
  const current: string[] = [];
  await fc.assert(
    fc.asyncProperty(edits, async (changes) => {
      const changed = changes.map(({ at, subjects }) => {
        const words = subjects.map((each) => `${SUBJECTS[each]!} `.repeat(3)).join('; ');
        return [pathOf(at), `${page(at)}\n${words}\n`] as const;
      });
      const repo = await unpinned();
      for (const [path, text] of changed) repo.write(path, text);
      current.push(...(await repo.build()).current.filter((step) => step.endsWith(':keywords')));
      const clean = new DocsRepo({ ...FILES, ...Object.fromEntries(changed) });
      await clean.build();
      expect(repo.files('topics')).toEqual(clean.files('topics'));
      expect((await repo.build()).ran).toEqual([]);
    }),
    { numRuns: 12 },
  );
  expect(current).not.toEqual([]);
});

it('a page that is removed changes pages with links to it, in what says where links lead', async () => {
  const repo = await pinned();
  const changed = await changedFiles(repo, () => repo.remove('docs/second/page-8.md'));
  // The index of the docs root counts what is below it. Of page 7 it is the chunks manifest, which has a link to page 8.
  expect(changed).toEqual({
    'second/page-8': 6,
    'second/page-7': 1,
    'second/index.json': 1,
    'index.json': 1,
    'related.json': 1,
  });
});

it('a page that is renamed changes the same at both places', async () => {
  const repo = await pinned();
  const changed = await changedFiles(repo, () => repo.move('docs/second/page-8.md', 'docs/second/page-88.md'));
  expect(changed).toEqual({
    'second/page-8': 6,
    'second/page-88': 6,
    'second/page-7': 1,
    'second/index.json': 1,
    'related.json': 1,
  });
});

it('a pin has no date, is the same for the same pages, and is what a build without one computes', async () => {
  const repo = new DocsRepo(FILES);
  await repo.build();
  const computed = repo.files('topics');
  const report = pinKeywords(repo.open());
  expect(report).toMatchObject({ path: PIN, isChanged: true, drift: undefined });
  expect(pinKeywords(repo.open()).isChanged).toBe(false);
  expect(repo.read(PIN)).not.toMatch(/\d{4}-\d\d|\d\d:\d\d/);
  expect((await repo.build()).diagnostics).toEqual([]);
  expect(repo.files('topics')).toEqual(computed);
});

it('a build says that a pin has drifted, and a new pin ends it', async () => {
  const repo = await pinned();
  for (let at = 0; at < 30; at++) repo.write(`docs/tea/${at}.md`, '# Tea\n\nTea, and more tea.\n');
  const build = await repo.build();
  expect(build.diagnostics).toMatchObject([{ code: 'KEYWORD_SHARES_DRIFTED', severity: 'warning', file: PIN }]);
  expect(pinKeywords(repo.open(), true).drift!.changedCount).toBeGreaterThan(0);
  pinKeywords(repo.open());
  expect((await repo.build()).diagnostics).toEqual([]);
});

it('a pin that cannot be read fails the build with its line, and pinning replaces it', async () => {
  const repo = await pinned();
  repo.edit(PIN, (text) => `${text}<<<<<<< ours\n| term |\n`);
  const build = await repo.build();
  expect(build.diagnostics).toMatchObject([{ code: 'AUTHORITY_FILE_INVALID', file: PIN }]);
  expect(pinKeywords(repo.open())).toMatchObject({ isChanged: true });
  expect((await repo.build()).failed).toEqual([]);
});

it('two branches that each add and edit a page, with committed results, are mended by one build after the merge', async () => {
  const repo = await pinned();
  const git = (...args: string[]): string =>
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@b.c', ...args], { cwd: repo.root, encoding: 'utf8' });
  const build = async (): Promise<void> => {
    const { folders } = await buildDocs(repo.open(), {});
    expect(folders.filter(({ outcome }) => outcome !== 'built')).toEqual([]);
  };
  const commitBuilt = async (message: string): Promise<void> => {
    await build();
    git('add', '-A');
    git('commit', '-qm', message);
  };
  repo.write('.gitignore', '.topicmill\n.embedding-cache\n');
  git('init', '-q', '-b', 'main');
  await commitBuilt('base');
  git('checkout', '-qb', 'one');
  repo.write('docs/first/one.md', '# One\n\nA kiln of one.\n');
  repo.edit('docs/first/page-1.md', (text) => `${text}\nMore of one.\n`);
  await commitBuilt('one');
  git('checkout', '-q', 'main');
  git('checkout', '-qb', 'two');
  repo.write('docs/first/two.md', '# Two\n\nA kiln of two.\n');
  repo.edit('docs/first/page-2.md', (text) => `${text}\nMore of two.\n`);
  await commitBuilt('two');
  try {
    git('merge', '-q', '--no-edit', 'one');
  } catch {
    const conflicts = git('diff', '--name-only', '--diff-filter=U').trim().split('\n');
    expect(conflicts.filter((path) => !/^topics\/(?:first\/index|index|related)\.json$/.test(path))).toEqual([]);
  }
  await build();
  const merged = repo.files('topics');
  expect(Object.values(merged).join('')).not.toContain('<<<<<<<');
  for (const folder of ['topics', '.topicmill']) repo.remove(folder);
  await build();
  expect(repo.files('topics')).toEqual(merged);
});
