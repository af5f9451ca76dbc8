import { expect, it } from 'vitest';
import { NxWorkspace } from './nx-workspace.js';

/** Enough for worker threads wherever there are two cores; half of them are too few on two cores. */
const TOPIC_COUNT = 160;

it('threads that share the topics of a build make what builds of a part of them make', async () => {
  const alone = NxWorkspace.create();
  const topics = Array.from({ length: TOPIC_COUNT }, (_, i) => `manual/machine-${i}`);
  topics.forEach((topic, i) => {
    const part = ['lever', 'pump', 'boiler', 'grinder', 'kettle'][i % 5]!;
    alone.write(
      `docs/${topic}/golden-reference.md`,
      `# Machine ${i}\n\nIts ${part} has the number ${i}.\n\n## The ${part} of machine ${i}\n\nOil the ${part} every ${1 + (i % 7)} days.\n`,
    );
  });
  const shared = alone.copy();
  for (const start of [0, TOPIC_COUNT / 2]) {
    const projects = topics.slice(start, start + TOPIC_COUNT / 2).join(',');
    expect(await alone.nx(['run-many', '-t', 'index', '-p', projects])).toMatchObject({ status: 0 });
  }
  expect((await alone.build()).status).toBe(0);
  const run = await shared.build();
  expect(run).toMatchObject({ status: 0, cached: [] });
  expect(run.ran).toHaveLength(TOPIC_COUNT + 9);
  expect(shared.docs()).toEqual(alone.docs());
  alone.remove('.');
}, 120_000);
