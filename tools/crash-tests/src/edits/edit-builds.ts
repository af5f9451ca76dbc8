import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { wholeNumber } from '@topicmill/base/cli';
import { TopicmillError } from '@topicmill/base/diagnostics';
import { errorCode } from '@topicmill/base/files';
import { type Row, type Table, tableCommand } from '@topicmill/measure/tables';
import { buildDocs } from '@topicmill/pipeline/docs-build';
import { openWorkspace } from '@topicmill/pipeline/workspace';
import { Random } from '@topicmill/test-support/generate';
import { runBuild } from '../builds/run-build.js';
import { linkPackages } from '../builds/scenarios.js';
import { pauseSometimes } from './pause-sometimes.js';

const REFERENCE = 'docs/guide/golden-reference.md';
const SPEC = 'docs/guide/topic-spec.md';
const TOPICMILL = fileURLToPath(new URL('../../../../apps/topicmill/bin/topicmill.js', import.meta.url));

/** Share of the calls of an editor at which it pauses. */
const EDITOR_SHARE = 0.2;

/** Ways in which editors save a file. */
const SAVES: Readonly<Record<string, Save>> = {
  appended: (path, line, pause) => write(path, 'a', line, pause),
  'in place': (path, line, pause) => {
    const text = readThere(path);
    pause();
    write(path, 'w', text + line, pause);
  },
  'by rename': (path, line, pause) => {
    writeFileSync(`${path}.editor`, readThere(path) + line);
    pause();
    renameSync(`${path}.editor`, path);
  },
};

/** @param pause is called where the editor may be interrupted */
type Save = (path: string, line: string, pause: () => void) => void;

function write(path: string, flags: string, text: string, pause: () => void): void {
  const file = openSync(path, flags);
  pause();
  writeSync(file, text);
  closeSync(file);
}

/** An editor has the text, although for an instant there is no file. */
function readThere(path: string): string {
  for (;;) {
    try {
      return readFileSync(path, 'utf8');
    } catch (thrown) {
      if (errorCode(thrown) !== 'ENOENT') throw thrown;
    }
  }
}

interface EditOptions {
  readonly edits: number;
  readonly seed: number;
  readonly delayMs: number;
  readonly pauseMs: number;
  readonly nx?: true;
}

/** Runs `npm run test:edits`; see `--help`. Fails if an edit was lost with a slow server, or by Nx. */
export const editBuilds = tableCommand<EditOptions>(
  {
    name: 'npm run test:edits --',
    description:
      'Edits a topic-spec.md while another process builds its topic again and again, and counts the edits that are lost; then while a build, and watch, wait for a slow embedding server.',
    examples: [
      ['npm run test:edits -- --edits 3000 --seed 1', 'a thousand edits of each kind'],
      ['npm run test:edits -- --edits 3000 --nx', 'while Nx restores the results from its cache'],
    ],
  },
  (program) =>
    program
      .option('--edits <number>', 'edits, of all kinds together', wholeNumber(1), 3000)
      .option('--seed <number>', 'another seed edits at other times', wholeNumber(0), 1)
      .option('--nx', 'builds by Nx, of texts whose results are in its cache; nothing else')
      .option('--pause-ms <number>', 'build and editor pause up to so long at some calls', wholeNumber(0), 0)
      .option('--delay-ms <number>', 'for so long the slow server does not answer', wholeNumber(0), 3000),
  async function* measure({ edits, seed, delayMs, pauseMs, nx }) {
    if (nx) {
      yield* editDuringNx(edits, new Random(seed));
      return;
    }
    const rows: Row[] = [];
    for (const [kind, save] of Object.entries(SAVES)) {
      const count = Math.floor(edits / Object.keys(SAVES).length);
      const { lost, rounds } = await editDuringBuilds(save, count, new Random(seed), pauseMs);
      rows.push({ name: kind, values: [count, rounds, lost] });
    }
    yield {
      title: 'Edits during builds',
      notes: [
        `Seed ${seed}. An edit every 0 to ${gapMs(pauseMs)} ms, while another process builds the topic.`,
        ...(pauseMs === 0 ? [] : [`Builds and editors pause for up to ${pauseMs} ms at some calls.`]),
      ],
      columns: ['edits', 'builds meanwhile', 'lost'],
      rows,
    };
    const slow: Row[] = [];
    for (const mode of ['build', 'watch']) {
      for (const [kind, save] of Object.entries(SAVES)) {
        const isKept = await editDuringSlowBuild(mode, save, delayMs);
        slow.push({ name: `${mode}, ${kind}`, values: [1, isKept ? 0 : 1] });
      }
    }
    yield {
      title: 'Edits while an embedding server is waited for',
      notes: [`The server answers after ${delayMs} ms.`],
      columns: ['edits', 'lost'],
      rows: slow,
    };
    if (slow.some(({ values }) => values[1] !== 0)) {
      throw new TopicmillError('AUTHORED_PART_CHANGED', 'An edit was lost while a build waited for a server.', {
        remedy: 'Run `npm run test:edits -- --edits 3` again.',
      });
    }
  },
);

