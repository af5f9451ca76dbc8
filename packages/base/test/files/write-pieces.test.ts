import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { writePieces } from '../../src/files/index.js';
import { temporaryDirectory } from './temporary-directory.js';

describe('writePieces', () => {
  it('writes all pieces below a folder that is not there yet, and leaves nothing else', () => {
    const directory = temporaryDirectory();
    const pieces = Array.from({ length: 3000 }, (_, at) => `${at} ${'ö'.repeat(500)}\n`);
    const path = join(directory, 'a/b.txt');
    expect(writePieces(path, pieces)).toEqual({
      isWritten: true,
      byteCount: Buffer.byteLength(pieces.join('')),
    });
    expect(readFileSync(path, 'utf8')).toBe(pieces.join(''));
    expect(readdirSync(join(directory, 'a'))).toEqual(['b.txt']);
  });

  it('does not touch a file that has these bytes', () => {
    const path = join(temporaryDirectory(), 'a.txt');
    writePieces(path, ['a', 'b']);
    const before = statSync(path, { bigint: true });
    expect(writePieces(path, ['ab'])).toEqual({ isWritten: false, byteCount: 2 });
    const after = statSync(path, { bigint: true });
    expect([after.ino, after.mtimeNs]).toEqual([before.ino, before.mtimeNs]);
  });

  it('keeps the old file when a piece throws', () => {
    const directory = temporaryDirectory();
    const path = join(directory, 'a.txt');
    writeFileSync(path, 'old');
    const pieces = function* (): Generator<string> {
      yield 'new';
      throw new Error('no more');
    };
    expect(() => writePieces(path, pieces())).toThrow('no more');
    expect(readFileSync(path, 'utf8')).toBe('old');
    expect(readdirSync(directory)).toEqual(['a.txt']);
  });

  it('says which file cannot be written', () => {
    const directory = temporaryDirectory();
    mkdirSync(join(directory, 'taken'));
    expect(() => writePieces(join(directory, 'taken'), ['a'], 'shown')).toThrow(
      expect.objectContaining({ code: 'FILE_UNWRITABLE', file: 'shown' }),
    );
  });

  it('says so where a file is on the way to it', () => {
    const directory = temporaryDirectory();
    writeFileSync(join(directory, 'taken'), '');
    expect(() => writePieces(join(directory, 'taken/a/b'), ['a'], 'shown')).toThrow(
      expect.objectContaining({ code: 'FILE_UNWRITABLE', file: 'shown' }),
    );
  });
});
