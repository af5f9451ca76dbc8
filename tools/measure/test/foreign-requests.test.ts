import { expect, it } from 'vitest';
import { askForeign } from '../src/foreign-requests/foreign-requests.js';

it('requests for other hosts, from other origins and for files outside of the docs are not let in', async () => {
  const tallies = await askForeign(1200, Number(process.env['TOPICMILL_SEED'] ?? 1));
  expect(tallies.flatMap(({ letIn }) => letIn)).toEqual([]);
  expect(tallies.map(({ server, kind }) => `${server}: ${kind}`)).toEqual([
    'mcp --http: host',
    'mcp --http: origin',
    'serve --cors <origin>: host',
    'serve --cors <origin>: origin',
    'serve --cors <origin>: path',
    'serve: host',
    'serve: origin',
    'serve: path',
  ]);
  for (const { tried } of tallies) expect(tried).toBeGreaterThan(100);
}, 120_000);
