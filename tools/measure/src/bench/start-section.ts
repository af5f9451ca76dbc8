import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { median } from '../statistics.js';
import type { Table } from '../table-command.js';

const COMMAND = fileURLToPath(new URL('../../../../apps/topicmill/bin/topicmill.js', import.meta.url));

/** Writes the CPU time of the process to a pipe of its own when it ends. */
const TIMED = `import { writeSync } from 'node:fs';
process.on('exit', () => writeSync(3, JSON.stringify(process.cpuUsage())));`;

/** What a process wrote to standard output, and what it took, Node's own start included. */
interface TimedRun {
  readonly out: string;
  readonly cpuSeconds: number;
}

/**
 * Runs `topicmill` in a folder.
 *
 * @throws Error when it fails
 */
function runTopicmill(directory: string, args: readonly string[]): Promise<TimedRun> {
  const script = `${TIMED}
process.argv.splice(1, 0, ${JSON.stringify(COMMAND)});
await import(${JSON.stringify(pathToFileURL(COMMAND).href)});`;
  return run(directory, script, args);
}

/** Runs a program that does nothing. */
function runNothing(): Promise<TimedRun> {
  return run(process.cwd(), TIMED, []);
}

async function run(directory: string, script: string, args: readonly string[]): Promise<TimedRun> {
  const command = ['--input-type=module', '-e', script, '--', ...args];
  const child = spawn(process.execPath, command, { cwd: directory, stdio: ['ignore', 'pipe', 'inherit', 'pipe'] });
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  const [out, usage] = await Promise.all([text(child.stdout!), text(child.stdio[3] as NodeJS.ReadableStream)]);
  if ((await ended) !== 0) throw new Error(`topicmill ${args.join(' ')} failed:\n${out}`);
  const { user, system } = JSON.parse(usage) as NodeJS.CpuUsage;
  return { out, cpuSeconds: (user + system) / 1e6 };
}

/** A docs repository that is built: this one. */
const DOCS = fileURLToPath(new URL('../../../../', import.meta.url));
const COMMANDS: readonly (readonly string[])[] = [
  ['--version'],
  ['--help'],
  ['query', '--help'],
  ['query', 'how are embeddings cached'],
  ['context', 'how are embeddings cached'],
  ['explain', 'docs/concepts/search/golden-reference.md'],
];
const MS_PER_SECOND = 1000;

/** CPU time of commands that people and agents start often, on our own docs, compared with that of Node doing nothing. */
export async function startSection(rounds: number): Promise<Table> {
  const contenders = [
    { name: 'node, doing nothing', run: runNothing },
    ...COMMANDS.map((args) => ({ name: commandLine(args), run: () => runTopicmill(DOCS, args) })),
  ];
  const times = contenders.map((): number[] => []);
  // The first round makes the search index and fills the caches of the disk.
  for (let round = 0; round <= rounds; round++) {
    for (const [at, { run }] of contenders.entries()) {
      const { cpuSeconds } = await run();
      if (round > 0) times[at]!.push(MS_PER_SECOND * cpuSeconds);
    }
  }
  const nothing = median(times[0]!);
  return {
    title: 'Start',
    notes: [
      `CPU time of a process, Node's own start included: medians of ${rounds} alternating runs, by Node ${process.version}.`,
    ],
    columns: ['ms', 'times node'],
    rows: contenders.map(({ name }, at) => ({ name, values: [median(times[at]!), median(times[at]!) / nothing] })),
  };
}

function commandLine(args: readonly string[]): string {
  return ['topicmill', ...args.map((arg) => (arg.includes(' ') ? `"${arg}"` : arg))].join(' ');
}
