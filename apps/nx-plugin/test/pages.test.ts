import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { NxWorkspace } from './nx-workspace.js';

/** A workspace of three pages. */
function threePages(): NxWorkspace {
  const created = NxWorkspace.create();
  const workspace = created.copy();
  created.remove('.');
  workspace.remove('docs');
  workspace.write('topicmill.yaml', 'sources: pages\nsite: { generator: none }\n');
  workspace.write('package.json', '{ "name": "clay", "private": true }\n');
  workspace.write('docs/intro.md', '# Introduction\n\nSee [clay](guide/clay.md).\n');
  workspace.write('docs/guide/clay.md', '# Clay\n\nStoneware.\n');
  workspace.write('docs/guide/fire.md', '# Fire\n\nSlowly.\n');
  return workspace;
}

/** `topicmill build`, without Nx. */
function build({ root }: NxWorkspace, ...args: readonly string[]): void {
  const command = join(root, 'node_modules/topicmill/bin/topicmill.js');
  execFileSync(process.execPath, [command, 'build', ...args], { cwd: root, stdio: 'pipe' });
}

it('an edited page runs its task, those of the folders above, and the docs root’s own', async () => {
  const workspace = threePages();
  const first = await workspace.build();
  expect([first.status, first.ran]).toEqual([
    0,
    ['docs:authority', 'docs:index', 'guide/clay:index', 'guide/fire:index', 'guide:index', 'intro:index'],
  ]);
  expect((await workspace.build()).ran).toEqual([]);
  workspace.edit('docs/guide/fire.md', (text) => `${text}\nThen faster.\n`);
  expect((await workspace.build()).ran).toEqual(['docs:authority', 'docs:index', 'guide/fire:index', 'guide:index']);
  workspace.remove('docs/guide/clay.md');
  expect((await workspace.build()).ran).toEqual(['docs:authority', 'docs:index', 'guide:index', 'intro:index']);
  expect(existsSync(workspace.path('topics/guide/clay'))).toBe(false);
}, 60_000);

it('one page by itself is one task, and has the bytes that it has without Nx', async () => {
  const withNx = threePages();
  build(withNx);
  const without = withNx.copy();
  for (const workspace of [withNx, without]) workspace.edit('docs/guide/fire.md', (text) => `${text}\nThen faster.\n`);
  const { status, ran } = await withNx.nx(['run', 'guide/fire:index']);
  expect([status, ran]).toEqual([0, ['guide/fire:index']]);
  build(without, 'docs/guide/fire.md');
  expect(withNx.filesBelow('topics/guide/fire')).toEqual(without.filesBelow('topics/guide/fire'));
  expect(withNx.read('topics/guide/fire/_chunks/fire-0.md')).toContain('Then faster.');
}, 60_000);
