import { PassThrough } from 'node:stream';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { main } from '../src/main.js';
import { DocsRepo } from './docs-repo.js';

const CONFIG = `sources: pages
roots:
  - { name: docs, docsRoot: docs, version: '2', isCurrent: true, locale: en, site: { generator: docusaurus, url: 'https://kiln.example.org/' } }
  - { name: docs-1, docsRoot: old, version: '1', locale: en, site: { generator: docusaurus, url: 'https://kiln.example.org/', routeBasePath: docs/1 } }
  - { name: docs-fr, docsRoot: fr, version: '2', locale: fr, site: { generator: docusaurus, url: 'https://kiln.example.org/fr/' } }
`;
const CURRENT = '# Firing\n\nThe kiln is fired to 1250 degrees.\n';
const OLD = '# Firing\n\nThe kiln is fired to 900 degrees.\n';
const FRENCH = '# Cuisson\n\nLe four (kiln) monte à 1250 degrés.\n';

let repo: DocsRepo;

async function json<T>(...args: readonly string[]): Promise<T> {
  const { exitCode, out, err } = await repo.run(...args, '--json');
  expect([exitCode, err]).toEqual([0, '']);
  return JSON.parse(out) as T;
}

async function exported(...args: readonly string[]): Promise<string[]> {
  expect((await repo.run('export', 'jsonl', '--no-vectors', '--out', 'out', ...args)).exitCode).toBe(0);
  const lines = repo.read('out/chunks.jsonl').trimEnd().split('\n');
  return lines.map((line) => (JSON.parse(line) as { topic: string }).topic);
}

beforeAll(async () => {
  repo = new DocsRepo(
    {
      'topicmill.yaml': CONFIG,
      'docs/firing.md': CURRENT,
      'old/firing.md': OLD,
      'fr/firing.md': FRENCH,
    },
    afterAll,
  );
  expect((await repo.run('build')).exitCode).toBe(0);
});

describe('docs in several versions and languages', () => {
  it.each([
    [[], ['docs/firing']],
    [['--docs-version', '1'], ['docs-1/firing']],
    [
      ['--docs-version', 'all'],
      ['docs-1/firing', 'docs/firing'],
    ],
    [['--locale', 'fr'], ['docs-fr/firing']],
  ])('query, context and export with %j look at the same pages', async (options, expected) => {
    const { results } = await json<{ results: { topic: string }[] }>('query', 'kiln', ...options);
    expect(results.map(({ topic }) => topic).sort()).toEqual(expected);
    const { chunks } = await json<{ chunks: { topic: string }[] }>('context', 'kiln', ...options);
    expect(chunks.map(({ topic }) => topic).sort()).toEqual(expected);
    expect((await exported(...options)).sort()).toEqual(expected);
  });

  it('results and exports name version and language', async () => {
    const { results } = await json<{ results: object[] }>('query', 'kiln', '--docs-version', '1');
    expect(results).toMatchObject([{ version: '1', locale: 'en', url: 'https://kiln.example.org/docs/1/firing' }]);
    await exported('--docs-version', '1');
    expect(JSON.parse(repo.read('out/chunks.jsonl'))).toMatchObject({ version: '1', locale: 'en' });
    await repo.run('export', 'llms', '--out', 'out', '--locale', 'fr');
    expect(repo.read('out/llms.txt')).toContain('https://kiln.example.org/fr/docs/firing');
    expect(repo.read('out/llms.txt')).not.toContain('https://kiln.example.org/docs/firing');
  });

  it.each([
    ['query', 'kiln'],
    ['context', 'kiln'],
    ['export', 'jsonl'],
  ])('%s refuses a version that there is not, with those that there are', async (...args) => {
    expect(await repo.run(...args, '--docs-version', '9')).toMatchObject({
      exitCode: 2,
      err: expect.stringMatching(/INVALID_OPTION: There is no version "9"\.[\s\S]*Ask for one of 1, 2, or for all\./),
    });
  });

  it('another root becomes current by the configuration alone', async () => {
    const other = new DocsRepo({
      'topicmill.yaml': CONFIG,
      'docs/firing.md': CURRENT,
      'old/firing.md': OLD,
      'fr/firing.md': FRENCH,
    });
    await other.run('build');
    const found = async (): Promise<unknown> =>
      (JSON.parse((await other.run('query', 'kiln', '--json')).out) as { results: object[] }).results;
    expect(await found()).toMatchObject([{ topic: 'docs/firing' }]);
    other.write(
      'topicmill.yaml',
      CONFIG.replace(', isCurrent: true', '').replace("'1', locale", "'1', isCurrent: true, locale"),
    );
    await other.run('build');
    expect(await found()).toMatchObject([{ topic: 'docs-1/firing' }]);
  });

  it('an agent is reported them, and can ask for others', async () => {
    const [stdin, stdout] = [new PassThrough(), new PassThrough()];
    const running = main(['mcp'], { stdin, stdout, stderr: { write: () => undefined }, cwd: repo.root, env: {} });
    const client = new Client({ name: 'test', version: '0' });
    await client.connect(new StdioServerTransport(stdout, stdin));
    expect(client.getInstructions()).toContain('versions: 1, 2; without version, only 2. locales: en, fr; ');
    const topicsOf = async (name: string, input: Record<string, unknown>, key: string): Promise<string[]> => {
      const { structuredContent } = await client.callTool({ name, arguments: input });
      return (structuredContent as Record<string, { topic?: string; id?: string; uri?: string }[]>)[key]!.flatMap(
        ({ topic, id, uri }) => topic ?? (uri === undefined ? [] : id!),
      );
    };
    expect(await topicsOf('search', { query: 'kiln' }, 'results')).toEqual(['docs/firing']);
    expect(await topicsOf('search', { query: 'kiln', version: '1' }, 'results')).toEqual(['docs-1/firing']);
    expect(await topicsOf('context', { question: 'kiln', locale: 'fr' }, 'chunks')).toEqual(['docs-fr/firing']);
    expect(await topicsOf('list_topics', {}, 'topics')).toEqual(['docs/firing']);
    expect(await topicsOf('list_topics', { version: 'all' }, 'topics')).toEqual(['docs/firing', 'docs-1/firing']);
    expect(await topicsOf('list_topics', { below: 'docs-1', version: '1' }, 'topics')).toEqual(['docs-1/firing']);
    await client.close();
    stdin.end();
    expect(await running).toBe(0);
  });
});
