import { cpSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Row, Table } from '../table.js';
import { makeDocsWorkspace } from './docs-workspace.js';
import { runTopicmill } from './run-topicmill.js';

const NODE_MODULES = fileURLToPath(new URL('../../../../node_modules', import.meta.url));
const MACHINE_COUNTS = [1, 2, 4];
/** What one machine gives to another. */
const GIVEN = ['.topicmill/index', '.embedding-cache'];

interface Built {
  readonly cpuSeconds: number;
  /** Steps that ran, as `<folder>:<step>`. */
  readonly ran: readonly string[];
}

/** The same docs built by one machine and by several that share their states: processes in folders of their own. */
export async function shardsSection(topicCounts: readonly number[], log: (message: string) => void): Promise<Table> {
  const rows: Row[] = [];
  for (const topicCount of topicCounts) {
    log(`Building ${topicCount} topics on ${MACHINE_COUNTS.join(', ')} machines.\n`);
    rows.push(...(await measureSize(topicCount)));
  }
  return {
    title: 'Shards',
    notes: [
      'CPU seconds of `topicmill build --shard`, of the slowest machine and of all, and of the last run, which has all states.',
      'Hits: topics of other machines that the last run finds current. Differing: files that one machine makes otherwise.',
    ],
    columns: ['slowest', 'last run', 'sum', 'hits %', 'differing'],
    rows,
  };
}

async function measureSize(topicCount: number): Promise<Row[]> {
  const layout = { topicCount, sources: 'folders', tasks: 'folder' } as const;
  const source = makeDocsWorkspace(layout, '@topicmill/nx', NODE_MODULES);
  const machines = new Set<string>();
  const machine = (name: string): string => {
    const directory = `${source.directory}-${name}`;
    cpSync(source.directory, directory, { recursive: true, verbatimSymlinks: true });
    machines.add(directory);
    return directory;
  };
  try {
    const alone = machine('alone');
    const first = await build(alone);
    const expected = outputsOf(alone);
    const rows = [rowOf(`${topicCount} topics, 1 machine`, [first], undefined, 0)];
    for (const count of MACHINE_COUNTS.slice(1)) {
      const last = machine(`of-${count}`);
      const shards: Built[] = [];
      for (let number = 1; number <= count; number++) {
        const one = machine(`${number}-of-${count}`);
        shards.push(await build(one, '--shard', `${number}/${count}`));
        for (const path of GIVEN) cpSync(join(one, path), join(last, path), { recursive: true });
      }
      const end = await build(last);
      const made = outputsOf(last);
      const names = new Set([...expected.keys(), ...made.keys()]);
      const differing = [...names].filter((name) => expected.get(name) !== made.get(name));
      rows.push(rowOf(`${topicCount} topics, ${count} machines`, shards, end, differing.length));
    }
    return rows;
  } finally {
    for (const directory of machines) rmSync(directory, { recursive: true, force: true });
    source.remove();
  }
}

function rowOf(name: string, shards: readonly Built[], last: Built | undefined, differing: number): Row {
  const times = shards.map(({ cpuSeconds }) => cpuSeconds);
  const done = shards.flatMap(({ ran }) => ran).filter((step) => !step.startsWith(':'));
  const again = new Set(last?.ran);
  const hits = done.filter((step) => !again.has(step)).length;
  const sum = times.reduce((total, each) => total + each, last?.cpuSeconds ?? 0);
  const hitShare = last === undefined ? undefined : (100 * hits) / done.length;
  return { name, values: [Math.max(...times), last?.cpuSeconds, sum, hitShare, differing] };
}

async function build(directory: string, ...args: readonly string[]): Promise<Built> {
  const { out, cpuSeconds } = await runTopicmill(directory, ['build', '--json', ...args]);
  const { folders } = JSON.parse(out) as { folders: { id: string; steps: { step: string; outcome: string }[] }[] };
  const ran = folders.flatMap(({ id, steps }) =>
    steps.filter(({ outcome }) => outcome === 'ran').map(({ step }) => `${id}:${step}`),
  );
  return { cpuSeconds, ran };
}

/** Bytes, as Latin-1, of every file of the docs root. */
function outputsOf(directory: string): Map<string, string> {
  const entries = readdirSync(join(directory, 'docs'), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return new Map(files.map((file) => [file.slice(directory.length), readFileSync(file, 'latin1')]));
}
