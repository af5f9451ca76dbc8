import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { addToken } from '@topicmill/serve/access';
import { type Crash, type CrashPlan, crashCommand } from '../crash-command.js';

const CLIENT_COUNT = 100;
/** Interval between two samples of memory. */
const SAMPLE_MS = 20_000;
/** Number of samples in the life of the first server, enough to see whether its memory grows; the others live for one. */
const FIRST_LIFE = 9;
/** What the heap, after a collection, may have gained from the middle of the first life to its end. */
const MOST_GROWTH = 1.2;
const MOST_GROWTH_MB = 10;
/** Pause of a client between two requests. */
const PAUSE_MS = 2_000;
/** On a signal, collects garbage and reports the size of the heap. */
const TELL_HEAP = `import { writeSync } from 'node:fs';
process.on('SIGUSR2', () => {
  gc();
  writeSync(3, process.memoryUsage().heapUsed + '\\n');
});`;
const COMMAND = resolve(import.meta.dirname, '../../../../apps/artifact-store/bin/artifact-store.js');

/** Runs `npm run test:shared-mcp`; see `--help`. */
export const loadSharedMcp = crashCommand({
  name: 'npm run test:shared-mcp --',
  description:
    'Lets 100 clients, each with a token, store and search over one `artifact-store mcp --http`; kills the server and starts it again, prints how long answers took and how much memory it has, and checks that everything that was reported as stored is there.',
  defaultKills: 6,
  run: kills,
});

/** A server that runs, and where. */
interface Served {
  readonly child: ChildProcess;
  readonly url: string;
}

async function* kills({ killCount, directory }: CrashPlan): AsyncGenerator<Crash> {
  const tokens = Array.from({ length: CLIENT_COUNT }, (_, at) =>
    addToken(join(directory, 'tokens.json'), { name: `client-${at}`, rights: ['read', 'ingest'] }),
  );
  const stored = new Map<string, string>();
  for (let kill = 1; kill <= killCount; kill++) {
    const { child, url } = await startServer(directory);
    const times: number[] = [];
    const faults: string[] = [];
    const stop = new AbortController();
    const clients = tokens.map((token, at) =>
      work({ url, token, at: at + kill * CLIENT_COUNT, stored, times, faults }, stop.signal),
    );
    const megabytes: number[] = [];
    const heaps: number[] = [];
    while (megabytes.length < (kill === 1 ? FIRST_LIFE : 1)) {
      await delay(SAMPLE_MS);
      megabytes.push(memoryOf(child) / 1e6);
      heaps.push((await heapOf(child)) / 1e6);
    }
    if (grows(heaps)) faults.push(`Its heap grows: ${heaps.map((heap) => heap.toFixed(1)).join(', ')} MB.`);
    const cpuMs = cpuMsOf(child);
    stop.abort();
    child.kill('SIGKILL');
    await Promise.all([once(child, 'exit'), ...clients]);
    times.sort((a, b) => a - b);
    const share = (part: number): number => times[Math.floor(part * times.length)] ?? 0;
    const figures = {
      answers: times.length,
      'CPU ms each': cpuMs / Math.max(1, times.length),
      'ms, half': share(0.5),
      'ms, 99 %': share(0.99),
      'MB at most': Math.max(...megabytes),
      'heap MB at most': Math.max(...heaps),
      stored: stored.size,
    };
    const found = `${times.length} answers, 99 % of them in ${share(0.99).toFixed(0)} ms; heap after each collection ${heaps.map((heap) => heap.toFixed(1)).join(', ')} MB`;
    yield { kind: 'a server', found, faults, figures };
  }
  yield { kind: 'at the end', found: 'everything compared', faults: await compare(directory, tokens[0]!, stored) };
}

async function startServer(directory: string): Promise<Served> {
  const args = ['mcp', '--http', '--port', '0', '--json', '--tokens', 'tokens.json', '--rate', '100000'];
  const preloaded = `data:text/javascript,${encodeURIComponent(TELL_HEAP)}`;
  const child = spawn(process.execPath, ['--expose-gc', '--import', preloaded, COMMAND, ...args], {
    cwd: directory,
    stdio: ['ignore', 'pipe', 'ignore', 'pipe'],
  });
  const [line] = (await once(child.stdout!, 'data')) as [Buffer];
  return { child, url: (JSON.parse(line.toString()) as { url: string }).url };
}

