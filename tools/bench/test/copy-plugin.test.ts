import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateTopics, writeTopics } from '@topicmill/generate-topics';
import { createNodes as topicNodes } from '@topicmill/nx';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createNodes as copyNodes } from '../src/copy-plugin.js';

const OPTIONS = { topicCount: 4, categoryCount: 2, seed: 3 };
const files = [...generateTopics(OPTIONS)]
  .map(({ path }) => path)
  .filter((path) => path.endsWith('golden-reference.md'));
let workspaceRoot: string;

beforeAll(() => {
  workspaceRoot = mkdtempSync(join(tmpdir(), 'copy-plugin-'));
  writeTopics(workspaceRoot, OPTIONS);
});
afterAll(() => rmSync(workspaceRoot, { recursive: true }));

it('infers what the plugin of Topicmill infers, and has an executor for each target', async () => {
  const context = { workspaceRoot, nxJsonConfiguration: {} };
  expect(copyNodes[0]).toBe(topicNodes[0]);
  const copying = JSON.stringify(await copyNodes[1](files, undefined, context));
  const building = JSON.stringify(await topicNodes[1](files, undefined, context));
  expect(copying).toContain('@topicmill/bench:index');
  expect(copying.replaceAll('@topicmill/bench:', '@topicmill/nx:')).toBe(building);
  const inferred = [...copying.matchAll(/@topicmill\/bench:(\w+)/g)].map(([, executor]) => executor!);
  expect(executorNames()).toEqual([...new Set(inferred)].sort());
});

function executorNames(): string[] {
  const file = join(import.meta.dirname, '../executors.json');
  const { executors } = JSON.parse(readFileSync(file, 'utf8')) as { executors: object };
  return Object.keys(executors).sort();
}
