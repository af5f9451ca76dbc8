import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { runTargets } from '@topicmill/pipeline/runner';
import { updateSearchStore } from '@topicmill/pipeline/search-store';
import { AUTHORITY, INDEX } from '@topicmill/pipeline/steps';
import { openWorkspace } from '@topicmill/pipeline/workspace';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { query } from '../src/commands/query.js';
import { sampleRepo } from './docs-repo.js';

const root = mkdtempSync(join(tmpdir(), 'topicmill-query-'));

const section = (title: string, text: string): string => `## ${title}\n\n${`${text}\n`.repeat(40)}\n`;
const TEA = `# Tea\n\nLeaves in water.\n\n${section('Brewing', 'Pour water of eighty degrees over green leaves.')}${section('Storing', 'Keep the tin dark and dry, away from spices.')}`;
const COFFEE = `# Coffee\n\nRoasted beans.\n\n${section('Grinding', 'Grind beans finely for an espresso machine.')}`;

async function build(): Promise<void> {
  const workspace = openWorkspace(root, { env: {} });
  for await (const report of runTargets([AUTHORITY, INDEX], workspace)) expect(report.outcome).toBe('built');
  await updateSearchStore(workspace);
}

async function run(...args: string[]): Promise<{ exitCode: number; out: string; err: string }> {
  let out = '';
  let err = '';
  const io = {
    stdout: { write: (text: string) => (out += text) },
    stderr: { write: (text: string) => (err += text) },
    cwd: root,
    env: {},
  };
  return { exitCode: await query(args, io), out, err };
}

async function results(...args: string[]) {
  const { results: found } = JSON.parse((await run(...args, '--json')).out) as {
    results: {
      topic: string;
      index: number;
      href: string;
      source: string;
      lines: number[];
      tokens: number;
      is_code: boolean;
    }[];
  };
  return found;
}

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

beforeAll(async () => {
  write('topicmill.yaml', 'docsRoot: docs\n');
  write('docs/drinks/tea/golden-reference.md', TEA);
  write('docs/drinks/coffee/golden-reference.md', COFFEE);
  await build();
});
afterAll(() => rmSync(root, { recursive: true }));

