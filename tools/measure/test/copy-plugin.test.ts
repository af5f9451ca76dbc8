import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createNodes as topicNodes } from '@topicmill/nx';
import { generateTopics, writeTopics } from '@topicmill/test-support/generate';
import type { ProjectConfiguration } from 'nx/src/devkit-exports.js';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createNodes as copyNodes } from '../src/bench/copy-plugin.js';

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

async function copied(): Promise<Record<string, ProjectConfiguration>> {
  const found = await copyNodes[1](files, undefined, { workspaceRoot, nxJsonConfiguration: {} });
  return Object.assign({}, ...found.map(([, { projects }]) => projects)) as Record<string, ProjectConfiguration>;
}

it('infers what the plugin of Topicmill infers, with executors that copy and no authority', async () => {
  const found = await topicNodes[1](files, undefined, { workspaceRoot, nxJsonConfiguration: {} });
  const building = JSON.stringify(Object.assign({}, ...found.map(([, { projects }]) => projects)));
  expect(copyNodes[0]).toBe(topicNodes[0]);
  const copying = building.replaceAll('@topicmill/nx:', '@topicmill/measure:');
  const authority = /(?<=_keywords\/authority\.md )\w+|,"topicmill--keywords-authority-md-\w+"/g;
  expect(JSON.stringify(await copied())).toBe(copying.replace(authority, ''));
});

it('has an executor for each target', async () => {
  const inferred = [...JSON.stringify(await copied()).matchAll(/@topicmill\/measure:(\w+)/g)].map(
    ([, executor]) => executor!,
  );
  expect(executorNames()).toEqual([...new Set(inferred)].sort());
});

function executorNames(): string[] {
  const file = join(import.meta.dirname, '../executors.json');
  const { executors } = JSON.parse(readFileSync(file, 'utf8')) as { executors: object };
  return Object.keys(executors).sort();
}
