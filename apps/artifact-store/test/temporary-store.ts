import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { onTestFinished } from 'vitest';
import { main } from '../src/main.js';

export interface Ran {
  readonly exitCode: number;
  readonly out: string;
  readonly err: string;
}

interface RunOptions {
  readonly input?: string | undefined;
  readonly folder?: string | undefined;
  readonly env?: Readonly<Record<string, string>> | undefined;
}

export interface TemporaryStore {
  readonly folder: string;
  write(path: string, content: string | Uint8Array): string;
  /** Runs a command in the folder or one below it, with what it finds on stdin. */
  run(args: readonly string[], options?: RunOptions): Promise<Ran>;
}

/** A folder for a store and files, removed after the test. */
export function temporaryStore(): TemporaryStore {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'artifact-store-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return {
    folder,
    write(path, content) {
      const absolute = join(folder, path);
      mkdirSync(dirname(absolute), { recursive: true });
      writeFileSync(absolute, content);
      return absolute;
    },
    async run(args, { input, folder: below = '', env = {} } = {}) {
      let [out, err] = ['', ''];
      const exitCode = await main(args, {
        stdout: { write: (text) => (out += text) },
        stderr: { write: (text) => (err += text) },
        ...(input !== undefined && { stdin: Readable.from([Buffer.from(input)]) as never }),
        cwd: join(folder, below),
        env,
      });
      return { exitCode, out, err };
    },
  };
}

/** A text of more tokens than an artifact may have to be stored whole. */
export function longText(subject: string, paragraphCount = 60): string {
  return Array.from(
    { length: paragraphCount },
    (_, at) =>
      `Paragraph ${at} of ${subject} says that the harbour crane lifts container ${at * 7} on every second morning, and that the keeper writes its weight into the book.`,
  ).join('\n\n');
}
