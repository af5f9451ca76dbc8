import { describe, expect, it } from 'vitest';
import { sampleRepo } from './docs-repo.js';

describe('topicmill build --shard', () => {
  it('refuses a part that does not exist, and files as well as a part', async () => {
    const repo = sampleRepo();
    expect(await repo.run('build', '--shard', '5/4')).toMatchObject({
      exitCode: 2,
      err: expect.stringContaining('like 2/4'),
    });
    expect(await repo.run('build', '--shard', '1/4', 'docs/bread')).toMatchObject({
      exitCode: 2,
      err: expect.stringContaining('name no files'),
    });
  });

  it('builds its part alone', async () => {
    const repo = sampleRepo();
    expect((await repo.run('build', '--shard', '1/1')).exitCode).toBe(0);
    expect(repo.has('docs/bread/index.json')).toBe(true);
    expect(repo.has('docs/index.json')).toBe(false);
  });
});
