import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DocsRepo, filesBelow } from './docs-repo.js';

const FIXTURES = join(import.meta.dirname, 'fixtures');

/** A fixture is a docs repository in `input` and, in `expected`, every file that the build makes or changes. */
describe('a docs root in, all outputs out', () => {
  it.each(readdirSync(FIXTURES).sort())('%s', async (name) => {
    const input = DocsRepo.from(join(FIXTURES, name, 'input'));
    const before = input.files();
    const build = await input.build({ embedder: null });
    expect(build.failed).toEqual([]);
    const made = Object.entries(input.files()).filter(([path, bytes]) => before[path] !== bytes);
    expect(Object.fromEntries(made)).toEqual(filesBelow(join(FIXTURES, name, 'expected')));
  });
});
