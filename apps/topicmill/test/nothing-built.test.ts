import { describe, expect, it } from 'vitest';
import { sampleRepo } from './docs-repo.js';

describe('docs of which nothing was built', () => {
  it.each([
    ['query', 'tea'],
    ['context', 'tea'],
    ['serve', '--port', '0'],
  ])('%s ends with 1 and says what to do, each time, and writes no index', async (...args) => {
    const repo = sampleRepo();
    for (const time of ['first', 'second']) {
      const { exitCode, out, err } = await repo.run(...args);
      expect([time, exitCode, out]).toEqual([time, 1, '']);
      expect(err).toContain('DOCS_NOT_BUILT');
      expect(err).toContain('npx topicmill build');
    }
    expect(repo.has('.topicmill/search')).toBe(false);
  });

  it('is found as soon as it is built, by whoever asked before', async () => {
    const repo = sampleRepo();
    expect((await repo.run('query', 'tea')).exitCode).toBe(1);
    await repo.build();
    expect(await repo.run('query', 'tea')).toMatchObject({ exitCode: 0, out: expect.stringContaining('drinks/tea') });
  });
});