/** Time for the file to be seen unchanged, at times. */
function gapMs(pauseMs: number): number {
  return 24 + pauseMs;
}

async function editDuringBuilds(
  save: Save,
  count: number,
  random: Random,
  pauseMs: number,
): Promise<{ readonly lost: number; readonly rounds: number }> {
  return inDocsRoot(async (root) => {
    await buildDocs(openWorkspace(root, { env: {} }), {});
    const builder = fork(fileURLToPath(new URL('build-again.js', import.meta.url)), [root, REFERENCE], {
      execArgv: pauseMs === 0 ? [] : [`--import=${new URL('pause-calls.js', import.meta.url)}`],
      env: { ...process.env, TOPICMILL_TEST_PAUSE_MS: `${pauseMs}`, TOPICMILL_TEST_PAUSE_NAME: 'topic-spec.md' },
    });
    let rounds = 0;
    builder.on('message', () => rounds++);
    await once(builder, 'message');
    for (let number = 0; number < count; number++) {
      await delay(random.integer(0, gapMs(pauseMs)));
      save(join(root, SPEC), `\nEdit ${number}.\n`, () => pauseSometimes(EDITOR_SHARE, pauseMs));
    }
    await end(builder);
    await buildDocs(openWorkspace(root, { env: {} }), {});
    return { lost: lostOf(root, count), rounds };
  });
}

/** What Nx builds in turn, so that it has the result of each. */
const TEXTS = ['', '\n## Stop\n\nHow to stop.\n', '\n## Pause\n\nHow to pause.\n'];

/** Edits during one run of Nx at most, so that there are many runs. */
const EDITS_A_RUN = 50;

/** @throws TopicmillError `AUTHORED_PART_CHANGED` if an edit was lost */
async function* editDuringNx(edits: number, random: Random): AsyncGenerator<Table> {
  const rows: Row[] = [];
  for (const [kind, save] of Object.entries(SAVES)) {
    const count = Math.floor(edits / Object.keys(SAVES).length);
    const { lost, rounds, hits } = await editDuringNxBuilds(save, count, random);
    rows.push({ name: kind, values: [count, rounds, hits, lost] });
  }
  yield {
    title: 'Edits during builds by Nx',
    notes: [
      'An edit every 0 to 24 ms, from a random moment of `nx run-many -t index` to its end; before each, reference and topic-spec.md become those of an earlier run.',
    ],
    columns: ['edits', 'runs of Nx', 'tasks from the cache', 'lost'],
    rows,
  };
  if (rows.some(({ values }) => values.at(-1) !== 0)) {
    throw new TopicmillError('AUTHORED_PART_CHANGED', 'An edit was lost while Nx was running.', {
      remedy: 'Run `npm run test:edits -- --edits 300 --nx` again.',
    });
  }
}

