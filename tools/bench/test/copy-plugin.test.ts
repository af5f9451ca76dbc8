import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateTopics, writeTopics } from '@topicmill/generate-topics';
import { createNodes as topicNodes } from '@topicmill/nx';
import type { ProjectConfiguration } from 'nx/src/devkit-exports.js';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type CopyPluginOptions, createNodes as copyNodes } from '../src/copy-plugin.js';

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

async function copied(options?: CopyPluginOptions): Promise<Record<string, ProjectConfiguration>> {
  const found = await copyNodes[1](files, options, { workspaceRoot, nxJsonConfiguration: {} });
  return Object.assign({}, ...found.map(([, { projects }]) => projects)) as Record<string, ProjectConfiguration>;
}

it('infers what the plugin of Topicmill infers, with executors that copy and no authority', async () => {
  const found = await topicNodes[1](files, undefined, { workspaceRoot, nxJsonConfiguration: {} });
  const building = JSON.stringify(Object.assign({}, ...found.map(([, { projects }]) => projects)));
  expect(copyNodes[0]).toBe(topicNodes[0]);
  const copying = building.replaceAll('@topicmill/nx:', '@topicmill/bench:');
  expect(JSON.stringify(await copied())).toBe(copying.replace(/(?<="_keywords\/authority\.md":")\w+/g, ''));
});

it('infers a target a command for topics, and for other folders the one that they have', async () => {
  const projects = Object.values(await copied({ targets: 'steps' }));
  const targets = projects.map(({ targets: inferred = {} }) => Object.keys(inferred).join(' ')).sort();
  const topics = Array.from({ length: OPTIONS.topicCount }, () => 'chunk keywords topic-spec index');
  expect(targets).toEqual(['', 'authority index', 'index', 'index', ...topics].sort());
});

it('tells each task which build it copies from', async () => {
  const targets = Object.values(await copied({ builtFrom: '/built' })).flatMap((project) =>
    Object.values(project.targets ?? {}),
  );
  expect(targets.map(({ options }) => options.builtFrom)).toEqual(targets.map(() => '/built'));
});

it('has an executor for each target', async () => {
  const projects = [await copied(), await copied({ targets: 'steps' })];
  const inferred = [...JSON.stringify(projects).matchAll(/@topicmill\/bench:(\w+)/g)].map(([, executor]) => executor!);
  expect(executorNames()).toEqual([...new Set(inferred)].sort());
});

function executorNames(): string[] {
  const file = join(import.meta.dirname, '../executors.json');
  const { executors } = JSON.parse(readFileSync(file, 'utf8')) as { executors: object };
  return Object.keys(executors).sort();
}
