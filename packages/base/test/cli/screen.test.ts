import { stripVTControlCharacters } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CommandIo, reportDiagnostics, runCommandGroup, screenOf, shownLine } from '../../src/cli/index.js';

const FINDING = {
  severity: 'error',
  code: 'NOT_UTF8',
  message: 'The file is not UTF-8, so nothing can be read of it, not even its title.',
  file: 'guides/setup.md',
  line: 3,
  remedy: 'Save it as UTF-8.',
} as const;

const [BOLD, PLAIN] = ['\u001b[1m', '\u001b[22m'];

function terminal(columns: number, env: CommandIo['env'] = {}) {
  const written = { out: '', err: '' };
  const stream = (to: 'out' | 'err') => ({
    write: (text: string) => (written[to] += text),
    isTTY: true,
    columns,
    rows: 24,
  });
  return { stdout: stream('out'), stderr: stream('err'), cwd: '/', env, written };
}

describe('text on a terminal', () => {
  it('is divided between words, below its own beginning', () => {
    const { wrap } = screenOf(terminal(30));
    expect(wrap('one line that is longer than thirty characters', '  ')).toBe(
      'one line that is longer than\n  thirty characters',
    );
    expect(wrap(`  ${BOLD}one line that is longer than thirty characters${PLAIN}`, '  ')).toBe(
      `  ${BOLD}one line that is longer${PLAIN}\n  ${BOLD}than thirty characters${PLAIN}`,
    );
  });

  it('keeps its words, in lines that fit, unless a word alone does not', () => {
    const word = fc.string({ minLength: 1, maxLength: 19, unit: fc.constantFrom('a', 'é', '-', '.') });
    fc.assert(
      fc.property(fc.array(word, { minLength: 1 }), fc.integer({ min: 26, max: 120 }), (words, columns) => {
        const text = screenOf(terminal(columns)).wrap(words.join(' '), '  ');
        expect(text.split(/\s+/)).toEqual(words);
        for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(columns);
      }),
    );
  });

  it('is left as it is for a program', () => {
    const { stdout, ...io } = terminal(30);
    expect(screenOf({ ...io, stdout: { write: stdout.write } }).wrap('x '.repeat(90))).toBe('x '.repeat(90));
  });

  it('links where the terminal does, and nowhere else', () => {
    expect(screenOf(terminal(80)).link('a.md', '/docs/a.md')).toBe('a.md');
    expect(screenOf({ ...terminal(80), hasLinks: true }).link('a.md', '/docs/ä b.md')).toBe(
      '\u001b]8;;file:///docs/%C3%A4%20b.md\u0007a.md\u001b]8;;\u0007',
    );
  });

  it('has what a line is about in bold', () => {
    const screen = screenOf(terminal(80));
    expect(shownLine('Site: mkdocs.yml', screen)).toBe('\u001b[1mSite:\u001b[22m mkdocs.yml');
    expect(shownLine('  no label here', screen)).toBe('  no label here');
  });
});

describe('a finding on a terminal', () => {
  it('has its remedy on a line of its own, and only one colour for its severity', () => {
    const io = terminal(60);
    reportDiagnostics([FINDING], io);
    expect(stripVTControlCharacters(io.written.err)).toBe(
      'guides/setup.md:3 error NOT_UTF8: The file is not UTF-8,\n  so nothing can be read of it, not even its title.\n  Remedy: Save it as UTF-8.\n',
    );
    expect(io.written.err).toContain('\u001b[31m');
  });
});

describe('--color', () => {
  const painted = async (args: readonly string[], env: CommandIo['env'] = {}, isTTY = false): Promise<string> => {
    const io = terminal(80, env);
    const commands = [
      {
        name: 'paint',
        summary: 'paint',
        load: () =>
          Promise.resolve((rest: readonly string[], own: CommandIo) => {
            own.stdout.write(screenOf(own).colours.red(rest.join(' ')));
            return Promise.resolve(0 as const);
          }),
      },
    ];
    const streams = isTTY ? io : { ...io, stdout: { write: io.stdout.write } };
    await runCommandGroup({ name: 'p', version: '1', description: 'Paints.', examples: [] }, commands, args, streams);
    return io.written.out;
  };

  it.each([
    [['paint', 'x', '--color'], {}],
    [['--color=always', 'paint', 'x'], { NO_COLOR: '1' }],
    [['paint', 'x'], { FORCE_COLOR: '1' }],
  ])('colours for programs too: %j %j', async (args, env) => {
    expect(await painted(args, env)).toBe('\u001b[31mx\u001b[39m');
  });

  it.each([
    [['paint', 'x', '--no-color'], {}],
    [['paint', '--color=never', 'x'], { FORCE_COLOR: '1' }],
    [['--color', 'paint', 'x', '--no-color'], {}],
    [['paint', 'x'], { NO_COLOR: '1' }],
  ])('colours nothing on a terminal: %j %j', async (args, env) => {
    expect(await painted(args, env, true)).toBe('x');
  });
});

it('a finding is one line without control characters, whatever the name of its file has', () => {
  const io = terminal(200);
  const plain = { ...io, stderr: { write: io.stderr.write } };
  const file = 'a\u001b[31m\n\u009b2J\u2028b.md';
  reportDiagnostics([{ ...FINDING, file, message: `The name "${file}" is not one.` }], plain);
  const shown = 'a\\u001b[31m\\u000a\\u009b2J\\u2028b.md';
  expect(io.written.err).toBe(`${shown}:3 error NOT_UTF8: The name "${shown}" is not one. Remedy: ${FINDING.remedy}\n`);
});
