import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { DocsRepo, reference, sampleRepo } from './docs-repo.js';

const QUESTIONS = '## Q: What is coffee?\n\nA: Roasted beans.\n';

function gitRepo(
  repo = sampleRepo({
    'docs/drinks/coffee/qa-pairs.md': QUESTIONS,
    '.gitignore': '.topicmill\n.embedding-cache\n',
  }),
): DocsRepo {
  git(repo, 'init', '-q');
  git(repo, 'add', '-A');
  git(repo, '-c', 'user.name=t', '-c', 'user.email=t@example.org', 'commit', '-qm', 'first');
  return repo;
}

function git({ root }: DocsRepo, ...args: readonly string[]): string {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8' });
}

describe('topicmill eval', () => {
  it('keeps a baseline and fails when a topic is not found any more', async () => {
    const repo = gitRepo();
    expect((await repo.run('eval', '--update', '--dry-run')).out).toMatch(/\nwould write retrieval-baseline\.json\n$/);
    expect(repo.has('retrieval-baseline.json')).toBe(false);
    expect((await repo.run('eval', '--update')).exitCode).toBe(0);
    expect((await repo.run('eval', '--update', '--dry-run')).out).toMatch(/\nretrieval-baseline\.json: same output\n$/);
    expect(repo.read('retrieval-baseline.json')).toContain('"question":"What is coffee?"');
    expect((await repo.run('eval')).exitCode).toBe(0);
    repo.write('docs/drinks/coffee/golden-reference.md', reference('Gravel', 'small stones'));
    const { exitCode, out } = await repo.run('eval');
    expect([exitCode, out]).toEqual([
      1,
      expect.stringMatching(/worse {2}drinks\/coffee: What is coffee\?[\s\S]*FELL TOO FAR/),
    ]);
    expect((await repo.run('eval', '--tolerance', '1', '--topic-tolerance', '1')).exitCode).toBe(0);
  });

  it('asks questions of other origins too, and scores each kind apart', async () => {
    const repo = gitRepo();
    repo.write(
      'people.yaml',
      'questions:\n  - {topic: drinks/coffee, question: roasted baens, kind: typos}\n  - {topic: bread, question: coffee, kind: people}\n',
    );
    const { out, exitCode } = await repo.run('eval', '--questions', 'people.yaml');
    expect(exitCode).toBe(0);
    expect(out).toMatch(/\n {2}terms \(3\): .*\n {2}people \(1\): 0\.0 .*\n {2}typos \(1\): /);
    expect(out).toContain('Answered worst; look at these first: bread, ');
    repo.write('people.yaml', 'questions:\n  - {topic: nowhere, question: x, kind: typos}\n');
    const wrong = await repo.run('eval', '--questions', 'people.yaml');
    expect(wrong.err).toContain('people.yaml:2 error QUESTIONS_INVALID: There is no topic or page "nowhere".');
    expect(wrong.exitCode).not.toBe(0);
  });

  it('says that there is nothing to ask where nobody wrote questions', async () => {
    const repo = sampleRepo({ 'docs/drinks/tea/qa-pairs.md': '# Questions\n' });
    expect(await repo.run('eval')).toMatchObject({
      exitCode: 0,
      out: '',
      err: expect.stringContaining('no qa-pairs.md contains a question'),
    });
  });

  it('refuses a baseline that is named and not there, and one that is damaged', async () => {
    const repo = gitRepo();
    expect(await repo.run('eval', '--baseline', 'none.json')).toMatchObject({ exitCode: 2 });
    repo.write('retrieval-baseline.json', '{}');
    expect(await repo.run('eval')).toMatchObject({ exitCode: 1, err: expect.stringContaining('BASELINE_INVALID') });
  });
});

