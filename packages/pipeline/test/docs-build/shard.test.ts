import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type BuildReport, buildDocs, parseShard } from '@topicmill/pipeline/docs-build';
import { openWorkspace } from '@topicmill/pipeline/workspace';
import fc from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';
import { foldersOfShard } from '../../src/docs-build/build-docs.js';
import type { Folder } from '../../src/runner/index.js';

const SHARED = ['.topicmill/index', '.topicmill/search', '.embedding-cache'];

/** Two levels, a topic that has topics below it, links and questions. */
const FILES: Readonly<Record<string, string>> = {
  'topicmill.yaml': 'docsRoot: docs\n',
  'docs/guide/golden-reference.md': '# Guide\n\nHow clay is fired, in all.\n',
  ...Object.fromEntries(
    ['clay', 'fire', 'glaze', 'kiln', 'wheel', 'slip', 'cone'].flatMap((name) => [
      [`docs/guide/${name}/golden-reference.md`, reference(name)],
      [`docs/shop/${name}/golden-reference.md`, reference(`${name} to buy`)],
    ]),
  ),
  'docs/guide/kiln/qa-pairs.md': '## Q: How hot is a kiln?\n\nA: Hot enough for stoneware.\n',
};

function reference(name: string): string {
  return `# ${name}\n\nAll of ${name}.\n\n## Use\n\nThe ${name} is used slowly.\n\n## Limits\n\nOf ${name} there is an end.\n`;
}

function machine(): string {
  const root = mkdtempSync(join(tmpdir(), 'topicmill-shard-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const [path, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}

/** @param embedded is given the names of chunks whose vectors are asked for */
function build(root: string, shard?: string, embedded: string[] = []): Promise<BuildReport> {
  const workspace = openWorkspace(root, { env: {} });
  const embed: typeof workspace.services.embed = (request) => {
    if (request.strategy !== 'overviews') embedded.push(...request.labels);
    return workspace.services.embed(request);
  };
  return buildDocs(
    { ...workspace, services: { ...workspace.services, embed } },
    { shard: shard === undefined ? undefined : parseShard(shard) },
  );
}

function bring(from: string, to: string): void {
  for (const path of SHARED.filter((each) => existsSync(join(from, each)))) {
    cpSync(join(from, path), join(to, path), { recursive: true });
  }
}

function filesOf(root: string): Record<string, string> {
  const paths = readdirSync(join(root, 'docs'), { recursive: true, withFileTypes: true }).filter((each) =>
    each.isFile(),
  );
  const files = paths.map((each) => join(each.parentPath, each.name));
  return Object.fromEntries(files.sort().map((file) => [file.slice(root.length), readFileSync(file, 'latin1')]));
}

const ran = ({ folders }: BuildReport): string[] =>
  folders.flatMap(({ id, steps }) =>
    steps.filter(({ outcome }) => outcome === 'ran').map(({ step }) => `${id}:${step}`),
  );

it.each([2, 4])(
  'what %i machines make is what one makes, and no machine does again what another did',
  async (count) => {
    const alone = machine();
    await build(alone);
    const merged = machine();
    const leaves: string[] = [];
    for (let number = 1; number <= count; number++) {
      const one = machine();
      leaves.push(...ran(await build(one, `${number}/${count}`)).filter((step) => !step.startsWith(':')));
      bring(one, merged);
    }
    const embedded: string[] = [];
    const last = ran(await build(merged, undefined, embedded));
    expect(filesOf(merged)).toEqual(filesOf(alone));
    // Of the docs, only the topic with topics below it was in no part.
    expect([...new Set(embedded)].filter((name) => !/^(?:docs\/)?guide\/_chunks\//.test(name))).toEqual([]);
    expect(embedded.some((name) => name.startsWith('guide/_chunks/'))).toBe(true);
    expect(new Set(leaves).size).toBe(leaves.length);
    expect(last.filter((step) => leaves.includes(step))).toEqual([]);
    expect(leaves.length).toBeGreaterThanOrEqual(14 * 3);
  },
);

it('a shard that never came is built by the last run', async () => {
  const alone = machine();
  await build(alone);
  const [first, merged] = [machine(), machine()];
  await build(first, '1/2');
  bring(first, merged);
  await build(merged);
  expect(filesOf(merged)).toEqual(filesOf(alone));
});

it('a state that was changed on its way is not used', async () => {
  const alone = machine();
  await build(alone);
  const [first, merged] = [machine(), machine()];
  await build(first, '1/1');
  bring(first, merged);
  const state = join(merged, '.topicmill/index/docs/guide/kiln/state.br');
  const bytes = readFileSync(state);
  bytes[100]! ^= 1;
  writeFileSync(state, bytes);
  expect(ran(await build(merged))).toContain('guide/kiln:chunk');
  expect(filesOf(merged)).toEqual(filesOf(alone));
});

it('every folder without others below it is in one shard, and stays there whatever else comes and goes', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.stringMatching(/^[a-z]{1,8}$/), { minLength: 1 }),
      fc.integer({ min: 1, max: 9 }),
      (ids, count) => {
        const treeOf = (all: readonly string[]) =>
          new Map<string, Folder>([
            ['', { id: '', isTopic: false, parentId: undefined, childIds: all }],
            ...all.map((id) => [id, { id, isTopic: true, parentId: '', childIds: [] }] as const),
          ]);
        const shards = (all: readonly string[]) =>
          Array.from({ length: count }, (_, at) =>
            foldersOfShard(treeOf(all), { number: at + 1, count }).map(({ id }) => id),
          );
        expect(shards(ids).flat().sort()).toEqual([...ids].sort());
        const fewer = ids.slice(1);
        expect(shards(fewer)).toEqual(shards(ids).map((shard) => shard.filter((id) => fewer.includes(id))));
      },
    ),
  );
});

it.each(['0/2', '3/2', '2', '1/0', 'a/b', '1/2/3', '1.5/2', '-1/2', ''])('%j is no shard', (text) => {
  expect(parseShard(text)).toBeUndefined();
});
