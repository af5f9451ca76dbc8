import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DocsRepo, filesBelow } from './docs-repo.js';

const FIXTURES = join(import.meta.dirname, 'fixtures');

/** With it, the outputs become what is expected, for you to read in the diff. */
const isRecording = process.env['TOPICMILL_RECORD_OUTPUTS'] === '1';

/** A fixture is a docs repository in `input` and, in `expected`, every file that the build makes or changes. */
describe('a docs root in, all outputs out', () => {
  it.each(readdirSync(FIXTURES).sort())('%s', async (name) => {
    const input = DocsRepo.from(join(FIXTURES, name, 'input'));
    const before = input.files();
    const build = await input.build({ embedder: null });
    expect(build.failed).toEqual([]);
    const made = Object.entries(input.files()).filter(([path, bytes]) => before[path] !== bytes);
    const expected = join(FIXTURES, name, 'expected');
    if (isRecording) {
      rmSync(expected, { recursive: true, force: true });
      for (const [path, bytes] of made) {
        mkdirSync(dirname(join(expected, path)), { recursive: true });
        writeFileSync(join(expected, path), bytes, 'latin1');
      }
    }
    expect(Object.fromEntries(made)).toEqual(filesBelow(expected));
  });
});