describe('topicmill diff', () => {
  it('tells chunks and answers that changed since a commit, and nothing where nothing did', async () => {
    const repo = gitRepo();
    expect((await repo.run('diff', 'HEAD')).out).toBe('0 topics with other chunks, 0 questions answered differently\n');
    repo.write('docs/drinks/coffee/golden-reference.md', reference('Gravel', 'small stones'));
    repo.remove('docs/bread/golden-reference.md');
    const { exitCode, out } = await repo.run('diff', 'HEAD', '--json');
    const { topics, answers } = JSON.parse(out) as { topics: object[]; answers: object[] };
    expect(exitCode).toBe(0);
    expect(topics).toMatchObject([
      { id: 'bread', kind: 'removed' },
      { id: 'drinks/coffee', kind: 'changed' },
    ]);
    expect(answers).toContainEqual(
      expect.objectContaining({ topic: 'drinks/coffee', question: 'What is coffee?', placeBefore: 1 }),
    );
    const readable = (await repo.run('diff', 'HEAD')).out;
    expect(readable).toMatch(
      /^\? drinks\/coffee: What is coffee\? \(place 1 → (?:\d+|none)\)\n {2}first: drinks\/coffee, .* → /m,
    );
    expect(readable).not.toMatch(/first: (.*) → \1$/m);
    expect(git(repo, 'status', '--porcelain', '--', 'docs')).toBe(
      ' D docs/bread/golden-reference.md\n M docs/drinks/coffee/golden-reference.md\n',
    );
  });

  it('names the links that a rename broke', async () => {
    const repo = gitRepo(
      new DocsRepo({
        'topicmill.yaml': 'sources: pages\n',
        'docs/a.md': '# A\n\nSee [b](b.md).\n',
        'docs/b.md': '# B\n\nText.\n',
      }),
    );
    repo.write('docs/c.md', '# B\n\nText.\n');
    repo.remove('docs/b.md');
    const { exitCode, err } = await repo.run('diff', 'HEAD', '--no-answers');
    expect(exitCode).toBe(0);
    expect(err).toMatch(/^docs\/a\.md:3 .*LINK_TARGET_GONE.*docs\/c\.md has its title/m);
    const { out } = await repo.run('diff', 'HEAD', '--no-answers', '--json');
    expect(JSON.parse(out)).toMatchObject({ links: [{ code: 'LINK_TARGET_GONE', line: 3 }] });
  });

  it('refuses what names no commit', async () => {
    const repo = gitRepo();
    for (const revision of ['nowhere', '--output=x']) {
      expect((await repo.run('diff', '--', revision)).exitCode).toBe(2);
    }
  });
});

describe('topicmill eval --log', () => {
  it('reports what was not found, and asks again what somebody went to', async () => {
    const repo = sampleRepo();
    const searches = [
      { query: 'storing leaves', count: 3, chosen: 'drinks/tea', ms: 12 },
      { query: 'kubernetes', count: 0, ms: 8 },
      { query: 'Kubernetes', count: 0 },
      { query: 'water', count: 2 },
      { query: 'roasted beans', count: 2, chosen: '/gone' },
    ];
    repo.write('searches.jsonl', searches.map((each) => `${JSON.stringify(each)}\n`).join(''));
    const { exitCode, out } = await repo.run('eval', '--log', 'searches.jsonl', '--json');
    expect(exitCode).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      searches: 5,
      queries: 4,
      milliseconds: { median: 8, p95: 12 },
      not_found: [{ query: 'kubernetes', searches: 2 }],
      not_chosen: [{ query: 'water', searches: 1 }],
      scores: { questionCount: 1, hitAt1: 1 },
      not_first: [],
      unknown_addresses: ['/gone'],
    });
    expect((await repo.run('eval', '--log', 'searches.jsonl')).out).toMatch(
      /^Log: 5 searches for 4 queries; 8 ms, 95 % within 12 ms\nNot found: 1 query, 40\.0 % of the searches\n {2}2 × kubernetes\n/,
    );
  });

  it('says which line is no search', async () => {
    const repo = sampleRepo({ 'log.jsonl': '{"query":"tea"}\n' });
    const { exitCode, err } = await repo.run('eval', '--log', 'log.jsonl');
    expect({ exitCode, err }).toEqual({
      exitCode: 1,
      err: expect.stringMatching(/^log\.jsonl:1 error QUESTIONS_INVALID/),
    });
  });
});
