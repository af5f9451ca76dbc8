import { execFileSync } from 'node:child_process';
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { main } from '../src/main.js';
import { type DocsRepo, reference, sampleRepo } from './docs-repo.js';

/** What a person sees at a terminal of a size, with its escapes. */
async function seen(
  { root }: DocsRepo,
  { columns = 80, rows = 24, hasLinks = false },
  ...args: string[]
): Promise<{ out: string; err: string }> {
  let out = '';
  let err = '';
  const size = { isTTY: true, columns, rows };
  const io = {
    stdout: { ...size, write: (text: string) => (out += text) },
    stderr: { write: (text: string) => (err += text) },
    cwd: root,
    env: {},
    hasLinks,
  };
  await main(args, io);
  return { out, err };
}

async function builtRepo(): Promise<DocsRepo> {
  const repo = sampleRepo({}, onTestFinished);
  await repo.build();
  return repo;
}

const lines = (text: string): string[] => stripVTControlCharacters(text).split('\n').slice(0, -1);

describe('results at a terminal', () => {
  it('are five, all in sight, with the matched words marked and a way to more', async () => {
    const repo = await builtRepo();
    const { out } = await seen(repo, {}, 'query', 'storing leaves');
    const shown = lines(out);
    expect(shown.length).toBeLessThan(24);
    expect(shown[0]).toMatch(/^1\. Tea › Storing$/);
    expect(shown.filter((line) => /^\d\. /.test(line))).toHaveLength(5);
    expect(shown.at(-1)).toBe('The first 5; -k 20 shows more.');
    expect(out).toContain('\u001b[1m\u001b[33mleaves\u001b[39m\u001b[22m');
    for (const line of shown) expect(line.length).toBeLessThanOrEqual(80);
  });

  it('have no control characters of documents, which a terminal would obey', async () => {
    const text = '# Lamps\u001b[2J\n\nA wick \u001b]0;owned\u0007burns \u009b31moil.\n';
    const repo = sampleRepo({ 'docs/lamps/golden-reference.md': text }, onTestFinished);
    await repo.build();
    const { out } = await seen(repo, {}, 'query', 'wick oil');
    expect(out).toContain('wick');
    expect(stripVTControlCharacters(out)).not.toMatch(/owned\u0007|[\0-\x08\x0e-\x1f\x7f-\x9f]/);
    expect(out).not.toContain('\u001b]0;');
    expect(out).not.toContain('\u001b[2J');
  });

  it('name the first one again where more are asked for than fit', async () => {
    const repo = await builtRepo();
    const shown = lines((await seen(repo, { rows: 12 }, 'query', 'storing leaves', '-k', '7')).out);
    expect(shown.length).toBeGreaterThan(12);
    expect(shown.slice(-2)).toEqual(shown.slice(0, 2));
  });

  it('stay away where only meaning is near, unless they are asked for', async () => {
    const repo = await builtRepo();
    expect(lines((await seen(repo, {}, 'query', 'squirrel lawsuit')).out)).toEqual([
      'Not in the docs: squirrel, lawsuit.',
      'Nothing found.',
      '-k 5 shows the nearest by meaning.',
    ]);
    expect(lines((await seen(repo, {}, 'query', 'squirrel lawsuit', '-k', '2')).out).join('\n')).toMatch(/^2\. /m);
  });

  it('lead to the document where the terminal opens links', async () => {
    const repo = await builtRepo();
    const { out } = await seen(repo, { hasLinks: true }, 'query', 'storing leaves');
    expect(out).toContain(`\u001b]8;;file://${repo.root}/docs/drinks/tea/golden-reference.md\u0007`);
  });

  it('are ten for a program, and in JSON', async () => {
    const repo = await builtRepo();
    const { out } = await repo.run('query', 'told leaves beans');
    const count = out.match(/^\d+\. /gm)?.length ?? 0;
    expect(count).toBeGreaterThan(5);
    const { results } = JSON.parse((await seen(repo, {}, 'query', 'told leaves beans', '--json')).out) as {
      results: unknown[];
    };
    expect(results).toHaveLength(count);
  });
});

describe('reports at a terminal', () => {
  it.each([
    ['init', '--dry-run'],
    ['build', '--force'],
    ['doctor', '--offline'],
    ['eval'],
    ['explain', 'docs/drinks/tea/golden-reference.md'],
    ['query', 'storing leaves'],
    ['diff', 'HEAD'],
  ])('look at 80 columns as a file of escapes shows it: %s', async (...args) => {
    const repo = sampleRepo({ '.gitignore': '.topicmill\n' }, onTestFinished);
    for (const step of ['init -q', 'add -A', '-c user.name=t -c user.email=t@example.org commit -qm first'])
      execFileSync('git', step.split(' '), { cwd: repo.root });
    repo.write('docs/drinks/tea/golden-reference.md', `${reference('Tea', 'white leaves')}\n## Tasting\n\nSip.\n`);
    await repo.build();
    const { out, err } = await seen(repo, {}, ...args);
    const steady = `${out}${err}`.replace(/\d+\.\d+\.\d+|\d+(?:\.\d)?(?= (?:k?B|m?s)\b)/g, 'N');
    await expect(steady).toMatchFileSnapshot(`fixtures/terminal/${args[0]}.ansi`);
  });

  it('are coloured as --color colours them for a program, with the same words', async () => {
    const repo = await builtRepo();
    for (const args of [['doctor', '--offline'], ['init', '--dry-run'], ['eval'], ['query', 'leaves', '-k', '2']]) {
      const coloured = await repo.run(...args, '--color');
      expect(coloured.out, args.join(' ')).toContain('\u001b[');
      expect(stripVTControlCharacters(coloured.out)).toBe((await repo.run(...args)).out);
    }
  });

  it('fit its width', async () => {
    const repo = await builtRepo();
    for (const args of [['doctor', '--offline'], ['explain', 'docs/drinks/tea/golden-reference.md'], ['eval']]) {
      for (const line of lines((await seen(repo, { columns: 60 }, ...args)).out)) {
        expect(line.length, line).toBeLessThanOrEqual(60);
      }
    }
  });

  it('are silent but for findings with --quiet', async () => {
    const repo = sampleRepo({ 'docs/broken/golden-reference.md': '# Broken\n\n```\nnever closed\n' });
    const { out, err } = await repo.run('build', '--quiet');
    expect(out).toMatch(/UNCLOSED_FENCE/);
    expect(out).not.toMatch(/topics|from cache/);
    expect(err).toBe('');
    expect(await repo.run('build', '--quiet', '--force')).toMatchObject({ out });
  });
});
