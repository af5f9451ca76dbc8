import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { NxWorkspace } from './nx-workspace.js';
import { threePages } from './three-pages.js';

/** `topicmill build`, without Nx. */
function build({ root }: NxWorkspace, ...args: readonly string[]): void {
  const command = join(root, 'node_modules/topicmill/bin/topicmill.js');
  execFileSync(process.execPath, [command, 'build', ...args], { cwd: root, stdio: 'pipe' });
}

it('one folder by itself runs the steps of its edited page, with the bytes that it has without Nx', async () => {
  const withNx = threePages();
  expect((await withNx.build()).status).toBe(0);
  const without = withNx.copy();
  for (const workspace of [withNx, without]) workspace.edit('docs/guide/fire.md', (text) => `${text}\nThen faster.\n`);
  const { status, ran, output } = await withNx.nx(['run', 'guide:index']);
  expect([status, ran]).toEqual([0, ['guide:index']]);
  expect(output).toContain('topics/guide/fire chunk');
  expect(output).not.toContain('topics/guide/clay chunk');
  build(without, 'docs/guide/fire.md');
  expect(withNx.filesBelow('topics/guide')).toEqual(without.filesBelow('topics/guide'));
  expect(withNx.read('topics/guide/fire/_chunks/fire-0.md')).toContain('Then faster.');
}, 180_000);

it('without results and states puts everything back from the cache, also that of an earlier text', async () => {
  const workspace = threePages();
  expect((await workspace.build()).status).toBe(0);
  const first = workspace.filesBelow('topics');
  const text = workspace.read('docs/guide/fire.md');
  workspace.write('docs/guide/fire.md', `${text}\nThen faster.\n`);
  expect((await workspace.build()).status).toBe(0);
  const second = workspace.filesBelow('topics');
  for (const path of ['.topicmill', 'topics']) workspace.remove(path);
  const restored = await workspace.build();
  expect([restored.status, restored.ran]).toEqual([0, []]);
  expect(workspace.filesBelow('topics')).toEqual(second);
  workspace.write('docs/guide/fire.md', text);
  const undone = await workspace.build();
  expect([undone.status, undone.ran]).toEqual([0, []]);
  expect(undone.output).not.toContain('rebuilt');
  expect(workspace.filesBelow('topics')).toEqual(first);
}, 180_000);

it('a page that cannot be built fails its task alone: the others of its folder are built, published and indexed', async () => {
  const workspace = threePages();
  workspace.write('docs/guide/kiln.md', 'Nothing but \0.\n');
  const first = await workspace.build();
  expect(first.status).toBe(1);
  expect(first.output).toContain('docs/guide/kiln.md:1 error NOT_TEXT');
  expect(first.output).toMatch(/Failed tasks:\s+- guide:index\s*\n\n/);
  const listed = (): string[] => {
    const index = JSON.parse(workspace.read('topics/guide/index.json')) as { _embedded: { topics: { id: string }[] } };
    return index._embedded.topics.map(({ id }) => id);
  };
  expect(listed()).toEqual(['guide/clay', 'guide/fire']);
  const again = await workspace.build();
  expect([again.status, again.ran]).toEqual([1, ['guide:index']]);
  expect(again.output).toContain('3 topics (0 changed), 1 folder not built');
  workspace.write('docs/guide/kiln.md', '# Kiln\n\nOf bricks.\n');
  const mended = await workspace.build();
  expect(mended.status).toBe(0);
  expect(mended.output).not.toContain('topics/guide/clay chunk');
  expect(listed()).toEqual(['guide/clay', 'guide/fire', 'guide/kiln']);
}, 180_000);
