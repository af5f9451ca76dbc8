import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { proofPage, readResults } from '../src/proof/report-proof.js';

const ROOT = join(import.meta.dirname, '../../..');

test('each table has its date, commit and command', () => {
  const table = {
    title: 'Kills',
    notes: ['All of them.'],
    columns: ['kills', 'faults'],
    rows: [{ name: 'nx', values: [7, null] }],
  };
  const result = {
    command: 'npm run test:kill -- --kills 7',
    date: '2026-01-02',
    commit: 'a'.repeat(40),
    node: 'v20.19.0',
    tables: [table],
  };
  const page = proofPage([{ name: 'kills-of-builds', result }]);
  expect(page).toMatch(/^# Proof\n/);
  expect(page).toContain(
    [
      '## Kills of builds',
      '',
      'Run on 2026-01-02, commit aaaaaaaaaaaa, Node.js v20.19.0:',
      '',
      '```sh',
      'npm run test:kill -- --kills 7',
      '```',
      '',
      '### Kills',
      '',
      'All of them.',
      '',
      '|     | kills | faults |',
      '| --- | ----: | -----: |',
      '| nx  |     7 |      – |',
      '',
    ].join('\n'),
  );
});

test('the page in the docs is that of the results in proof/', () => {
  const results = readResults(join(ROOT, 'proof'));
  expect(readFileSync(join(ROOT, 'docs/reference/proof/golden-reference.md'), 'utf8')).toBe(proofPage(results));
});