interface Work {
  readonly url: string;
  readonly token: string;
  readonly at: number;
  /** Texts by their source id, of which the server said that they are stored. */
  readonly stored: Map<string, string>;
  readonly times: number[];
  readonly faults: string[];
}

/** Stores and searches in turn until the server is gone. */
async function work({ url, token, at, stored, times, faults }: Work, signal: AbortSignal): Promise<void> {
  await delay((at % CLIENT_COUNT) * (PAUSE_MS / CLIENT_COUNT));
  for (let turn = 0; !signal.aborted; turn++) {
    const sourceId = `note-${at}-${turn}`;
    const content = `Note ${turn} of client ${at}: the ferry ${at * 31 + turn} leaves at ${turn} past nine.`;
    const isIngest = turn % 4 === 0;
    const begun = performance.now();
    try {
      const answer = isIngest
        ? await call(url, token, 'artifact_ingest', { content, source_id: sourceId })
        : await call(url, token, 'artifact_search', { query: `ferry ${at * 31 + turn}`, limit: 3 });
      if (answer.includes('"isError":true')) throw new Error(answer.slice(0, 300));
      if (isIngest) stored.set(sourceId, content);
      times.push(performance.now() - begun);
    } catch (thrown) {
      if (!signal.aborted) faults.push(describe(thrown));
      return;
    }
    await delay(PAUSE_MS);
  }
}

/** With the cause: `fetch` tells nothing else. */
function describe(thrown: unknown): string {
  const cause = thrown instanceof Error ? thrown.cause : undefined;
  return cause === undefined ? String(thrown) : `${String(thrown)}: ${String(cause)}`;
}

async function call(url: string, token: string, name: string, args: object): Promise<string> {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }),
  });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${response.status} ${text.slice(0, 300)}`);
  return text;
}

/** Bytes that a process has in memory, where the system tells. */
function memoryOf({ pid }: ChildProcess): number {
  try {
    return 1024 * Number(/VmRSS:\s+(\d+)/.exec(readFileSync(join('/proc', String(pid), 'status'), 'utf8'))?.[1]);
  } catch {
    return Number.NaN;
  }
}

/** Bytes on a server's heap that are still needed. */
async function heapOf(child: ChildProcess): Promise<number> {
  const told = once(child.stdio[3] as Readable, 'data');
  child.kill('SIGUSR2');
  const [line] = (await told) as [Buffer];
  return Number(line.toString());
}

/** Whether it gained more in the second half than a steady one does: in the first it still fills what it keeps. */
function grows(heaps: readonly number[]): boolean {
  const middle = heaps[heaps.length >> 1]!;
  const last = heaps.at(-1)!;
  return last > MOST_GROWTH * middle && last > middle + MOST_GROWTH_MB;
}

/** Time of a clock tick in `/proc`, on every Linux that Node supports. */
const TICK_MS = 10;

/** CPU time of a process so far, where the system tells. */
function cpuMsOf({ pid }: ChildProcess): number {
  try {
    const fields = readFileSync(join('/proc', String(pid), 'stat'), 'utf8')
      .split(') ')[1]!
      .split(' ');
    return TICK_MS * (Number(fields[11]) + Number(fields[12]));
  } catch {
    return Number.NaN;
  }
}

async function compare(
  directory: string,
  token: string,
  stored: ReadonlyMap<string, string>,
): Promise<readonly string[]> {
  const { child, url } = await startServer(directory);
  const contents = new Map<string, string>();
  for (let after: string | undefined = ''; after !== undefined; ) {
    const page = JSON.parse(await call(url, token, 'artifact_list', after === '' ? {} : { after })) as {
      result: { structuredContent: { artifacts: { id: string; source_id: string }[]; next?: string } };
    };
    for (const { id, source_id } of page.result.structuredContent.artifacts) {
      contents.set(source_id, await call(url, token, 'artifact_get', { artifact_id: id }));
    }
    after = page.result.structuredContent.next;
  }
  child.kill();
  await once(child, 'exit');
  return [...stored].flatMap(([sourceId, content]) =>
    contents.get(sourceId)?.includes(content) ? [] : [`${sourceId} is lost.`],
  );
}
