import { Transform } from 'node:stream';

const LINE_FEED = 0x0a;
/** As much of a line's ends as its id is looked for in, in bytes. */
const END_LENGTH = 200;
const ID = String.raw`"id"\s*:\s*("(?:[^"\\]|\\.)*"|-?\d+)`;
const ID_AT_START = new RegExp(String.raw`^\s*\{\s*(?:"jsonrpc"\s*:\s*"2\.0"\s*,\s*)?${ID}`);
const ID_AT_END = new RegExp(String.raw`,\s*${ID}\s*(?:,\s*"jsonrpc"\s*:\s*"2\.0"\s*)?\}\s*$`);

/** What is done with lines. */
export interface LineChecks {
  /** Told the id of the request that a line left out contains, as JSON, where it is at either end of it. */
  onTooLong(id: string | undefined): void;
  /** Whether a line that is not too long is passed on. */
  accept(line: string): boolean;
}

/**
 * Passes on lines, and leaves out those that are too long: the protocol's own reader would close the connection.
 *
 * @param maxBytes of a line
 */
export function limitedLines(maxBytes: number, { onTooLong, accept }: LineChecks): Transform {
  let parts: Buffer[] = [];
  let length = 0;
  let start = '';
  let end = Buffer.alloc(0);
  const add = (part: Buffer): void => {
    if (length === 0) start = part.subarray(0, END_LENGTH).toString();
    length += part.length;
    if (length <= maxBytes) {
      parts.push(part);
      return;
    }
    end = Buffer.concat([end, ...parts, part]).subarray(-END_LENGTH);
    parts = [];
  };
  const finishLine = (lines: Transform): void => {
    if (length > maxBytes) onTooLong((ID_AT_START.exec(start) ?? ID_AT_END.exec(end.toString()))?.[1]);
    else if (length > 0) {
      const line = Buffer.concat(parts);
      if (accept(line.toString())) lines.push(line);
    }
    [parts, length, start, end] = [[], 0, '', Buffer.alloc(0)];
  };
  return new Transform({
    transform(chunk: Buffer, _, done) {
      for (let from = 0; from < chunk.length; ) {
        const found = chunk.indexOf(LINE_FEED, from);
        const to = found < 0 ? chunk.length : found + 1;
        add(chunk.subarray(from, to));
        if (found >= 0) finishLine(this);
        from = to;
      }
      done();
    },
    flush(done) {
      finishLine(this);
      done();
    },
  });
}
