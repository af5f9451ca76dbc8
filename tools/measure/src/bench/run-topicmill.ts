import { type ChildProcess, spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath, pathToFileURL } from 'node:url';

const COMMAND = fileURLToPath(new URL('../../../../apps/topicmill/bin/topicmill.js', import.meta.url));

/** Writes what the process took to a pipe of its own when it ends. */
const TIMED = `import { writeSync } from 'node:fs';
process.on('exit', () => writeSync(3, JSON.stringify(process.resourceUsage())));`;

/** What a process wrote to standard output, and what it took, Node's own start included. */
export interface TimedRun {
  readonly out: string;
  readonly seconds: number;
  /** User and system time. */
  readonly cpuSeconds: number;
  /** Largest resident size. */
  readonly peakBytes: number;
}

/** A process whose standard input and output are pipes. */
export interface TimedProcess {
  readonly child: ChildProcess;
  /** Resolves when the process has ended; rejects when it failed. */
  readonly ended: Promise<Omit<TimedRun, 'out'>>;
}

/** Starts `topicmill` in a folder. */
export function startTopicmill(directory: string, args: readonly string[]): TimedProcess {
  const script = `${TIMED}
process.argv.splice(1, 0, ${JSON.stringify(COMMAND)});
await import(${JSON.stringify(pathToFileURL(COMMAND).href)});`;
  return start(directory, script, args);
}

/**
 * Runs `topicmill` in a folder.
 *
 * @throws Error when it fails
 */
export function runTopicmill(directory: string, args: readonly string[]): Promise<TimedRun> {
  return finished(startTopicmill(directory, args));
}

/** Runs a program that does nothing. */
export function runNothing(): Promise<TimedRun> {
  return finished(start(process.cwd(), TIMED, []));
}

async function finished({ child, ended }: TimedProcess): Promise<TimedRun> {
  child.stdin!.end();
  const [out, taken] = await Promise.all([text(child.stdout!), ended]);
  return { out, ...taken };
}

function start(directory: string, script: string, args: readonly string[]): TimedProcess {
  const before = performance.now();
  const command = ['--input-type=module', '-e', script, '--', ...args];
  const child = spawn(process.execPath, command, { cwd: directory, stdio: ['pipe', 'pipe', 'pipe', 'pipe'] });
  const status = new Promise<number | null>((resolve) => child.on('close', resolve));
  const taken = async (): Promise<Omit<TimedRun, 'out'>> => {
    const [errors, usage] = await Promise.all([
      text(child.stderr!),
      text(child.stdio[3] as NodeJS.ReadableStream),
      status,
    ]);
    if ((await status) !== 0) throw new Error(`topicmill ${args.join(' ')} failed:\n${errors}`);
    const { userCPUTime, systemCPUTime, maxRSS } = JSON.parse(usage) as NodeJS.ResourceUsage;
    return {
      seconds: (performance.now() - before) / 1000,
      cpuSeconds: (userCPUTime + systemCPUTime) / 1e6,
      peakBytes: maxRSS * 1024,
    };
  };
  return { child, ended: taken() };
}
