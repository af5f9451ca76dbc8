import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FileFolder } from '@topicmill/test-support/file-folder';
import { afterAll, expect, it } from 'vitest';

const SCRIPT = new URL('../../bundling/straight-imports.mjs', import.meta.url).href;
const { straightImports } = (await import(SCRIPT)) as { straightImports(text: string, path: string): string };

const root = mkdtempSync(join(tmpdir(), 'topicmill-imports-'));
const folder = new FileFolder(root, {
  'index.js': "export { one } from './one.js';\nexport { two as deux, } from './inner/index.js';\n",
  'one.js': 'export const one = 1;\n',
  'inner/index.js': "import { two } from './two.js';\nexport { two };\nexport const own = 3;\n",
  'inner/two.js': 'export const two = 2;\n',
});

afterAll(() => rmSync(root, { recursive: true, force: true }));

it('lead to the files that declare what is used, through every index.js', () => {
  const text = "import { deux, one as first } from './index.js';\nfirst + deux;\n";
  expect(straightImports(text, folder.path('user.js'))).toBe(
    `import { two as deux } from "${folder.path('inner/two.js')}"; import { one as first } from "${folder.path('one.js')}";\nfirst + deux;\n`,
  );
});

it('stay as they are where a file declares it, and for packages of others', () => {
  expect(straightImports("import { own } from './inner/index.js';", folder.path('user.js'))).toBe(
    `import { own as own } from "${folder.path('inner/index.js')}";`,
  );
  const others = "import { z } from 'zod';\nimport * as all from './index.js';\nimport './one.js';";
  expect(straightImports(others, folder.path('user.js'))).toBe(others);
});
