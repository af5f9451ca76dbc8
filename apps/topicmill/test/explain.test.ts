import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { main } from '../src/main.js';

const sentence = 'One sentence follows another here. ';
const guide = `# Guide\n\n${sentence.repeat(60)}\n\n## Setup\n\n${sentence.repeat(60)}\n`;

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'explain-'));
  writeFileSync(join(folder, 'guide.md'), guide);
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

async function run(...args: string[]) {
  const written = { stdout: '', stderr: '' };
  const streamOf = (name: 'stdout' | 'stderr') => ({
    write: (text: string) => {
      written[name] += text;
    },
  });
  const io = { stdout: streamOf('stdout'), stderr: streamOf('stderr'), cwd: folder, env: {} };
  return { exitCode: await main(['explain', ...args], io), ...written };
}

describe('topicmill explain', () => {
  it('gives a line for each chunk, the rule below it', async () => {
    const { exitCode, stdout, stderr } = await run('guide.md', '--strategy', 'structural');
    expect(stdout.replace(/costs \d+\.\d\d/g, 'costs …')).toBe(
      [
        'guide.md: 2 chunks (structural-64-400-512-2s), sizes in tokens by cl100k_base: minimum 64, target 400, maximum 512',
        '',
        'chunk 0, lines 1–3, 364 of 512 tokens',
        '  Guide',
        '  begins: document-start. The document starts here.',
        '',
        'chunk 1, lines 5–7, 380 of 512 tokens (breadcrumb 4 + overlap 12 + own text 364)',
        '  Guide > Setup',
        '  begins: heading. Before an H2, where a break costs …. The best grouping without it has a chunk of 367 tokens here and costs … more.',
        '  ends: document-end. The document ends here.',
        '',
      ].join('\n'),
    );
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  });

  it('goes by the nearest configuration for semantic chunks', async () => {
    writeFileSync(join(folder, 'topicmill.yaml'), 'chunking:\n  minTokens: 10\n  maxTokens: 1000\n');
    const { stdout } = await run('guide.md');
    expect(stdout).toContain('(semantic-10-1000), sizes in tokens by words: minimum 10');
  });

  it.each([
    ['semantic', ['--min-tokens', '20', '--max-tokens', '90', '--tail', 'keep'], '(semantic-20-90-keep)'],
    [
      'structural',
      [
        '--min-tokens',
        '20',
        '--target-tokens',
        '90',
        '--max-tokens',
        '128',
        '--overlap-sentences',
        '1',
        '--breadcrumb-mode',
        'always',
      ],
      '(structural-20-90-128-1s-always)',
    ],
    [
      'two-tier',
      [
        '--section-tokens',
        '200',
        '--section-overlap',
        '20',
        '--snippet-tokens',
        '60',
        '--snippet-overlap',
        '10',
        '--headings',
        'plain',
      ],
      '(two-tier-200-60-20-10-plain)',
    ],
  ])('takes the options of %s, and refuses those of others', async (strategy, flags, key) => {
    const { exitCode, stdout } = await run('guide.md', '--strategy', strategy, ...flags);
    expect([exitCode, stdout]).toEqual([0, expect.stringContaining(key)]);
    const other = strategy === 'semantic' ? 'two-tier' : 'semantic';
    expect((await run('guide.md', '--strategy', other, ...flags)).exitCode).toBe(2);
  });

  it('says how far two strategies agree', async () => {
    const { stdout } = await run('guide.md', '--strategy', 'structural', '--against', 'two-tier');
    expect(stdout).toContain('(structural-64-400-512-2s)');
    expect(stdout).toContain('(two-tier-1700-420-120-80)');
    expect(stdout.trimEnd().split('\n').at(-1)).toBe('2 chunks begin at the same place in both, of 2 and 2.');
  });

  it('writes JSON for machines', async () => {
    const { stdout } = await run('guide.md', '--strategy', 'structural', '--against', 'semantic', '--json');
    const { source, explanations } = JSON.parse(stdout);
    expect(source).toBe('guide.md');
    expect(explanations.map(({ strategy }: { strategy: string }) => strategy)).toEqual(['structural', 'semantic']);
    expect(explanations[0].chunks[1].start).toMatchObject({ rule: 'heading', figures: { level: 2 } });
  });

  it('writes a page, and leaves the standard output to JSON', async () => {
    const { exitCode, stdout, stderr } = await run('guide.md', '--strategy', 'structural', '--html', 'out/guide.html');
    expect({ exitCode, stdout, stderr }).toEqual({ exitCode: 0, stdout: '', stderr: 'wrote out/guide.html\n' });
    const page = readFileSync(join(folder, 'out/guide.html'), 'utf8');
    expect(page).toContain('<h1>Guide</h1>');
    expect(page).toContain('structural-64-400-512-2s');
  });

  it('fails with 1 for a document that is not there, with 2 for a strategy that is not', async () => {
    expect((await run('missing.md')).exitCode).toBe(1);
    expect((await run('guide.md', '--strategy', 'magic')).exitCode).toBe(2);
  });
});
