import { symlinkSync } from 'node:fs';
import { expect, it } from 'vitest';
import { NxWorkspace } from './nx-workspace.js';

const { built } = await NxWorkspace.built();

it('a linked reference fails its own topic alone, and in a clone the outputs of a deleted topic are removed', async () => {
  const repo = built.copy();
  const before = repo.docs();
  repo.remove('.topicmill');
  repo.remove('docs/garden/compost/golden-reference.md');
  repo.write('outside.md', '# Outside\n\nxyzzy\n');
  repo.write('docs/garden/linked/notes.txt', '');
  symlinkSync('../../../outside.md', repo.path('docs/garden/linked/golden-reference.md'));
  const { status, output } = await repo.build();
  expect(status).toBe(1);
  expect(output).toContain('docs/garden/linked error LINK_NOT_FOLLOWED');
  expect(output).toMatch(/removed \d+ files in docs\/garden\/compost$/m);
  expect(output).not.toMatch(/docs(?!\/garden\/linked)\S* error/);
  const after = repo.docs();
  expect(Object.entries(after).filter(([, text]) => text.includes('xyzzy'))).toEqual([]);
  // What people wrote.
  expect(Object.keys(after).filter((path) => path.startsWith('garden/compost/'))).toEqual([
    'garden/compost/topic-spec.md',
  ]);
  expect(after['brewing/index.json']).toBe(before['brewing/index.json']);
  expect(after['index.json']).not.toContain('compost');
}, 180_000);

it('a linked docs root is refused by its name', async () => {
  const repo = built.copy();
  repo.move('docs', 'real');
  symlinkSync('real', repo.path('docs'));
  const { status, output } = await repo.build();
  expect(status).not.toBe(0);
  expect(output).toContain('docs error LINK_NOT_FOLLOWED');
  expect(output).not.toContain('SOURCE_CHANGED');
}, 180_000);