describe('topicmill query', () => {
  it('tells results that no word speaks for, and words that the docs do not hold', async () => {
    const { exitCode, out } = await run('squirrel lawsuit');
    expect(exitCode).toBe(0);
    expect(out).toMatch(
      /^hybrid\nNot in the docs: squirrel, lawsuit\.\nNo word of the query is in these chunks: .+\n\n1\. /,
    );
    expect(out).toContain('similarity 0.');
    expect(out).not.toContain('score');
    expect(JSON.parse((await run('squirrel lawsuit', '--json')).out)).toMatchObject({
      by_meaning_only: true,
      missing_words: ['squirrel', 'lawsuit'],
    });
    expect(JSON.parse((await run('espresso blorf', '--json')).out)).toMatchObject({
      by_meaning_only: false,
      missing_words: ['blorf'],
    });
    expect((await run('espresso blorf')).out).toMatch(/^hybrid\nNot in the docs: blorf\.\n\n1\. .+, score 1\./);
  });

  it('names the related words that a result was found by, and what of the query they stand for', async () => {
    const { out } = await run('avoid repetition');
    expect(out).toMatch(
      /^hybrid\nNot in the docs: avoid, repetition\.\nFound by related words alone: dry \(for “avoid repetition”\)\.\n\n1\. .+, score 1\./,
    );
    expect(out).toContain('   related: dry (for “avoid repetition”); similarity ');
    expect(out).toContain('Keep the tin dark and dry');
    const related = [{ phrase: 'avoid repetition', words: ['dry'] }];
    const answer = JSON.parse((await run('avoid repetition', '--json')).out);
    expect(answer).toMatchObject({ by_meaning_only: false, related_only: related });
    expect(answer.results[0]).toMatchObject({ topic: 'drinks/tea', match: { words: [], related_words: related } });
    const { out: other } = await run('avoid repetition of the tin');
    expect(other).toContain('words: tin; related: dry (for “avoid repetition”)');
    expect(other).not.toContain('alone');
  });

  it('shows which question brought a chunk that has no word of the query', async () => {
    const repo = sampleRepo();
    await repo.build();
    expect((await repo.run('query', 'brewed')).out).toMatch(/\n {3}(answers .+; )?question: How is tea brewed\?; /);
    expect((await repo.run('query', 'flour')).out).not.toContain('question: ');
  });

  it('tells what it searched for instead of a misspelt word', async () => {
    expect((await run('esprsso')).out).toMatch(/^hybrid\nSearched for “espresso” instead of “esprsso”\.\n\n1\. /);
    const corrections = [{ word: 'esprsso', spelling: 'espresso' }];
    expect(JSON.parse((await run('esprsso', '--json')).out)).toMatchObject({ corrections, missing_words: ['esprsso'] });
    expect(JSON.parse((await run('espresso', '--json')).out)).not.toHaveProperty('corrections');
  });

  it('finds the chunk and says where it is', async () => {
    const [first] = await results('How hot is the water for green tea?');
    expect(first).toMatchObject({
      topic: 'drinks/tea',
      index: 0,
      href: 'drinks/tea/_chunks/golden-reference-0.md',
      source: 'docs/drinks/tea/golden-reference.md',
      lines: [1, 47],
      match: { title_words: ['tea'] },
    });
    const { out } = await run('espresso');
    expect(out).toMatch(/^hybrid\n\n1\. .* \(drinks\/coffee, chunk \d+, \d+ tokens\), score /);
    expect(out).toContain('docs/drinks/coffee/golden-reference.md:');
    expect(out).toContain('words: espresso');
    expect(out).toContain('Grind beans finely for an espresso machine.');
    expect((await run('what', 'grinds', 'espresso')).out).toMatch(/^hybrid\n\n1\. .* \(drinks\/coffee, /);
  });

  it('shows which part of the text matches, and what a chunk of a sample begins with', async () => {
    expect(await results('espresso', '--mode', 'bm25')).toMatchObject([
      { topic: 'drinks/coffee', passage: expect.stringContaining('Grind beans finely for an espresso machine.') },
    ]);
    expect(await results('--topic', 'drinks/tea', '--stripe', 'conceptual')).toMatchObject([
      { passage: expect.stringMatching(/^Keep the tin dark and dry, away from spices\..* …$/) },
    ]);
  });

  it.each([
    [['']],
    [['  ', '--topic', 'drinks/tea']],
    [['tea', '--topic', 'drinks'], 'drinks/coffee'],
    [['tea', '--topic', 'drinks/te']],
    [['tea', '--limit', '3'], 'Did you mean -k?'],
  ])('refuses %j, which asks nothing that can be answered', async (args, hint = 'INVALID_OPTION') => {
    expect(await run(...args)).toMatchObject({ exitCode: 2, out: '', err: expect.stringContaining(hint) });
  });

  it.each(['bm25', 'vectors', 'prompts'])('goes by %s', async (mode) => {
    expect((await results('espresso machine', '--mode', mode))[0]!.topic).toBe('drinks/coffee');
  });

  it('is restricted to a topic, a kind and a number of results', async () => {
    expect(new Set((await results('beans', '--topic', 'drinks/tea')).map(({ topic }) => topic))).toEqual(
      new Set(['drinks/tea']),
    );
    expect(await results('water', '--code')).toEqual([]);
    expect(await results('water beans', '--k', '1')).toHaveLength(1);
  });

  it('returns a sample of a topic in stripe order', async () => {
    const sample = await results('--topic', 'drinks/tea', '--stripe', 'conceptual');
    expect(sample.map(({ index, lines }) => [index, lines[0]])).toEqual([[1, 48]]);
    expect(await results('green tea', '--stripe', 'technical', '--n', '1')).toEqual(sample);
    expect(await results('green tea', '--stripe', 'conceptual', '--tokens', `${sample[0]!.tokens - 1}`)).toEqual([]);
  });

  it('says how to make the vectors of a model that has none yet', async () => {
    const { exitCode, err } = await run('espresso', '--model', 'ollama:none-yet');
    expect(exitCode).toBe(0);
    expect(err).toContain('run: npx topicmill cache fill --model ollama:none-yet\n');
  });

  it('finds what a build has changed, and what others have not yet built as it was', async () => {
    write('docs/drinks/tea/golden-reference.md', `${TEA}## Tasting\n\nSlurp loudly.\n`);
    expect((await run('slurp')).err).not.toContain('older');
    await build();
    expect((await results('slurp'))[0]!.topic).toBe('drinks/tea');
  });

  it('says that its index is older than what is built', async () => {
    write('.topicmill/search/outdated', '');
    expect((await run('tea')).err).toContain('The search index is older than what is built');
    await build();
    expect((await run('tea')).err).toBe('');
  });

  it('answers from the other segments where one is damaged, and says so; a build makes it again', async () => {
    const found = await results('espresso');
    const states = join(root, '.topicmill/search');
    const segments = readdirSync(states, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.segment'),
    );
    for (const name of segments) {
      const bytes = readFileSync(join(states, name));
      bytes[bytes.length - 1]! ^= 1;
      writeFileSync(join(states, name), bytes);
    }
    const { exitCode, err } = await run('espresso');
    expect(exitCode).toBe(0);
    expect(err).toContain('A part of the search index is damaged');
    await build();
    expect(await results('espresso')).toEqual(found);
  });

  it.each([
    [[]],
    [['--stripe', 'conceptual']],
    [['tea', '--n', '3']],
    [['tea', '--topic', 'drinks']],
    [['tea', '--mode', 'guess']],
    [['tea', '--k', '0']],
    [['tea', '--code', '--prose']],
  ])('refuses %j', async (args) => {
    const { exitCode, out } = await run(...args);
    expect([exitCode, out]).toEqual([2, '']);
  });

  it('leaves nothing outside its own folder', () => {
    expect(existsSync(join(root, 'docs/_search'))).toBe(false);
  });
});

describe('topicmill query --explain', () => {
  it('says what each kind of evidence alone gives', async () => {
    const { out } = await run('grinding beans', '--explain', '--json');
    const { results: found, explained } = JSON.parse(out) as {
      results: { topic: string; index: number }[];
      explained: { topic: string; index: number; words?: number; vectors?: number; similarity?: number }[];
    };
    expect(explained.map(({ topic, index }) => [topic, index])).toEqual(
      found.map(({ topic, index }) => [topic, index]),
    );
    const byWords = await results('grinding beans', '--mode', 'bm25');
    const byVectors = await results('grinding beans', '--mode', 'vectors');
    const place = (
      list: readonly { topic: string; index: number }[],
      { topic, index }: { topic: string; index: number },
    ) => list.findIndex((each) => each.topic === topic && each.index === index) + 1 || undefined;
    for (const each of explained) {
      expect([each.words, each.vectors]).toEqual([place(byWords, each), place(byVectors, each)]);
    }
    expect(explained[0]).toMatchObject({ words: 1, similarity: expect.any(Number) });
  });

  it('says it to people', async () => {
    const { out } = await run('grinding', 'beans', '--explain');
    expect(out).toMatch(/\n {3}alone: words 1, vectors \d+ \(0\.\d{3}\), questions –\n/);
    expect((await run('beans')).out).not.toContain('alone:');
  });
});
