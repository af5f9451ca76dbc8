import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath, pathToFileURL } from 'node:url';

const COMMAND = fileURLToPath(new URL('../../../../apps/topicmill/bin/topicmill.js', import.meta.url));

/** Writes the CPU time of the command to a pipe of its own when it ends. */
const TIMED = `import { writeSync } from 'node:fs';
process.on('exit', () => writeSync(3, JSON.stringify(process.cpuUsage())));
process.argv.splice(1, 0, ${JSON.stringify(COMMAND)});
await import(${JSON.stringify(pathToFileURL(COMMAND).href)});`;

/**
 * Runs `topicmill` in a folder, and returns what it wrote to standard output.
 *
 * @throws Error when it fails
 */
export async function runTopicmill(
  directory: string,
  args: readonly string[],
): Promise<{ readonly out: string; readonly cpuSeconds: number }> {
  const command = ['--input-type=module', '-e', TIMED, ...args];
  const child = spawn(process.execPath, command, { cwd: directory, stdio: ['ignore', 'pipe', 'inherit', 'pipe'] });
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  const [out, usage] = await Promise.all([text(child.stdout!), text(child.stdio[3] as NodeJS.ReadableStream)]);
  if ((await ended) !== 0) throw new Error(`topicmill ${args.join(' ')} failed:\n${out}`);
  const { user, system } = JSON.parse(usage) as NodeJS.CpuUsage;
  return { out, cpuSeconds: (user + system) / 1e6 };
}
