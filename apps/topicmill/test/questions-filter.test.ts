import { describe, expect, it } from 'vitest';
import { DocsRepo } from './docs-repo.js';

const TEA = 'docs/tea/model-questions.md';

/** Four questions of a page: one that is worth keeping, and one for each way not to be. */
const GOOD = 'What do I pour into my mug when it is cold outside?';
const OTHER_PAGE = 'Which yeast makes sourdough rise overnight?';
const REPEATED = 'Do green leaves steep in hot water?';
const NOTHING = 'Is it told at length?';

function page(title: string, text: string): string {
  return `# ${title}\n\n${text} That is told at length.\n\n${`${text}\n`.repeat(6)}`;
}

/** A repository whose page about tea has the questions of a model and one of a person. */
async function askedRepo(...questions: readonly string[]): Promise<DocsRepo> {
  const repo = new DocsRepo({
    'topicmill.yaml': 'docsRoot: docs\n',
    'docs/tea/golden-reference.md': page('Tea', 'Green leaves steep in hot water.'),
    'docs/bread/golden-reference.md': page('Bread', 'Yeast makes sourdough dough rise overnight.'),
    'docs/soup/golden-reference.md': page('Soup', 'Carrots simmer slowly with onions.'),
  });
  await add(repo, questions);
  repo.write(TEA, `${repo.read(TEA)}- Which yeast makes sourdough rise in a day?\n`);
  return repo;
}

async function add(repo: DocsRepo, questions: readonly string[]): Promise<string> {
  const { chunks } = JSON.parse((await repo.run('questions', 'todo', 'tea', '--json')).out) as {
    chunks: readonly { chunk: string; text_hash: string }[];
  };
  const known = /text="([0-9a-f]+)"/.exec(repo.has(TEA) ? repo.read(TEA) : '')?.[1];
  const [first] = chunks;
  const about = { chunk: first?.chunk ?? 'tea#tea', text_hash: first?.text_hash ?? known };
  repo.write('answers.json', JSON.stringify({ by: 'test-agent', chunks: [{ ...about, questions }] }));
  return (await repo.run('questions', 'add', 'answers.json')).err;
}

interface Report {
  readonly dropped: readonly { question: string; reason: string; otherTopic?: string; place: number; gained: number }[];
  readonly kept: readonly { question: string; place: number; gained: number }[];
  readonly files: readonly string[];
}

describe('topicmill questions filter', () => {
  it('drops what another page answers better, what repeats the text and what says nothing, each with the reason', async () => {
    const repo = await askedRepo(GOOD, OTHER_PAGE, REPEATED, NOTHING);
    const before = repo.read(TEA);
    const dry = JSON.parse((await repo.run('questions', 'filter', '--json', '--dry-run')).out) as Report;
    expect(dry.dropped).toMatchObject([
      { chunk: 'tea#tea', question: OTHER_PAGE, reason: 'other-page', otherTopic: 'bread', gained: expect.any(Number) },
      { question: REPEATED, reason: 'repeats-text', place: 1 },
      { question: NOTHING, reason: 'says-nothing' },
    ]);
    expect(dry.kept.map(({ question }) => question)).toEqual([GOOD]);
    expect(repo.read(TEA)).toBe(before);

    const { exitCode, out } = await repo.run('questions', 'filter');
    expect([exitCode, out.split('\n').slice(-4)]).toEqual([
      0,
      [expect.stringContaining('says-nothing: '), `written ${TEA}`, '3 questions dropped, 1 kept', ''],
    ]);
    expect(out).toMatch(/^tea#tea: "Which yeast .*"\n {2}other-page: .* \(bread\) Gained .*; without it, its page is /);
    expect(repo.read(TEA).match(/^- .*$/gm)).toEqual([`- ${GOOD}`, '- Which yeast makes sourdough rise in a day?']);
  });

  it('drops for good, and finds nothing more to drop', async () => {
    const repo = await askedRepo(GOOD, OTHER_PAGE);
    await repo.run('questions', 'filter');
    const filtered = repo.read(TEA);
    expect(await add(repo, [OTHER_PAGE])).toContain(`QUESTION_REFUSED: deleted: "${OTHER_PAGE}"`);
    expect((await repo.run('questions', 'filter')).out).toBe('0 questions dropped, 1 kept\n');
    expect(repo.read(TEA)).toBe(filtered);
  });

  it('keeps a question that costs those of people no more than one answer', async () => {
    const costly = 'Why do I weep in the kitchen in winter?';
    const repo = await askedRepo(GOOD, costly);
    const filter = async (): Promise<Report> =>
      JSON.parse((await repo.run('questions', 'filter', '--json', '--dry-run')).out) as Report;
    repo.write('docs/soup/qa-pairs.md', '## Q: Why do I weep in winter?\n\nA: Carrots simmer slowly.\n');
    const { dropped, kept } = await filter();
    expect([dropped, kept.map(({ question }) => question)]).toEqual([[], [GOOD, costly]]);
    expect(kept[1]!.gained).toBeLessThan(0);
  });

  it('judges only the topics that are named', async () => {
    const repo = await askedRepo(OTHER_PAGE);
    expect((await repo.run('questions', 'filter', 'bread')).out).toBe('0 questions dropped, 0 kept\n');
    expect(await repo.run('questions', 'filter', 'nowhere')).toMatchObject({ exitCode: 2 });
  });
});
