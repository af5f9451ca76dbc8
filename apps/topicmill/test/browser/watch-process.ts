import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished } from 'vitest';

const COMMAND = fileURLToPath(new URL('../../bin/topicmill.js', import.meta.url));

/** The compiled command in a process of its own; resolves with the address that it serves at. */
export async function watchAndServe(cwd: string): Promise<string> {
  const child: ChildProcess = spawn(process.execPath, [COMMAND, 'watch', '--serve', '--port', '0', '--json'], { cwd });
  const ended = new Promise<unknown>((resolve) => child.once('exit', resolve));
  onTestFinished(async () => {
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
  });
  for await (const line of createInterface({ input: child.stdout! })) {
    const event = JSON.parse(line) as { readonly kind: string; readonly url?: string };
    if (event.kind === 'serving') {
      child.stdout!.resume();
      return event.url!;
    }
  }
  throw new Error('It ended before it served.');
}
