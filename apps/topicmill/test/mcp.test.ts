import { PassThrough } from 'node:stream';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { describe, expect, it } from 'vitest';
import { main } from '../src/main.js';
import { sampleRepo } from './docs-repo.js';

describe('topicmill mcp', () => {
  it('serves a built docs root to a client on standard input and output, and ends with it', async () => {
    const repo = sampleRepo();
    await repo.build();
    const [stdin, stdout] = [new PassThrough(), new PassThrough()];
    let err = '';
    const running = main(['mcp'], {
      stdin,
      stdout,
      stderr: { write: (text) => (err += text) },
      cwd: repo.root,
      env: {},
    });
    const client = new Client({ name: 'test', version: '0' });
    await client.connect(new StdioServerTransport(stdout, stdin));

    const { structuredContent } = await client.callTool({ name: 'search', arguments: { query: 'How is tea brewed?' } });
    const [best] = (structuredContent as { results: object[] }).results;
    expect(best).toMatchObject({ topic: 'drinks/tea', uri: expect.stringContaining('drinks%2Ftea') });
    const { resources } = await client.listResources();
    expect(resources.map(({ name }) => name)).toEqual(['bread', 'drinks/coffee', 'drinks/tea']);
    const { contents } = await client.readResource({ uri: 'topicmill://topic/bread' });
    expect(contents).toMatchObject([{ text: repo.read('docs/bread/golden-reference.md') }]);

    await client.close();
    stdin.end();
    expect([await running, err]).toEqual([0, '']);
  });

  it('ends at once without an input, and says what is wrong outside of a repository', async () => {
    const repo = sampleRepo();
    expect((await repo.run('mcp')).exitCode).toBe(0);
    repo.remove('topicmill.yaml');
    const { exitCode, err } = await repo.run('mcp');
    expect([exitCode, err]).toEqual([2, expect.stringContaining('CONFIG_MISSING')]);
  });
});
