import { expect, it, onTestFinished, vi } from 'vitest';
import { openWorkspace } from '../../src/workspace/index.js';
import { DocsRepo } from './docs-repo.js';

const TOPIC = '# T\n\nText.\n';

function topicsOf(files: Readonly<Record<string, string>>): string[] {
  const repo = new DocsRepo(files);
  const { tree } = openWorkspace(repo.root, { env: {} });
  return [...tree.values()]
    .filter(({ isTopic }) => isTopic)
    .map(({ id }) => id)
    .sort();
}

const TOPICS = Object.fromEntries(
  ['a/x', 'a/y', 'b/drafts/z', 'b/drafts'].map((id) => [`docs/${id}/golden-reference.md`, TOPIC]),
);

it.each([
  ['a folder anywhere', { '.gitignore': 'drafts/\n' }, ['a/x', 'a/y']],
  ['a path from the root', { '.gitignore': '/docs/a/x\n' }, ['a/y', 'b/drafts', 'b/drafts/z']],
  ['a path from the folder of the file', { 'docs/.gitignore': '/a/*\n!/a/x\n' }, ['a/x', 'b/drafts', 'b/drafts/z']],
  ['a path that Nx leaves out', { '.nxignore': 'docs/b\n' }, ['a/x', 'a/y']],
  [
    'nothing that is taken back inside a folder left out',
    { '.gitignore': 'docs/b/\n!docs/b/drafts/\n' },
    ['a/x', 'a/y'],
  ],
  [
    'nothing that a file further down takes back',
    { '.gitignore': 'drafts\n', 'docs/b/.gitignore': '!drafts\n' },
    ['a/x', 'a/y', 'b/drafts', 'b/drafts/z'],
  ],
  ['the references alone', { 'docs/b/.gitignore': 'golden-reference.md\n' }, ['a/x', 'a/y']],
  [
    'outputs, which are not topics',
    { '.gitignore': '_chunks\nindex.json\n' },
    ['a/x', 'a/y', 'b/drafts', 'b/drafts/z'],
  ],
])('what git leaves out is not a topic: %s', (_case, ignoreFiles, expected) => {
  expect(topicsOf({ ...TOPICS, ...ignoreFiles })).toEqual(expected);
});

it('what git leaves out without a file in the repository is not a topic: for one repository, and for one person', () => {
  expect(topicsOf({ ...TOPICS, '.git/info/exclude': 'docs/a/\n' })).toEqual(['b/drafts', 'b/drafts/z']);
  const worktree = { '.git': 'gitdir: main/.git/worktrees/here\n', 'main/.git/worktrees/here/commondir': '../..\n' };
  expect(topicsOf({ ...TOPICS, ...worktree, 'main/.git/info/exclude': 'drafts\n' })).toEqual(['a/x', 'a/y']);

  const home = new DocsRepo({ '.config/git/ignore': 'drafts/\n', excludes: 'a\n' });
  vi.stubEnv('HOME', home.root);
  vi.stubEnv('USERPROFILE', home.root);
  vi.stubEnv('XDG_CONFIG_HOME', '');
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
  expect(topicsOf(TOPICS)).toEqual(['a/x', 'a/y']);
  expect(topicsOf({ ...TOPICS, '.gitignore': '!drafts/\n' })).toEqual(['a/x', 'a/y', 'b/drafts', 'b/drafts/z']);
  home.write('.gitconfig', '[core]\n\texcludesFile = ~/excludes\n');
  expect(topicsOf(TOPICS)).toEqual(['b/drafts', 'b/drafts/z']);
});

it('names that a repository around the workspace leaves out are not topics', () => {
  const around = new DocsRepo({ '.gitignore': '*.log\ndrafts/\nb/c/\n', '.git/HEAD': '' });
  const repo = new DocsRepo({ ...TOPICS, 'docs/b/c/golden-reference.md': TOPIC }, around.root);
  const ids = [...openWorkspace(repo.root, { env: {} }).tree.values()].filter(({ isTopic }) => isTopic);
  expect(ids.map(({ id }) => id).sort()).toEqual(['a/x', 'a/y', 'b/c']);
});

it('the files count from the root of the repository on, wherever the docs root lies', () => {
  const files = {
    'topicmill.yaml': 'docsRoot: site/docs\n',
    '.gitignore': 'site/docs/a\n',
    'site/.gitignore': 'docs/b\n',
    'site/docs/a/golden-reference.md': TOPIC,
    'site/docs/b/golden-reference.md': TOPIC,
    'site/docs/c/golden-reference.md': TOPIC,
  };
  expect(topicsOf(files)).toEqual(['c']);
});
