/** The line before each mail of a mailbox: a sender or `-`, and a time. A line that only begins with `From ` is text. */
const SEPARATOR = /^From \S.*(?:\b\d{1,2}:\d{2}(?::\d{2})?\b.*\b\d{4}\b|\b\d{4}\b.*\b\d{1,2}:\d{2}\b)/;
/** A line of text that would have looked like a separator. */
const QUOTED_SEPARATOR = /^>+From /;

/** Whether a file contains emails one after the other (mbox), by its name or its first line. */
export function isMailbox(fileName: string, head: string): boolean {
  return /\.(?:mbox|mbx)$/i.test(fileName) || SEPARATOR.test(head.split(/\r?\n/, 1)[0]!);
}

/**
 * The emails of a mailbox (mbox; quoting by `>` is undone), each as it was sent. Only one of them is in memory at a time.
 *
 * @param parts the file's bytes, cut anywhere
 */
export async function* splitMailbox(
  parts: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  let lines: string[] | undefined;
  let isAfterBlank = true;
  for await (const line of linesOf(parts)) {
    const bare = line.replace(/\r$/, '');
    if (isAfterBlank && SEPARATOR.test(bare)) {
      if (lines !== undefined) yield mailOf(lines);
      lines = [];
    } else lines?.push(QUOTED_SEPARATOR.test(line) ? line.slice(1) : line);
    isAfterBlank = bare === '';
  }
  if (lines !== undefined) yield mailOf(lines);
}

/** Lines without their LF, a byte a character. */
async function* linesOf(parts: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): AsyncGenerator<string> {
  let rest = '';
  for await (const part of parts) {
    const lines = `${rest}${Buffer.from(part).toString('latin1')}`.split('\n');
    rest = lines.pop()!;
    yield* lines;
  }
  if (rest !== '') yield rest;
}

/** The blank line before the next separator belongs to the separator. */
function mailOf(lines: readonly string[]): Uint8Array {
  const isPadded = /^\r?$/.test(lines.at(-1) ?? 'text');
  return Buffer.from((isPadded ? lines.slice(0, -1) : lines).map((line) => `${line}\n`).join(''), 'latin1');
}
