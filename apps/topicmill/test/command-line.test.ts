import { PIPELINE_VERSION } from '@topicmill/pipeline/workspace';
import { describe, expect, test } from 'vitest';
import { DocsRepo } from './docs-repo.js';

const COMMANDS = [
  ['init'],
  ['verify'],
  ['cache', 'stats'],
  ['cache', 'verify'],
  ['cache', 'gc'],
  ['cache', 'fill'],
  ['restore'],
].map((words) => [words.join(' '), words] as const);

describe.each([['', []] as const, ['cache', ['cache']] as const, ...COMMANDS])('topicmill %s', (_name, words) => {
  const commandLine = ['topicmill', ...words].join(' ');

  test('--help shows its usage, examples and exit codes on stdout', async () => {
    const { exitCode, out, err } = await new DocsRepo().run(...words, '--help');
    expect({ exitCode, err }).toEqual({ exitCode: 0, err: '' });
    expect(out).toMatch(new RegExp(`^Usage: ${commandLine} `));
    expect(out).toMatch(new RegExp(`\nExamples:\n(?:  ${commandLine}.*\n)+`));
    expect(out).toContain('Exit codes: 0 done, 1 the work failed, 2 wrong usage or configuration.');
  });

  test('--version is that of the release', async () => {
    expect(await new DocsRepo().run(...words, '--version')).toMatchObject({
      exitCode: 0,
      out: `${PIPELINE_VERSION}\n`,
    });
  });

  test('an unknown option is wrong usage', async () => {
    const { exitCode, out, err } = await new DocsRepo().run(...words, '--nonsense');
    expect({ exitCode, out }).toEqual({ exitCode: 2, out: '' });
    expect(err).toContain("error INVALID_OPTION: Unknown option '--nonsense'.");
  });
});

describe.each(COMMANDS.filter(([name]) => name !== 'init'))('topicmill %s', (_name, words) => {
  test('outside of a docs repository is wrong usage', async () => {
    expect(await new DocsRepo().run(...words)).toMatchObject({
      exitCode: 2,
      out: '',
      err: expect.stringMatching(/^error CONFIG_MISSING: .* Remedy: .*topicmill init/),
    });
  });
});

test('an unknown command is wrong usage, and the nearest one is named', async () => {
  expect(await new DocsRepo().run('verfy')).toMatchObject({
    exitCode: 2,
    err: expect.stringContaining('Did you mean verify?'),
  });
});

test('without a command the help is shown as wrong usage', async () => {
  expect(await new DocsRepo().run()).toMatchObject({
    exitCode: 2,
    out: '',
    err: expect.stringMatching(/^Usage: topicmill /),
  });
});
