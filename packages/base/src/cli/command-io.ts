import { createInterface } from 'node:readline';
import pc from 'picocolors';

/** Where a command reads from and writes to. stdout is for the result, stderr for everything else. */
export interface CommandIo {
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  /** Where answers to questions come from; without it nobody can be asked. */
  readonly stdin?: InputStream;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

interface OutputStream {
  write(text: string): unknown;
  readonly isTTY?: boolean;
  /** Characters in a line of a terminal. */
  readonly columns?: number;
}

interface InputStream extends NodeJS.ReadableStream {
  readonly isTTY?: boolean;
}

/**
 * The process's own streams, folder and environment. A reader that goes away, as `head` does, changes nothing but that
 * further output is dropped: the work is finished and the exit code is its own. A command that runs until it is stopped
 * is stopped.
 */
export function processIo(): CommandIo {
  surviveClosedPipe(process.stdout);
  surviveClosedPipe(process.stderr);
  return { stdout: process.stdout, stderr: process.stderr, stdin: process.stdin, cwd: process.cwd(), env: process.env };
}

function surviveClosedPipe(stream: NodeJS.WriteStream): void {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    if (process.listenerCount('SIGTERM') > 0) process.emit('SIGTERM', 'SIGTERM');
  });
}

/** Colours for a stream: none unless it is a terminal, none when `NO_COLOR` is set, always when `FORCE_COLOR` is. */
export function coloursFor(stream: OutputStream, env: CommandIo['env']): ReturnType<typeof pc.createColors> {
  const { NO_COLOR: off, FORCE_COLOR: on } = env as { NO_COLOR?: string; FORCE_COLOR?: string };
  if (off !== undefined && off !== '') return pc.createColors(false);
  return pc.createColors((on !== undefined && on !== '0') || stream.isTTY === true);
}

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
