import { gunzipSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { NxWorkspace } from './nx-workspace.js';
import { RemoteCache } from './remote-cache.js';

/** What a checkout does not bring. */
const MADE = ['.nx', '.topicmill', '.embedding-cache'];

let remote: RemoteCache;
let expected: Record<string, string>;

beforeEach(async () => {
  expected = (await NxWorkspace.built()).files;
  remote = new RemoteCache();
  await remote.start();
});

afterEach(() => remote.stop());

/** A clone at a path of its own, without any result. */
async function freshMachine(): Promise<NxWorkspace> {
  const { built } = await NxWorkspace.built();
  const machine = built.copy();
  for (const path of MADE.filter((each) => machine.has(each))) machine.remove(path);
  for (const path of Object.keys(machine.docs()).filter(isOutput)) machine.remove(`docs/${path}`);
  return machine;
}

/** Hand-written text in topic-spec.md is in the checkout. */
const isOutput = (path: string): boolean => /(?:^|\/)(?:_chunks|_keywords)\/|(?:index|related)\.json$/.test(path);

it('two machines at other paths share nothing but the cache: the second runs nothing, and has the same bytes', async () => {
  const first = await (await freshMachine()).build({ env: remote.env('write') });
  expect([first.status, first.cached]).toEqual([0, []]);
  const second = await freshMachine();
  const run = await second.build({ env: remote.env('read') });
  expect([run.status, run.ran, run.cached]).toEqual([0, [], first.ran]);
  expect(remote.hitCount).toBe(first.ran.length);
  expect(second.docs()).toEqual(expected);
});

it.each([
  ['in one process', []],
  ['in a process for each task', ['--batch=false']],
])(
  'a machine that has only the cache builds a single folder after an edit below it, %s',
  async (_, options) => {
    expect((await (await freshMachine()).build({ env: remote.env('write') })).status).toBe(0);
    const machine = await freshMachine();
    const whole = await freshMachine();
    for (const each of [machine, whole]) {
      each.edit('docs/garden/compost/golden-reference.md', (text) => `${text}\nLeaves of oak rot slowly.\n`);
    }
    const run = await machine.nx(['run', 'garden:index', ...options], { env: remote.env('read') });
    expect([run.status, run.ran], run.output).toEqual([0, ['garden/compost:index', 'garden:index']]);
    await whole.build();
    const isInGarden = ([path]: [string, string]): boolean => path.startsWith('garden/');
    expect(Object.entries(machine.docs()).filter(isInGarden)).toEqual(Object.entries(whole.docs()).filter(isInGarden));
  },
  120_000,
);

it('a machine that may only read builds, and leaves nothing in the cache', async () => {
  const machine = await freshMachine();
  const run = await machine.build({ env: remote.env('read') });
  expect([run.status, machine.docs()]).toEqual([0, expected]);
  expect([remote.results.size, remote.refusedCount > 0]).toEqual([0, true]);
});

it('a result that was changed on the server does not get into the outputs', async () => {
  await (await freshMachine()).build({ env: remote.env('write') });
  const changedCount = [...remote.results].filter(([url, result]) => {
    const changed = changeTexts(result);
    remote.results.set(url, changed ?? result);
    return changed !== undefined;
  }).length;
  expect(changedCount).toBeGreaterThan(2);
  const machine = await freshMachine();
  const run = await machine.build({ env: remote.env('read') });
  expect(
    Object.entries(machine.docs()).filter(([, text]) => text.includes('THE ')),
    run.output,
  ).toEqual([]);
  expect([(await machine.build()).status, machine.docs()]).toEqual([0, expected]);
});

/** Letters of every text in a tar archive, whose headers stay as they are: they alone have a checksum. */
function changeTexts(result: Buffer): Buffer | undefined {
  const isZipped = result[0] === 0x1f && result[1] === 0x8b;
  const archive = Buffer.from(isZipped ? gunzipSync(result) : result);
  let isChanged = false;
  for (let at = 0; at + 512 <= archive.length && archive[at] !== 0; ) {
    const size = Number.parseInt(archive.toString('latin1', at + 124, at + 135), 8) || 0;
    const start = at + 512;
    for (let index = start; index < start + size; index++) {
      if (archive.toString('latin1', index, index + 4) === 'the ') {
        archive.write('THE ', index, 'latin1');
        isChanged = true;
      }
    }
    at = start + Math.ceil(size / 512) * 512;
  }
  if (!isChanged) return undefined;
  return isZipped ? gzipSync(archive) : archive;
}

it('where a machine is killed midway, the next takes what it left and makes the rest', async () => {
  const killed = await freshMachine();
  const controller = new AbortController();
  // Nx asks at once for what depends on nothing, and for the rest only when it knows on what that depends: a result of the
  // rest alone is of no use to the next machine.
  remote.onResult = (url) => {
    if (!remote.asked.has(url)) return;
    remote.losesResults = true;
    controller.abort();
  };
  const end = await killed.build({ env: remote.env('write'), signal: controller.signal });
  remote.onResult = undefined;
  remote.losesResults = false;
  const left = [...remote.results.keys()].filter((url) => remote.asked.has(url));
  expect([end.status, left.length > 0]).toEqual([null, true]);
  const next = await freshMachine();
  const run = await next.build({ env: remote.env('write') });
  expect([run.status, run.cached.length, next.docs()], run.output).toEqual([0, left.length, expected]);
  expect(run.ran.length).toBeGreaterThan(0);
});
