import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { ArtifactStore } from '@topicmill/artifacts/store';
import { TopicmillError } from '@topicmill/base/diagnostics';
import { openTestDatabase, type TestDatabase } from '@topicmill/test-support/postgres';
import { type Crash, type CrashPlan, crashCommand } from '../crash-command.js';
import { editionOfText, openKilledStore } from './postgres-editions.js';

const PROCESS_COUNT = 4;
const WRITERS_PER_PROCESS = 8;
const READER_COUNT = 8;
/** Editions of a process that takes the place of a killed one begin so much later. */
const EDITIONS_PER_LIFE = 1_000_000;
const WORKER = fileURLToPath(new URL('./postgres-worker.js', import.meta.url));

/** Runs `npm run test:kill-postgres`; see `--help`. */
export const killPostgres = crashCommand({
  name: 'npm run test:kill-postgres --',
  description:
    'Lets 32 writers, in four processes, and 8 readers work on one artifact store in PostgreSQL; kills processes and backends of the server, and checks that everything that was reported as stored is there, and no reader ever sees a part of a text.',
  defaultKills: 200,
  run: kills,
});

/** What writers were told is stored: the latest edition by source id. */
type Stored = Map<string, number>;

async function* kills({ killCount, random }: CrashPlan): AsyncGenerator<Crash> {
  const database = await openTestDatabase();
  if (database === undefined) {
    throw new TopicmillError('DATABASE_UNREACHABLE', 'There is no server of PostgreSQL.', {
      remedy: 'Start one, or name it by TOPICMILL_POSTGRES.',
    });
  }
  const address = database.newAddress({ application_name: `kill_${process.pid}` });
  const stored: Stored = new Map();
  const workers: ChildProcess[] = [];
  const faults: string[] = [];
  const store = await openKilledStore(address);
  const stop = new AbortController();
  try {
    for (let at = 0; at < PROCESS_COUNT; at++) workers.push(await startWorker(address, at, 0, stored, faults));
    const readers = Array.from({ length: READER_COUNT }, () => read(store, stored, faults, stop.signal));
    for (let kill = 1; kill <= killCount; kill++) {
      await delay(20 + random.integer(0, 200));
      const kind = kill % 2 === 0 ? 'client' : 'backend';
      if (kind === 'client') {
        const at = random.integer(0, PROCESS_COUNT - 1);
        await end(workers[at]!);
        workers[at] = await startWorker(address, at, kill * EDITIONS_PER_LIFE, stored, faults);
      } else {
        await endBackend(database, address);
      }
      yield { kind, found: `a ${kind}; ${stored.size} artifacts stored`, faults: faults.splice(0) };
    }
    await Promise.all(workers.map(end));
    stop.abort();
    await Promise.all(readers);
    yield { kind: 'at the end', found: 'everything compared', faults: [...faults, ...(await compare(store, stored))] };
  } finally {
    stop.abort();
    await Promise.all(workers.map(end));
    await store.close();
    await database.close();
  }
}

async function startWorker(
  address: string,
  at: number,
  firstEdition: number,
  stored: Stored,
  faults: string[],
): Promise<ChildProcess> {
  const args = [WORKER, address, String(at), String(WRITERS_PER_PROCESS), String(firstEdition)];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let rest = '';
  let errors = '';
  child.stderr!.on('data', (bytes: Buffer) => {
    errors += bytes.toString();
  });
  child.on('exit', (status) => {
    if (status !== null) faults.push(`A writer ended by itself: ${errors.slice(-500)}`);
  });
  return new Promise((resolve) => {
    child.stdout!.on('data', (bytes: Buffer) => {
      const lines = (rest + bytes.toString()).split('\n');
      rest = lines.pop()!;
      for (const line of lines) {
        if (line === 'ready') resolve(child);
        const [sourceId, edition] = line.split(' ');
        if (edition !== undefined) stored.set(sourceId!, Number(edition));
      }
    });
    child.on('exit', () => resolve(child));
  });
}

/** Kills a process with SIGKILL, and waits until what it wrote was read. */
function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once('close', () => resolve());
    child.kill('SIGKILL');
  });
}

/** Ends one of the connections that are at work, as an administrator does. */
async function endBackend(database: TestDatabase, address: string): Promise<void> {
  const name = new URL(address).searchParams.get('application_name');
  await database.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1 AND state <> 'idle'
      ORDER BY random() LIMIT 1`,
    [name],
  );
}

/** Reads artifacts: each must be whole, and not older than what its writer was told before. */
async function read(store: ArtifactStore, stored: Stored, faults: string[], signal: AbortSignal): Promise<void> {
  for (let turn = 0; !signal.aborted; turn++) {
    const known = [...stored];
    const [sourceId, edition] = known[(turn * 7919) % Math.max(1, known.length)] ?? [];
    if (sourceId === undefined) {
      await delay(20);
      continue;
    }
    try {
      const { artifacts } = await store.list({ filter: { sourceIdPrefix: sourceId, sourceSystems: ['kill'] } });
      const { id } = artifacts.find(({ metadata }) => metadata.source_id === sourceId)!;
      const text = (await store.getText(id))!;
      const found = editionOfText(sourceId, text);
      if (found === undefined) faults.push(`${sourceId} was read half: ${text.slice(0, 80)}`);
      else if (found < edition!) faults.push(`${sourceId} was read in edition ${found}, after ${edition} was stored.`);
      const { hits } = await store.search(`edition ${edition}`, { limit: 3 });
      for (const hit of hits) {
        if (!/edition \d+/.test(hit.content)) faults.push(`A search found ${hit.content.slice(0, 80)}.`);
      }
    } catch (thrown) {
      if (!(thrown instanceof TopicmillError) || !thrown.code.startsWith('DATABASE_')) faults.push(String(thrown));
    }
  }
}

async function compare(store: ArtifactStore, stored: Stored): Promise<readonly string[]> {
  const faults: string[] = [];
  const found = new Map<string, number>();
  for (let after: string | undefined = ''; after !== undefined; ) {
    const page: Awaited<ReturnType<ArtifactStore['list']>> = await store.list({ after, limit: 1_000 });
    for (const { id, metadata } of page.artifacts) {
      const sourceId = metadata.source_id!;
      const text = (await store.getText(id))!;
      const edition = editionOfText(sourceId, text);
      if (edition === undefined) faults.push(`${sourceId} is not whole.`);
      else found.set(sourceId, edition);
    }
    after = page.next;
  }
  for (const [sourceId, edition] of stored) {
    const there = found.get(sourceId);
    if (there === undefined) faults.push(`${sourceId} is lost.`);
    else if (there < edition) faults.push(`${sourceId} is of edition ${there}, and ${edition} was stored.`);
  }
  const { problems } = await store.verify();
  faults.push(...problems.map(({ artifact_id, message }) => `verify: ${artifact_id ?? ''} ${message}`));
  return faults;
}
