import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { NxWorkspace } from './nx-workspace.js';

it('an edited page runs its task, those of the folders above, and the docs root’s own', async () => {
  const created = NxWorkspace.create();
  const workspace = created.copy();
  created.remove('.');
  workspace.remove('docs');
  workspace.write('topicmill.yaml', 'sources: pages\nsite: { generator: none }\n');
  workspace.write('package.json', '{ "name": "clay", "private": true }\n');
  workspace.write('docs/intro.md', '# Introduction\n\nSee [clay](guide/clay.md).\n');
  workspace.write('docs/guide/clay.md', '# Clay\n\nStoneware.\n');
  workspace.write('docs/guide/fire.md', '# Fire\n\nSlowly.\n');
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
