import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { threePages } from './three-pages.js';

it('an edited page runs the task of its folder, those of the folders above, and the docs root’s own', async () => {
  const workspace = threePages();
  const first = await workspace.build();
  expect([first.status, first.ran]).toEqual([0, ['docs/.pages:index', 'docs:authority', 'docs:index', 'guide:index']]);
  expect((await workspace.build()).ran).toEqual([]);
  workspace.edit('docs/guide/fire.md', (text) => `${text}\nThen faster.\n`);
  const edited = await workspace.build();
  expect(edited.ran).toEqual(['docs:authority', 'docs:index', 'guide:index']);
  expect(edited.output).toContain('2 topics (1 changed)');
  workspace.remove('docs/guide/clay.md');
  expect((await workspace.build()).ran).toEqual(['docs/.pages:index', 'docs:authority', 'docs:index', 'guide:index']);
  expect(existsSync(workspace.path('topics/guide/clay'))).toBe(false);
}, 180_000);
