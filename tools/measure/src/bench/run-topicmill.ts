import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath, pathToFileURL } from 'node:url';

const COMMAND = fileURLToPath(new URL('../../../../apps/topicmill/bin/topicmill.js', import.meta.url));

/** Writes the CPU time of the process to a pipe of its own when it ends. */
const TIMED = `import { writeSync } from 'node:fs';
process.on('exit', () => writeSync(3, JSON.stringify(process.cpuUsage())));`;

/** What a process wrote to standard output, and what it took, Node's own start included. */
export interface TimedRun {
  readonly out: string;
  readonly cpuSeconds: number;
}

/**
 * Runs `topicmill` in a folder.
 *
 * @throws Error when it fails
 */
export function runTopicmill(directory: string, args: readonly string[]): Promise<TimedRun> {
  const script = `${TIMED}
process.argv.splice(1, 0, ${JSON.stringify(COMMAND)});
await import(${JSON.stringify(pathToFileURL(COMMAND).href)});`;
  return run(directory, script, args);
}

/** Runs a program that does nothing. */
export function runNothing(): Promise<TimedRun> {
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
