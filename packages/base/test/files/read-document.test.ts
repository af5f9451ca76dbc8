import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { TopicmillError } from '@topicmill/base/diagnostics';
import { expect, test } from 'vitest';
import {
  readBytes,
  readBytesIfExists,
  readDocument,
  readDocumentIfExists,
  readTextIfExists,
} from '../../src/files/index.js';
import { temporaryDirectory } from './temporary-directory.js';

function fileOf(content: string | Uint8Array): string {
  const path = join(temporaryDirectory(), 'a.md');
  writeFileSync(path, content);
  return path;
}

function thrownBy(read: () => unknown): TopicmillError {
  try {
    read();
  } catch (thrown) {
    if (thrown instanceof TopicmillError) return thrown;
    throw thrown;
  }
  throw new Error('Nothing was thrown.');
}

test('keeps byte order mark, line ends and every character', () => {
  const text = '\ufeff# ä\r\nb\rc\n\u{1f600}\u2028';
  const document = readDocument(fileOf(text));
  expect(document.text).toBe(text);
  expect(Buffer.from(document.bytes).toString('utf8')).toBe(text);
});

test('an empty file is an empty text', () => {
  expect(readDocument(fileOf('')).text).toBe('');
});

test.each([
  ['in the first line', [0x61, 0xff], 1],
  ['in a later line', [0x61, 0x0a, 0x62, 0x0d, 0x0a, 0x0d, 0xc3, 0x28], 4],
  ['in the last line, cut short', [0x61, 0x0a, 0xe2, 0x82], 2],
  ['before a line end, cut short', [0x61, 0x0a, 0xe2, 0x82, 0x0a, 0x62], 2],
  ['a surrogate', [0x0a, 0x0a, 0xed, 0xa0, 0x80], 3],
  ['an overlong form', [0x0a, 0xc0, 0x80], 2],
])('names the line of a byte that is not UTF-8: %s', (_, bytes, line) => {
  const error = thrownBy(() => readDocument(fileOf(Uint8Array.from(bytes)), 'docs/a.md'));
  expect(error).toMatchObject({ code: 'NOT_UTF8', file: 'docs/a.md', line });
});

test('finds the bad byte in a long file', () => {
  const lines = 'a line of text with an ä\n'.repeat(100_000);
  const bytes = Buffer.concat([Buffer.from(lines), Buffer.from([0xff]), Buffer.from(lines)]);
  expect(thrownBy(() => readDocument(fileOf(bytes)))).toMatchObject({ code: 'NOT_UTF8', line: 100_001 });
});

test.each([
  ['a NUL', 'a\nb\0c', 2],
  ['a NUL in front of what is not UTF-8', Uint8Array.from([0x0a, 0x00, 0xff]), 2],
  ['UTF-16', Uint8Array.from([0xff, 0xfe, 0x61, 0x00]), 1],
])('takes a file for binary that holds %s', (_, content, line) => {
  const error = thrownBy(() => readDocument(fileOf(content), 'docs/a.md'));
  expect(error).toMatchObject({ code: 'NOT_TEXT', file: 'docs/a.md', line });
});

test('a file that is not there is unreadable, or undefined for those who ask', () => {
  const path = join(temporaryDirectory(), 'none.md');
  expect(thrownBy(() => readDocument(path, 'none.md'))).toMatchObject({ code: 'FILE_UNREADABLE', file: 'none.md' });
  expect(thrownBy(() => readBytes(path)).message).toContain('ENOENT');
  expect(readDocumentIfExists(path)).toBeUndefined();
  expect(readTextIfExists(path)).toBeUndefined();
  expect(readBytesIfExists(join(fileOf('a'), 'below-a-file'))).toBeUndefined();
});

test('a folder is unreadable, also for those who ask', () => {
  const path = join(temporaryDirectory(), 'folder');
  mkdirSync(path);
  expect(thrownBy(() => readDocument(path))).toMatchObject({ code: 'FILE_UNREADABLE', file: path });
  expect(thrownBy(() => readTextIfExists(path))).toMatchObject({ code: 'FILE_UNREADABLE', file: path });
});

test('a folder in the place of a file is named as what it is', () => {
  const folder = temporaryDirectory();
  for (const read of [readBytes, readBytesIfExists]) {
    expect(thrownBy(() => read(folder, 'docs'))).toMatchObject({
      code: 'FILE_UNREADABLE',
      file: 'docs',
      message: 'This is a folder; give a file.',
    });
  }
});
