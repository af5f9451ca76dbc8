import { FaultsError, TopicmillError } from '@topicmill/base/diagnostics';
import { describe, expect, it } from 'vitest';
import {
  type CommandIo,
  coloursFor,
  createProgram,
  type ExitCode,
  reportDiagnostics,
  runProgram,
} from '../../src/cli/index.js';

class Capture {
  text = '';
  readonly isTTY: boolean;

  constructor(isTTY = false) {
    this.isTTY = isTTY;
  }

  write(text: string): void {
    this.text += text;
  }
}

function io(env: CommandIo['env'] = {}, isTTY = false): CommandIo & { stdout: Capture; stderr: Capture } {
  return { stdout: new Capture(isTTY), stderr: new Capture(isTTY), cwd: '/', env };
}

const definition = {
  name: 'greet',
  version: '1.2.3',
  description: 'Greets somebody.',
  examples: [['greet Ada', 'greet Ada by name']] as const,
};

async function greet(args: readonly string[], action: (name: string) => void = () => {}, after: ExitCode = 0) {
  const streams = io();
  const program = createProgram(definition, streams).argument('<name>', 'whom to greet').action(action);
  const exitCode = await runProgram(program, args, streams, () => after);
  return { exitCode, stdout: streams.stdout.text, stderr: streams.stderr.text };
}

describe('a command', () => {
  it('shows examples and exit codes in its help, on stdout', async () => {
    const { exitCode, stdout, stderr } = await greet(['--help']);
    expect(exitCode).toBe(0);
    expect(stdout).toContain('  greet Ada  greet Ada by name');
    expect(stdout).toContain('Exit codes: 0 done');
    expect(stderr).toBe('');
  });

  it('shows its version', async () => {
    expect(await greet(['--version'])).toMatchObject({ exitCode: 0, stdout: '1.2.3\n' });
  });

  it('exits with 2 for a wrong command line, and says where help is', async () => {
    const { exitCode, stdout, stderr } = await greet([]);
    expect(exitCode).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toBe(
      "error INVALID_OPTION: Missing required argument 'name'. Remedy: Run it with --help for examples.\n",
    );
  });

  it('says what an option of other commands is called here', async () => {
    const streams = io();
    const program = createProgram({ ...definition, optionsElsewhere: { '--everybody': '--all' } }, streams);
    const exitCode = await runProgram(program.argument('<name>'), ['--everybody', 'Ada'], streams, () => 0);
    expect({ exitCode, stderr: streams.stderr.text }).toEqual({
      exitCode: 2,
      stderr:
        "error INVALID_OPTION: Unknown option '--everybody'. Remedy: Did you mean --all? Run it with --help for examples.\n",
    });
  });

  it('exits as its work says', async () => {
    expect((await greet(['Ada'], () => {}, 1)).exitCode).toBe(1);
    expect((await greet(['Ada'])).exitCode).toBe(0);
  });

  it('turns what is thrown into one line with code and remedy, and 2 for a fault of usage or configuration', async () => {
    const fault = (code: 'NOT_UTF8' | 'CONFIG_INVALID') => () => {
      throw new TopicmillError(code, 'It is not right.', { file: 'a.md', line: 3, remedy: 'Fix it.' });
    };
    expect(await greet(['Ada'], fault('NOT_UTF8'))).toMatchObject({
      exitCode: 1,
      stderr: 'a.md:3 error NOT_UTF8: It is not right. Remedy: Fix it.\n',
    });
    expect((await greet(['Ada'], fault('CONFIG_INVALID'))).exitCode).toBe(2);
  });

  it('names all faults that are thrown together', async () => {
    const fault = (line: number) =>
      ({ severity: 'error', code: 'CONFIG_INVALID', message: 'No.', file: 'c', line, remedy: 'Yes.' }) as const;
    const { stderr } = await greet(['Ada'], () => {
      throw new FaultsError([fault(1), fault(2)]);
    });
    expect(stderr.trim().split('\n')).toHaveLength(2);
  });
});

describe('colour', () => {
  const isColoured = (env: CommandIo['env'], isTTY: boolean) => coloursFor(new Capture(isTTY), env).red('x') !== 'x';

  it('is used on a terminal only, never with NO_COLOR, always with FORCE_COLOR', () => {
    expect(isColoured({}, true)).toBe(true);
    expect(isColoured({}, false)).toBe(false);
    expect(isColoured({ NO_COLOR: '1' }, true)).toBe(false);
    expect(isColoured({ FORCE_COLOR: '1' }, false)).toBe(true);
    expect(isColoured({ FORCE_COLOR: '0' }, true)).toBe(false);
    expect(isColoured({ TERM: 'dumb' }, true)).toBe(false);
  });

  it('does not change what a pipe reads', () => {
    const streams = io();
    reportDiagnostics([{ severity: 'warning', code: 'UNCLOSED_FENCE', message: 'm', remedy: 'r' }], streams);
    expect(streams.stderr.text).toBe('warning UNCLOSED_FENCE: m Remedy: r\n');
  });
});
