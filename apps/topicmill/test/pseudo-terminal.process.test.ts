import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { expect, it } from 'vitest';
import { sampleRepo } from './docs-repo.js';

const COMMAND = fileURLToPath(new URL('../bin/topicmill.js', import.meta.url));
const hasScript = process.platform === 'linux';

/** Runs a command line at a terminal of 72 characters by 20 lines. */
function atTerminal(cwd: string, args: string, env: Readonly<Record<string, string>> = {}): string {
  const command = `stty cols 72 rows 20; '${process.execPath}' '${COMMAND}' ${args}`;
  const { CI: _, NO_COLOR: __, FORCE_COLOR: ___, ...inherited } = process.env;
  const settings = { ...inherited, TERM: 'xterm-256color', ...env };
  return execFileSync('/usr/bin/script', ['-qec', command, '/dev/null'], { cwd, env: settings, encoding: 'utf8' });
}

it.runIf(hasScript)('a search at a terminal fits it, in colour, with links where the terminal has them', async () => {
  const repo = sampleRepo();
  atTerminal(repo.root, 'build --quiet');
  const text = atTerminal(repo.root, 'query "storing leaves"', {
    TERM_PROGRAM: 'WezTerm',
    TERM_PROGRAM_VERSION: '20240203',
  });
  expect(text).toContain('\u001b[1m');
  expect(text).toContain('\u001b]8;;file://');
  const lines = stripVTControlCharacters(text).split('\r\n').slice(0, -1);
  expect(lines.length).toBeLessThan(20);
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(72);
});

it.runIf(hasScript)('a terminal without colours gets none', async () => {
  const repo = sampleRepo();
  expect(atTerminal(repo.root, 'doctor --offline', { NO_COLOR: '1' })).not.toContain('\u001b');
  expect(atTerminal(repo.root, 'doctor --offline', { TERM: 'dumb' })).not.toContain('\u001b');
});
