import { type ChildProcess, spawn } from 'node:child_process';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Row, Table } from '../table.js';
import { makeDocsWorkspace } from './docs-workspace.js';

const COMMAND = fileURLToPath(new URL('../../../../apps/topicmill/bin/topicmill.js', import.meta.url));
const NODE_MODULES = fileURLToPath(new URL('../../../../node_modules', import.meta.url));
const SAVE_COUNT = 30;
const ROOT_SAVE_COUNT = 10;
/** Short enough that saves come while the docs root is being built. */
const PAUSE_MS = 300;
/** For a first build of thousands of topics, too. */
const PATIENCE_MS = 240_000;
const OVERVIEW_WORD_COUNT = 150;
/** What a look at all folders gets to come to its end, a topic. */
const SETTLE_MS = 10;

interface Event {
  readonly kind: string;
  readonly id?: string;
  readonly paths?: readonly string[];
}

/** How long an author waits for the files of a topic, and for those that depend on all topics, after a save. */
export async function watchSection(topicCounts: readonly number[], log: (message: string) => void): Promise<Table> {
  const rows: Row[] = [];
  for (const topicCount of topicCounts) {
    log(`Watching ${topicCount} topics.\n`);
    rows.push(...(await measureSize(topicCount)));
  }
  return {
    title: 'Watch',
    notes: [
      'From the write of a golden-reference.md to the line of `topicmill watch --json` that tells of it, another process.',
      `${SAVE_COUNT} saves of as many topics, ${PAUSE_MS} ms apart, so that most meet a docs root at work; ${ROOT_SAVE_COUNT} of overviews, each when all is quiet.`,
    ],
    columns: ['p50 ms', 'max ms', 'saves'],
    rows,
  };
}

async function measureSize(topicCount: number): Promise<Row[]> {
  const workspace = makeDocsWorkspace(
    { topicCount, sources: 'folders', tasks: 'folder' },
    '@topicmill/nx',
    NODE_MODULES,
  );
  const watched = new WatchedProcess(workspace.directory);
  try {
    await watched.next(({ kind }) => kind === 'ready');
    await setTimeout(SETTLE_MS * topicCount);
    const ids = workspace.topicIds.filter((_, at) => at % Math.ceil(workspace.topicIds.length / SAVE_COUNT) === 0);
    const topicTimes: number[] = [];
    for (const [round, id] of ids.entries()) {
      topicTimes.push(await watched.save(id, `Edit ${round} of the file that a queue reads.`));
      await setTimeout(PAUSE_MS);
    }
    await setTimeout(SETTLE_MS * topicCount);
    const rootTimes: number[] = [];
    for (const [at, id] of ids.slice(0, ROOT_SAVE_COUNT).entries()) {
      rootTimes.push(await watched.saveOverview(id, ids[ids.length - 1 - at]!));
    }
    return [
      rowOf(`${topicCount} topics: the topic's files and the indexes above`, topicTimes),
      rowOf(`${topicCount} topics: the docs root's files`, rootTimes),
    ];
  } finally {
    await watched.stop();
    workspace.remove();
  }
}

function rowOf(name: string, times: readonly number[]): Row {
  const sorted = [...times].sort((a, b) => a - b);
  return { name, values: [sorted[Math.floor(sorted.length / 2)], sorted.at(-1), sorted.length] };
}

/** `topicmill watch --json` in a process of its own. */
class WatchedProcess {
  private readonly child: ChildProcess;
  private readonly waiting: { readonly isMeant: (event: Event) => boolean; readonly resolve: () => void }[] = [];

  constructor(private readonly directory: string) {
    this.child = spawn(process.execPath, [COMMAND, 'watch', '--json'], {
      cwd: directory,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    createInterface({ input: this.child.stdout! }).on('line', (line) => {
      const event = JSON.parse(line) as Event;
      const met = this.waiting.findIndex(({ isMeant }) => isMeant(event));
      if (met !== -1) this.waiting.splice(met, 1)[0]!.resolve();
    });
  }

  async next(isMeant: (event: Event) => boolean): Promise<void> {
    const met = new Promise<true>((resolve) => this.waiting.push({ isMeant, resolve: () => resolve(true) }));
    const isMet = await Promise.race([met, setTimeout(PATIENCE_MS, false, { ref: false })]);
    if (!isMet) throw new Error(`No event reported a save within ${PATIENCE_MS / 1000} s.`);
  }

  /** @returns milliseconds to the topic's event */
  async save(id: string, line: string): Promise<number> {
    const done = this.next((event) => event.kind === 'topic' && event.id === id);
    const before = performance.now();
    appendFileSync(this.referenceOf(id), `\n${line}\n`);
    await done;
    return performance.now() - before;
  }

  /** @returns milliseconds until the docs root's files show that a topic is now about another one, too */
  async saveOverview(id: string, otherId: string): Promise<number> {
    const done = this.next(({ kind, paths }) => kind === 'docs-root' && paths?.includes('related.json') === true);
    const path = this.referenceOf(id);
    const text = readFileSync(path, 'utf8');
    const words = readFileSync(this.referenceOf(otherId), 'utf8')
      .match(/[a-z]{4,}/g)!
      .slice(0, OVERVIEW_WORD_COUNT);
    const before = performance.now();
    writeFileSync(
      path,
      text.replace(/^# .*\n/m, (title) => `${title}\n${words.join(' ')}\n`),
    );
    await done;
    return performance.now() - before;
  }

  async stop(): Promise<void> {
    const ended = new Promise((resolve) => this.child.once('exit', resolve));
    this.child.kill('SIGTERM');
    await ended;
  }

  private referenceOf(id: string): string {
    return join(this.directory, 'docs', id, 'golden-reference.md');
  }
}
