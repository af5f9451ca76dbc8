import { expect, it } from 'vitest';

const SCRIPT = new URL('../test-changed.mjs', import.meta.url).href;
const { testsNextTo } = (await import(SCRIPT)) as {
  testsNextTo(changed: readonly string[], exists: (path: string) => boolean): string[];
};

const TESTS = [
  'packages/text/test/',
  'packages/text/test/tokens/',
  'packages/text/test/tokens/count-words.test.ts',
  'apps/paginate/test/',
  'apps/paginate/test/split.test.ts',
];

it.each([
  ['a source, those of its folder', ['packages/text/src/tokens/count-words.ts'], ['packages/text/test/tokens/']],
  ['a source whose test has its name', ['apps/paginate/src/split.ts'], ['apps/paginate/test/split.test.ts']],
  ['a source without tests of its own, those of its room', ['packages/text/src/scripts.ts'], ['packages/text/test/']],
  [
    'a test, itself',
    ['packages/text/test/tokens/count-words.test.ts'],
    ['packages/text/test/tokens/count-words.test.ts'],
  ],
  ['a sample of tests, those next to it', ['packages/text/test/tokens/samples.ts'], ['packages/text/test/tokens/']],
  [
    'a test that is gone, a page and a file of settings, none',
    ['packages/text/test/old.test.ts', 'docs/a.md', 'package.json'],
    [],
  ],
  [
    'several, those of each once',
    ['packages/text/src/tokens/a.ts', 'packages/text/src/tokens/b.ts', 'apps/paginate/src/split.ts'],
    ['apps/paginate/test/split.test.ts', 'packages/text/test/tokens/'],
  ],
])('the tests next to %s', (_, changed, tests) => {
  expect(testsNextTo(changed, (path) => TESTS.includes(path))).toEqual(tests);
});
