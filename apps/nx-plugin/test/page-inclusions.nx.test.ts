import { execFileSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { NxWorkspace } from './nx-workspace.js';

const FILES: Readonly<Record<string, string>> = {
  'topicmill.yaml': 'sources: pages\ndocsRoot: docs\nsite: { generator: mdbook, inclusions: true }\n',
  'nx.json': '{ "analytics": false, "plugins": ["@topicmill/nx"], "affected": { "legacy": true } }\n',
  'package.json': '{ "name": "clay", "private": true }\n',
  '.gitignore': 'node_modules\n.nx\n.topicmill\n.embedding-cache\ntopics\n',
  'docs/SUMMARY.md': '- [Introduction](intro.md)\n- [Clay](guide/clay.md)\n',
  'docs/intro.md': '# Introduction\n\nSee this:\n\n{{#include ../examples/intro.txt}}\n',
  'docs/guide/clay.md': '# Clay\n\nSee this:\n\n{{#include ../../examples/clay.txt}}\n',
  'examples/intro.txt': 'One bowl.\n',
  'examples/clay.txt': 'One cup, with {{#include handle.txt}}.\n',
  'examples/handle.txt': 'one handle',
};

interface Commits {
  readonly workspace: NxWorkspace;
  /** Commits all, and gives the tasks that Nx runs for what the commit changed. */
  readonly affected: () => Promise<readonly string[]>;
}

/** A workspace of these files, committed and built. */
async function committed(files: Readonly<Record<string, string>>, prepare: (root: string) => void): Promise<Commits> {
  const created = NxWorkspace.create();
  const workspace = created.copy();
  created.remove('.');
  workspace.remove('docs');
  for (const [path, text] of Object.entries(files)) workspace.write(path, text);
  prepare(workspace.root);
  const git = (...args: readonly string[]): void => {
    const author = ['-c', 'user.name=A', '-c', 'user.email=a@example.org'];
    execFileSync('git', ['-C', workspace.root, ...author, ...args], { stdio: 'ignore' });
  };
  const affected = async (): Promise<readonly string[]> => {
    git('add', '-A');
    git('commit', '-m', 'Edited');
    return (await workspace.nx(['affected', '-t', 'index', '--base=HEAD~1', '--head=HEAD'])).ran;
  };
  git('init', '-b', 'main');
  git('add', '-A');
  git('commit', '-m', 'All');
  expect((await workspace.build()).status).toBe(0);
  return { workspace, affected };
}

it('an edited or deleted file affects the pages that include it, also by another file, in the docs root and below, and an edited page of the docs root its part', async () => {
  const { workspace, affected } = await committed(FILES, () => {});
  workspace.write('examples/intro.txt', 'Two bowls.\n');
  expect(await affected()).toEqual(['docs/.pages:index', 'docs:index']);
  expect(workspace.read('topics/intro/_chunks/intro-0.md')).toContain('Two bowls.');
  workspace.write('examples/handle.txt', 'two handles');
  expect(await affected()).toEqual(['docs:index', 'guide:index']);
  expect(workspace.read('topics/guide/clay/_chunks/clay-0.md')).toContain('One cup, with two handles.');
  workspace.write('examples/clay.txt', 'Two cups.\n');
  expect(await affected()).toEqual(['docs:index', 'guide:index']);
  workspace.remove('examples/clay.txt');
  expect(await affected()).toEqual(['docs:index', 'guide:index']);
  expect(workspace.read('topics/guide/clay/_chunks/clay-0.md')).not.toContain('Two cups.');
  workspace.edit('docs/intro.md', (text) => `${text}\nAnd more.\n`);
  expect(await affected()).toEqual(expect.arrayContaining(['docs/.pages:index', 'docs:index']));
}, 180_000);

it('a file affects the page that includes it through a folder that is a link', async () => {
  const files = {
    ...FILES,
    'docs/intro.md': '# Introduction\n\nSee this:\n\n{{#include ../linked/intro.txt}}\n',
  };
  const { workspace, affected } = await committed(files, (root) => symlinkSync('examples', join(root, 'linked')));
  expect(workspace.read('topics/intro/_chunks/intro-0.md')).toContain('One bowl.');
  workspace.write('examples/intro.txt', 'Two bowls.\n');
  expect(await affected()).toEqual(['docs/.pages:index', 'docs:index']);
  expect(workspace.read('topics/intro/_chunks/intro-0.md')).toContain('Two bowls.');
}, 180_000);
