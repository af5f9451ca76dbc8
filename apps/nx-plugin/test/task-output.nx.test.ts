import { expect, it } from 'vitest';
import { NxWorkspace } from './nx-workspace.js';

const SEEDS = 'docs/brewing/pour-over/golden-reference.md';

it('a run of one task says every warning once and ends with figures; an answer from the cache repeats neither, and says that there are some', async () => {
  const created = NxWorkspace.create();
  const repo = created.copy();
  created.remove('.');
  repo.edit(SEEDS, (text) => `${text}\n## Last\n\n~~~js\nlet open;\n`);
  const first = await repo.nx(['run', 'brewing/pour-over:index']);
  expect(first.status).toBe(0);
  expect(first.output.match(/UNCLOSED_FENCE/g)).toHaveLength(1);
  expect(first.output).not.toContain('unchanged topic');
  expect(first.output).toMatch(/^0 errors and 1 warning in 1 file\n1 topic \(1 changed\), \d+ chunks?, /m);
  const second = await repo.nx(['run', 'brewing/pour-over:index']);
  expect(second).toMatchObject({ status: 0, ran: [] });
  expect(second.output).not.toMatch(/UNCLOSED_FENCE|\d topics? \(/);
  expect(second.output).toContain('topicmill: 1 unchanged topic has warnings; list them with: npx topicmill build\n');
  repo.write(SEEDS, '---\ntitle: Nothing\n---\n');
  const failed = await repo.nx(['run', 'brewing/pour-over:index']);
  expect(failed.status).toBe(1);
  expect(failed.output).toMatch(/^0 topics|^1 topic/m);
});
