import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { RESULT_FORMAT, resultJsonSchema } from '@topicmill/search/retrieval';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, it } from 'vitest';
import { main } from '../src/main.js';
import { DocsRepo } from './docs-repo.js';

const published = readFileSync(join(import.meta.dirname, '../../../schemas/result.schema.json'), 'utf8');
const validate = new Ajv2020({ strictTuples: false }).compile(JSON.parse(published));

/** What is wrong with results; they are to be there. */
function faultsOf(results: readonly object[]): unknown[] {
  expect(results.length).toBeGreaterThan(0);
  return results.flatMap((result) => (validate(result) ? [] : validate.errors!));
}

interface Answer {
  readonly format: number;
  readonly results?: object[];
  readonly chunks?: object[];
}

it('the published schema is that of the code', () => {
  expect(published).toBe(resultJsonSchema());
});

it('query, context, every tool of MCP, and exports give out chunks by one schema', async () => {
  const repo = new DocsRepo({
    'topicmill.yaml': "sources: pages\nsite: { generator: docusaurus, url: 'https://kiln.example.org/' }\n",
    'docs/firing.md': '# Firing\n\nTwo firings make a pot.\n\n## Glaze firing\n\nFaster, to 1250 degrees.\n',
    'topicmill/firing.qa.md': '## Q: How hot is a glaze firing?\n\nA: 1250 degrees.\n',
  });
  await repo.run('build');
  const printed = async (...args: readonly string[]): Promise<Answer> =>
    JSON.parse((await repo.run(...args, '--json')).out) as Answer;
  const answers = [
    await printed('query', 'how hot is a glaze firing'),
    await printed('query', '--topic', 'firing', '--stripe', 'conceptual', '--n', '3', 'glaze'),
    await printed('context', 'glaze firing'),
  ];
  const [stdin, stdout] = [new PassThrough(), new PassThrough()];
  const running = main(['mcp'], { stdin, stdout, stderr: { write: () => undefined }, cwd: repo.root, env: {} });
  const client = new Client({ name: 'test', version: '0' });
  await client.connect(new StdioServerTransport(stdout, stdin));
  for (const [name, input] of [
    ['search', { query: 'how hot is a glaze firing' }],
    ['context', { question: 'glaze firing' }],
    ['read_topic', { topic: 'firing' }],
    ['sample_topic', { topic: 'firing' }],
    ['find_topics', { query: 'glaze firing' }],
    ['list_topics', {}],
  ] as const) {
    answers.push((await client.callTool({ name, arguments: input })).structuredContent as unknown as Answer);
  }
  await client.close();
  stdin.end();
  await running;
  for (const { format, results, chunks } of answers) {
    expect(format).toBe(RESULT_FORMAT);
    const found = results ?? chunks;
    // A topic of one chunk has no stripes; a list of topics has no chunks.
    if (found !== undefined && found.length > 0) expect(faultsOf(found)).toEqual([]);
  }
  await repo.run('export', 'jsonl', 'typesense', 'qdrant', '--out', 'out');
  const line = JSON.parse(repo.read('out/chunks.jsonl').split('\n')[0]!) as Record<string, unknown>;
  const { model, vector, ...result } = line;
  expect([result['format'], model, Array.isArray(vector)]).toEqual([RESULT_FORMAT, expect.any(String), true]);
  expect(faultsOf([result])).toEqual([]);
  expect(result).toMatchObject({ id: expect.any(String), url: 'https://kiln.example.org/docs/firing' });
  const { points } = JSON.parse(repo.read('out/qdrant.points.jsonl').split('\n')[0]!) as {
    points: { payload: { format: number } }[];
  };
  expect(points[0]!.payload.format).toBe(RESULT_FORMAT);
  expect(JSON.parse(repo.read('out/typesense.jsonl').split('\n')[0]!)).toMatchObject({ format: RESULT_FORMAT });
  expect(faultsOf(points.map(({ payload }) => payload))).toEqual([]);
});
