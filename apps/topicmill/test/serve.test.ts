import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sampleRepo } from './docs-repo.js';
import { serveRepo } from './serve-repo.js';

describe('topicmill serve', () => {
  it('serves the docs of the repository around, with a search index and vectors of queries', async () => {
    const repo = sampleRepo();
    await repo.build();
    const { url, warnings } = await serveRepo(repo, { cwd: join(repo.root, 'docs/drinks') });
    const index = await fetch(`${url}drinks/tea/index.json`);
    expect(await index.text()).toBe(repo.read('docs/drinks/tea/index.json'));
    const found = (await (await fetch(`${url}_topicmill/search?query=tea`)).json()) as {
      chunkCount: number;
      model: string;
    };
    expect(found.chunkCount).toBeGreaterThan(2);
    const answer = await (await fetch(`${url}_topicmill/query-vector?text=tea`)).json();
    expect(answer).toMatchObject({ model: found.model });
    expect(warnings).toEqual([]);
  });

  it('answers from what was built last, also where an older index is published', async () => {
    const repo = sampleRepo();
    await repo.build();
    await repo.run('search-index');
    const { url } = await serveRepo(repo);
    const chunkCount = async () =>
      ((await (await fetch(`${url}_topicmill/search?query=flour`)).json()) as { chunkCount: number }).chunkCount;
    const before = await chunkCount();
    repo.write('docs/cake/golden-reference.md', '# Cake\n\nFlour, eggs and sugar.\n');
    await repo.build();
    expect(await chunkCount()).toBe(before + 1);
  });

  it('leaves a published search index as it is', async () => {
    const repo = sampleRepo();
    await repo.build();
    repo.write('docs/_search/manifest.json', '{"published":true}');
    const { url } = await serveRepo(repo, { docsRoot: 'docs' });
    expect(await (await fetch(`${url}_search/manifest.json`)).json()).toEqual({ published: true });
    expect((await fetch(`${url}_topicmill/query-vector?text=tea`)).status).toBe(200);
  });

  it('serves any other folder as it is, even inside a repository', async () => {
    const repo = sampleRepo();
    mkdirSync(join(repo.root, 'site'));
    writeFileSync(join(repo.root, 'site/index.json'), '{}');
    const { url } = await serveRepo(repo, { docsRoot: 'site' });
    expect(await (await fetch(`${url}index.json`)).json()).toEqual({});
    expect((await fetch(`${url}_search/manifest.json`)).status).toBe(404);
    expect((await fetch(`${url}_topicmill/query-vector?text=tea`)).status).toBe(501);
  });

  it.each([
    [['serve', 'nowhere'], 'DOCS_ROOT_MISSING'],
    [['serve', '--port', '65536'], 'from 0 to 65535'],
    [['serve', '--port', 'x'], 'from 0 to 65535'],
  ])('%j is wrong usage', async (args, message) => {
    const { exitCode, err } = await sampleRepo().run(...args);
    expect(exitCode).toBe(2);
    expect(err).toContain(message);
  });

  it('tells its address, and ends in good order at a signal', async () => {
    const repo = sampleRepo();
    await repo.build();
    const kept = process.listenerCount('SIGTERM');
    const run = repo.run('serve', '--port', '0', '--json');
    await expect.poll(() => process.listenerCount('SIGTERM')).toBe(kept + 1);
    process.listeners('SIGTERM').at(-1)!('SIGTERM');
    const { exitCode, out } = await run;
    expect(exitCode).toBe(0);
    const { url } = JSON.parse(out) as { url: string };
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/);
    await expect(fetch(url)).rejects.toThrow();
    expect(process.listenerCount('SIGTERM')).toBe(kept);
  });
});
