import { createInterface } from 'node:readline';
import pc from 'picocolors';
import supportsHyperlinks from 'supports-hyperlinks';

/** Where a command reads from and writes to. stdout is for the result, stderr for everything else. */
export interface CommandIo {
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  /** Where answers to questions come from; without it nobody can be asked. */
  readonly stdin?: InputStream;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Whether standard output is a terminal that makes links of OSC 8. */
  readonly hasLinks?: boolean;
  /** Whether progress is not reported. */
  readonly isQuiet?: boolean;
}

export interface OutputStream {
  write(text: string): unknown;
  readonly isTTY?: boolean;
  /** Characters in a line of a terminal. */
  readonly columns?: number;
  /** Lines of a terminal. */
  readonly rows?: number;
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
  const { stdout, stderr, stdin, env } = process;
  return { stdout, stderr, stdin, cwd: process.cwd(), env, hasLinks: supportsHyperlinks.stdout };
}

function surviveClosedPipe(stream: NodeJS.WriteStream): void {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    if (process.listenerCount('SIGTERM') > 0) process.emit('SIGTERM', 'SIGTERM');
  });
}

/**
 * Colours for a stream: none unless it is a terminal that has them, none when `NO_COLOR` is set, always when `FORCE_COLOR` is
 * set to anything but 0.
 */
export function coloursFor(stream: OutputStream, env: CommandIo['env']): ReturnType<typeof pc.createColors> {
  const { NO_COLOR: off, FORCE_COLOR: on, TERM: terminal } = env as Record<string, string | undefined>;
  if (off !== undefined && off !== '') return pc.createColors(false);
  if (on !== undefined) return pc.createColors(!/^(?:0|false)$/.test(on));
  return pc.createColors(stream.isTTY === true && terminal !== 'dumb');
}

const COLOUR_CHOICES: Readonly<Record<string, CommandIo['env'] | undefined>> = {
  '--color': { NO_COLOR: undefined, FORCE_COLOR: '1' },
  '--color=always': { NO_COLOR: undefined, FORCE_COLOR: '1' },
  '--color=never': { NO_COLOR: '1', FORCE_COLOR: undefined },
  '--no-color': { NO_COLOR: '1', FORCE_COLOR: undefined },
  '--color=auto': { NO_COLOR: undefined, FORCE_COLOR: undefined },
};

/** Takes `--color`, `--color=<when>` and `--no-color` out of a command line; the last one decides for all that is written. */
export function withColourOption(args: readonly string[], io: CommandIo): { args: readonly string[]; io: CommandIo } {
  const end = args.indexOf('--');
  const isChoice = (each: string, at: number): boolean => each in COLOUR_CHOICES && (end < 0 || at < end);
  const chosen = args.findLast(isChoice);
  if (chosen === undefined) return { args, io };
  return {
    args: args.filter((each, at) => !isChoice(each, at)),
    io: { ...io, env: { ...io.env, ...COLOUR_CHOICES[chosen] } },
  };
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

const STOP_SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** Resolves at the first signal to stop; a second one ends the process as it always would. */
export function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    const stop = (): void => {
      for (const signal of STOP_SIGNALS) process.off(signal, stop);
      resolve();
    };
    for (const signal of STOP_SIGNALS) process.on(signal, stop);
  });
}

/**
 * Does work that Ctrl+C brings to an orderly end: at the first one `stop` is aborted, a second one ends the process as it
 * always would.
 */
export async function untilInterrupted<T>(work: (stop: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const stop = (): void => controller.abort();
  process.once('SIGINT', stop);
  try {
    return await work(controller.signal);
  } finally {
    process.off('SIGINT', stop);
  }
}
