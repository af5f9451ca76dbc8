import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readPages } from '../../src/page-store/index.js';
import { temporaryFolder } from './temporary-folder.js';

const SET = { found: { kind: 'set', manifest: { chunks: [{ ct: {}, file: 'page-1.md', sha256: '' }] } } } as never;

test.each([
  ['a folder of pages', ''],
  ['a manifest', '/chunks.json'],
])('a folder in place of a page is an error that names it from where the user is: %s', (_, end) => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'page-1.md'));
  expect(() => readPages(SET, `${folder}${end}`, `pages${end}`)).toThrow(
    expect.objectContaining({ code: 'FILE_UNREADABLE', file: 'pages/page-1.md', remedy: expect.any(String) }),
  );
});
