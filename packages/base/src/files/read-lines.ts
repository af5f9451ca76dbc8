import { closeSync, openSync, readSync } from 'node:fs';
import { TopicmillError } from '../diagnostics/index.js';
import { attempt } from './attempt.js';
import { unreadable } from './read-document.js';

const BUFFER_BYTES = 1 << 20;
const REMEDY = 'Check that it exists and that you may read it.';

/**
 * Lines of a file that may be too large to be held in memory, without the line feeds between them; other signs that end
 * lines stay in them. A line feed at the end begins no further line.
 *
 * @throws TopicmillError `FILE_UNREADABLE`, `NOT_UTF8` (with the line, or one shortly before it)
 */
export function* readLines(path: string, displayPath: string = path): Generator<string> {
  let line = 1;
  let rest = '';
  for (const text of decoded(path, displayPath, () => line)) {
    const lines = (rest + text).split('\n');
    rest = lines.pop()!;
    for (const each of lines) {
      yield each;
      line += 1;
    }
  }
  if (rest !== '') yield rest;
}

/**
 * As `readLines`, of what comes piece by piece, without the carriage return of a line end either. What is not UTF-8 becomes
 * U+FFFD. `node:readline` ends lines at U+2028 and U+2029 too from Node 24 on, which JSON has inside of strings.
 */
export async function* linesOfStream(input: AsyncIterable<Uint8Array | string>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let parts: string[] = [];
  const line = (): string => parts.join('').replace(/\r$/, '');
  for await (const piece of input) {
    const [first, ...others] = (typeof piece === 'string' ? piece : decoder.decode(piece, { stream: true })).split(
      '\n',
    );
    parts.push(first!);
    for (const other of others) {
      yield line();
      parts = [other];
    }
  }
  parts.push(decoder.decode());
  if (parts.some((part) => part !== '')) yield line();
}

function* decoded(path: string, displayPath: string, lineOf: () => number): Generator<string> {
  const refusal = (cause: unknown) => unreadable(displayPath, REMEDY, cause);
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  const file = attempt(() => openSync(path, 'r'), refusal);
  try {
    const buffer = Buffer.alloc(BUFFER_BYTES);
    for (let isEnd = false; !isEnd; ) {
      const count = attempt(() => readSync(file, buffer), refusal);
      isEnd = count === 0;
      let text: string;
      try {
        text = decoder.decode(buffer.subarray(0, count), { stream: !isEnd });
      } catch (cause) {
        throw new TopicmillError('NOT_UTF8', 'The file is not valid UTF-8.', {
          file: displayPath,
          line: lineOf(),
          remedy: 'Save it as UTF-8.',
          cause,
        });
      }
      yield text;
    }
  } finally {
    closeSync(file);
  }
}