async function editDuringNxBuilds(
  save: Save,
  count: number,
  random: Random,
): Promise<{ readonly lost: number; readonly rounds: number; readonly hits: number }> {
  return inDocsRoot(async (root) => {
    linkPackages(root);
    const text = readFileSync(join(root, REFERENCE), 'utf8');
    const build = async (round: number): Promise<void> => {
      writeFileSync(join(root, REFERENCE), text + TEXTS[round % TEXTS.length]!);
      await runBuild('nx', root).finished;
    };
    const specs: string[] = [];
    let buildMs = 0;
    for (let round = 0; round < TEXTS.length; round++) {
      const startMs = performance.now();
      await build(round);
      buildMs = performance.now() - startMs;
      specs.push(readThere(join(root, SPEC)));
    }
    let [number, lost, rounds, hits] = [0, 0, 0, 0];
    for (; number < count; rounds++) {
      writeFileSync(join(root, SPEC), specs[(rounds + TEXTS.length - 1) % TEXTS.length]!);
      const first = number;
      let isRunning = true;
      const run = build(rounds).finally(() => {
        isRunning = false;
      });
      await delay(random.integer(0, Math.ceil(buildMs)));
      while (isRunning && number < Math.min(count, first + EDITS_A_RUN)) {
        save(join(root, SPEC), `\nEdit ${number++}.\n`, () => {});
        await delay(random.integer(0, gapMs(0)));
      }
      await run;
      hits += cachedTasks(root);
      lost += lostOf(root, number, first);
    }
    return { lost, rounds, hits };
  });
}

/** How many tasks of the last run Nx answered from its cache. */
function cachedTasks(root: string): number {
  const { tasks } = JSON.parse(readFileSync(join(root, '.nx/cache/run.json'), 'utf8')) as {
    tasks: { cacheStatus: string }[];
  };
  return tasks.filter(({ cacheStatus }) => cacheStatus !== 'cache-miss').length;
}

async function editDuringSlowBuild(mode: string, save: Save, delayMs: number): Promise<boolean> {
  return inDocsRoot(async (root) => {
    let asked: () => void = () => {};
    const isAsked = new Promise<void>((resolve) => {
      asked = resolve;
    });
    const server = await slowServer(delayMs, () => asked());
    const { port } = server.address() as AddressInfo;
    await buildDocs(openWorkspace(root, { env: {} }), {});
    const env = { ...process.env, OLLAMA_HOST: `127.0.0.1:${port}`, TOPICMILL_EMBEDDING_MODEL: 'ollama:slow' };
    const command = spawn(process.execPath, [TOPICMILL, mode], { cwd: root, env, stdio: 'ignore' });
    const ended = once(command, 'exit');
    await isAsked;
    save(join(root, SPEC), '\nEdit 0.\n', () => {});
    if (mode === 'build') await ended;
    else {
      await waitFor(() => readFileSync(join(root, SPEC), 'utf8').includes('ollama:slow'), delayMs * 10);
      await end(command);
    }
    server.closeAllConnections();
    server.close();
    return readFileSync(join(root, SPEC), 'utf8').includes('ollama:slow') && lostOf(root, 1) === 0;
  });
}

async function inDocsRoot<T>(work: (root: string) => Promise<T>): Promise<T> {
  const root = mkdtempSync(join(tmpdir(), 'topicmill-edits-'));
  try {
    mkdirSync(dirname(join(root, REFERENCE)), { recursive: true });
    writeFileSync(join(root, 'topicmill.yaml'), 'docsRoot: docs\n');
    writeFileSync(join(root, REFERENCE), '# Guide\n\nWhat the guide is about.\n\n## Start\n\nHow to start.\n');
    return await work(root);
  } finally {
    rmSync(root, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** @param first number of the first edit that must be there */
function lostOf(root: string, count: number, first = 0): number {
  const lines = new Set(readFileSync(join(root, SPEC), 'utf8').split('\n'));
  const numbers = Array.from({ length: count - first }, (_, at) => first + at);
  return numbers.filter((number) => !lines.has(`Edit ${number}.`)).length;
}

async function end(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}

async function waitFor(isTrue: () => boolean, limitMs: number): Promise<void> {
  for (const startMs = performance.now(); !isTrue() && performance.now() - startMs < limitMs; ) await delay(50);
}

/** Answers as Ollama's `/api/embed` does, after a while. */
async function slowServer(delayMs: number, onRequest: () => void): Promise<Server> {
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const body = Buffer.concat(parts).toString('utf8');
    const { input = [] } = (body === '' ? {} : JSON.parse(body)) as { input?: string[] };
    if (request.url === '/api/embed') {
      onRequest();
      await delay(delayMs);
    }
    response.writeHead(request.url === '/api/embed' ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ model: 'slow', embeddings: input.map((text) => [text.length, 1, 2, 3]) }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}
