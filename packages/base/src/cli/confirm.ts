import { createInterface } from 'node:readline';
import type { CommandIo } from './command-io.js';

/** Whether there is somebody at a terminal to ask. */
export function canAsk({ stdin, stderr }: CommandIo): boolean {
  return stdin?.isTTY === true && stderr.isTTY === true;
}

/** Asks a question on stderr; anything but `y` or `yes` is a no, and so is the end of the input. */
export function confirm(question: string, io: CommandIo): Promise<boolean> {
  const { stdin } = io;
  if (stdin === undefined) return Promise.resolve(false);
  io.stderr.write(`${question} (y/N) `);
  const lines = createInterface({ input: stdin });
  return new Promise((resolve) => {
    lines.once('line', (answer) => {
      resolve(/^\s*y(?:es)?\s*$/i.test(answer));
      lines.close();
    });
    lines.once('close', () => resolve(false));
  });
}
