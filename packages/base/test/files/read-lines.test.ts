import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { linesOfStream, readLines } from '../../src/files/index.js';
import { temporaryDirectory } from './temporary-directory.js';

const linesOf = (content: string | Uint8Array, path = join(temporaryDirectory(), 'file')): string[] => {
  writeFileSync(path, content);
  return [...readLines(path, 'file')];
};

describe('readLines', () => {
  it('ends lines at line feeds alone', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'é', '茶', '😀', '\n', '\r', '\u2028', '\uFEFF') });
    const path = join(temporaryDirectory(), 'file');
    fc.assert(
      fc.property(text, (content) => {
        const lines = content.split('\n');
        if (lines.at(-1) === '') lines.pop();
        expect(linesOf(content, path)).toEqual(lines);
      }),
    );
  });

  it('reads characters whole that two reads have a part of', () => {
    for (const start of ['', 'a', 'ab']) {
      const long = `${start}${'茶'.repeat(800_000)}`;
      expect(linesOf(`${long}\nend`).map((line) => line.length)).toEqual([long.length, 3]);
    }
  });

  it('names the file and the line where a file is not UTF-8, and a file that is not there', () => {
    expect(() => linesOf(Buffer.from([0x61, 0x0a, 0xff, 0x0a]))).toThrow(
      expect.objectContaining({ code: 'NOT_UTF8', file: 'file' }),
    );
    expect(() => [...readLines(join(temporaryDirectory(), 'none'), 'none')]).toThrow(
      expect.objectContaining({ code: 'FILE_UNREADABLE', file: 'none' }),
    );
  });
});

it('linesOfStream ends lines at line feeds alone, wherever the pieces are cut', async () => {
  const text = fc.string({ unit: fc.constantFrom('a', '茶', '😀', '\n', '\r\n', '\u2028', '\u0085', '\uFEFF') });
  await fc.assert(
    fc.asyncProperty(text, fc.integer({ min: 1, max: 5 }), async (content, size) => {
      const bytes = Buffer.from(content);
      const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
        bytes.subarray(index * size, (index + 1) * size),
      );
      const lines = content.split(/\r?\n/);
      if (lines.at(-1) === '') lines.pop();
      const found: string[] = [];
      for await (const line of linesOfStream(Readable.from(pieces))) found.push(line);
      expect(found).toEqual(lines);
    }),
  );
});
