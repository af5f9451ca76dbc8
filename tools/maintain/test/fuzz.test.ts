import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fuzz as runFuzz } from '../src/fuzz/fuzz.js';
import { propertyTests } from '../src/fuzz/property-tests.js';

const FILES: Readonly<Record<string, string>> = {
  'package.json': '{ "type": "module" }',
  'setup.ts': "import fc from 'fast-check';\nfc.configureGlobal({ seed: Number(process.env['TOPICMILL_SEED']) });\n",
  'vitest.config.ts': "export default { test: { setupFiles: ['setup.ts'] } };\n",
  'packages/a/test/seed.test.ts': `import fc from 'fast-check';
import { expect, test } from 'vitest';
test('the seed is not 8', () => expect(fc.readConfigureGlobal().seed).not.toBe(8));
`,
  'packages/a/test/by-helper.test.ts': `import { expect, test } from 'vitest';
import { numbers } from './helper.js';
test('a number', () => expect(numbers).toBeDefined());
`,
  'packages/a/test/helper.ts': "import fc from 'fast-check';\nexport const numbers = fc.integer();\n",
  'packages/a/test/plain.test.ts': "import { test } from 'vitest';\ntest('nothing', () => {});\n",
  'apps/b/test/ring.test.ts': "import { ring } from './ring.test.js';\nexport { ring };\n",
};

let root: string;

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'topicmill-fuzz-test-'));
  for (const [path, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  symlinkSync(join(import.meta.dirname, '../../../node_modules'), join(root, 'node_modules'), 'junction');
});

afterAll(() => rmSync(root, { recursive: true, force: true }));

class Capture {
  text = '';
  write(text: string): void {
    this.text += text;
  }
}

async function fuzz(...args: string[]): Promise<{ exitCode: number; out: string }> {
  const stdout = new Capture();
  const exitCode = await runFuzz(args, {
    stdout,
    stderr: new Capture(),
    cwd: root,
    env: { PATH: process.env['PATH'], TOPICMILL_A_RUNS: '50' },
  });
  return { exitCode, out: stdout.text };
}

test('files that use fast-check, themselves or by a helper, are the property tests', () => {
  const inA = ['packages/a/test/by-helper.test.ts', 'packages/a/test/seed.test.ts'];
  expect(propertyTests(root, [])).toEqual(inA);
  expect(propertyTests(root, ['packages/a/test/s'])).toEqual([inA[1]]);
  expect(propertyTests(root, ['apps'])).toEqual([]);
});

test('each seed is tried, and a failure says how it is had again', async () => {
  const { exitCode, out } = await fuzz('--seeds', '3', '--from', '7');
  expect(out).toContain('seed 7: 2 files, 2 tests, 0 failed\n');
  expect(out).toContain('seed 8: 2 files, 2 tests, 1 failed\n  packages/a/test/seed.test.ts > the seed is not 8\n');
  expect(out).toContain(
    '\n  again: TOPICMILL_A_RUNS=50 TOPICMILL_SEED=8 npx vitest run packages/a/test/seed.test.ts\n',
  );
  expect(out).toContain('seed 9: 2 files, 2 tests, 0 failed\n3 seeds, 1 of them with failures\n');
  expect(exitCode).toBe(1);
});

test('paths without property tests are wrong usage', async () => {
  expect(await fuzz('apps')).toMatchObject({ exitCode: 2, out: '' });
});

test('an invalid number of seeds is wrong usage', async () => {
  expect((await fuzz('--seeds', '0')).exitCode).toBe(2);
});
