import { describe, expect, it } from 'vitest';
import { startServer } from '../../../packages/embedding/test/llm-infrastructure/loopback-server.js';
import { DocsRepo } from './docs-repo.js';

const PAGE = 'docs/kiln.md';
const QUESTIONS = 'topicmill/kiln.model-questions.md';
const RAMPS = `## Ramps\n\n${'The heat rises by sixty degrees an hour until the clay is dry.\n'.repeat(4)}`;
const ALARMS = `## Alarms\n\n${'It shrieks where the lid was lifted while the elements glow.\n'.repeat(4)}`;
const COOLING = `## Cooling\n\n${'Leave it shut until a hand can rest on the outer wall.\n'.repeat(4)}`;
const [OVERNIGHT, NOISE, FINGERS] = [
  'Can I leave my pottery oven on overnight?',
  'What is that beeping noise of my pottery oven?',
  'When may fingers touch finished pots?',
];

function pageOf(...sections: readonly string[]): string {
  return `# Kiln\n\nWhere clay becomes pots.\n\n${sections.join('\n')}`;
}

function kilnSite(): DocsRepo {
  return new DocsRepo({
    'topicmill.yaml':
      "sources: pages\nquestions: { model: 'ollama:m' }\nsite: { generator: mkdocs, url: 'https://kiln.example.org/' }\n",
    [PAGE]: pageOf(RAMPS, ALARMS),
    'docs/clay.md': '# Clay\n\nEarth.\n',
  });
}

interface Listed {
  readonly chunk: string;
  readonly text_hash: string;
  readonly present_questions?: readonly string[];
  readonly earlier_questions?: readonly string[];
}

async function todo(repo: DocsRepo): Promise<readonly Listed[]> {
  return JSON.parse((await repo.run('questions', 'todo', 'kiln', '--json')).out).chunks;
}

async function hand(repo: DocsRepo, given: Readonly<Record<string, readonly string[] | undefined>>): Promise<void> {
  const chunks = (await todo(repo)).flatMap(({ chunk, text_hash }) => {
    const questions = given[chunk];
    return questions === undefined ? [] : [{ chunk, text_hash, questions }];
  });
  repo.write('answers.json', JSON.stringify({ by: 'agent', chunks }));
  expect((await repo.run('questions', 'add', 'answers.json')).err).toBe('');
}

async function askedSite(): Promise<DocsRepo> {
  const repo = kilnSite();
  await hand(repo, { 'kiln#ramps': [OVERNIGHT!], 'kiln#alarms': [NOISE!] });
  expect(await todo(repo)).toEqual([]);
  return repo;
}

async function questionsByChunk(repo: DocsRepo): Promise<Record<string, string[]>> {
  expect((await repo.run('build')).exitCode).toBe(0);
  const index = JSON.parse(repo.read('topics/kiln/index.json'));
  const [set] = Object.values(index._embedded.chunks) as [
    { items: { id: string; questions?: { question: string }[] }[] },
  ];
  return Object.fromEntries(set.items.map(({ id, questions = [] }) => [id, questions.map(({ question }) => question)]));
}

describe('questions stay with a text that nobody edited', () => {
  it.each([
    ['line ends of Windows', (text: string) => text.replaceAll('\n', '\r\n')],
    ['a blank line at its end', (text: string) => `${text}\n`],
    ['a section that is appended', (text: string) => `${text}\n## See also\n\nThe clay.\n`],
    ['sections in another order', () => pageOf(ALARMS, RAMPS)],
    ['another heading', (text: string) => text.replace('## Ramps', '## Ramp programs')],
    ['another title', (text: string) => text.replace('# Kiln\n', '# Kilns and ovens\n')],
  ])('with %s', async (_, change) => {
    const repo = await askedSite();
    const file = repo.read(QUESTIONS);
    repo.write(PAGE, change(repo.read(PAGE)));
    expect(await todo(repo)).toEqual([]);
    expect((await repo.run('questions', 'status', 'kiln')).out).toContain(': 0 without questions, 0 edited since');
    expect(
      Object.values(await questionsByChunk(repo))
        .flat()
        .sort(),
    ).toEqual([OVERNIGHT, NOISE].sort());
    expect(repo.read(QUESTIONS)).toBe(file);
  });
});

describe('questions about a chunk that is gone', () => {
  it('count for another chunk of the page, are listed with it, and go there with its answer', async () => {
    const repo = await askedSite();
    const own = '\n- Does my granny need ear plugs?\n';
    repo.write(QUESTIONS, repo.read(QUESTIONS).replace(`\n- ${NOISE}\n`, `\n- ${NOISE}${own}`));
    const edited = [
      RAMPS.replace('## Ramps', '## Programs').replaceAll('sixty', 'fifty'),
      ALARMS.replace('## Alarms', '## Noises').replaceAll('lifted', 'opened'),
    ];
    repo.write(PAGE, pageOf(...edited, COOLING));
    const { out } = await repo.run('build');
    expect(out).toContain('QUESTIONS_WAITING: 3 questions about chunks that are gone count for');
    expect(out).toContain('Run `topicmill questions todo`');
    expect(Object.values(await questionsByChunk(repo)).flat()).toHaveLength(3);
    expect((await repo.run('query', NOISE!, '-k', '1')).out).toContain('kiln');
    expect((await repo.run('questions', 'status', 'kiln')).out).toContain(
      '3 questions about chunks that are gone, which wait for another\n',
    );
    const listed = await todo(repo);
    expect(listed.flatMap((each) => each.earlier_questions ?? []).sort()).toEqual([OVERNIGHT, NOISE].sort());
    await hand(repo, Object.fromEntries(listed.map((each) => [each.chunk, each.earlier_questions ?? [FINGERS!]])));
    expect(await todo(repo)).toEqual([]);
    const after = await repo.run('build');
    expect(after.out).not.toContain('QUESTIONS_WAITING');
    expect(repo.read(QUESTIONS)).toContain(own);
    expect((await repo.run('questions', 'status', 'kiln')).out).toContain(
      'questions as a model wrote them, 1 by people',
    );
  });

  it('are listed with a chunk that has been asked about since', async () => {
    const repo = await askedSite();
    const moved = RAMPS + ALARMS.replace('## Alarms\n', '').replaceAll('lifted', 'opened');
    const without = repo.read(QUESTIONS);
    repo.write(PAGE, pageOf(moved));
    repo.write(QUESTIONS, without.slice(0, without.indexOf('## Alarms')));
    await hand(repo, { 'kiln#ramps': [OVERNIGHT!] });
    repo.write(QUESTIONS, `${repo.read(QUESTIONS)}\n${without.slice(without.indexOf('## Alarms'))}`);
    const [open] = await todo(repo);
    expect(open).toMatchObject({ present_questions: [OVERNIGHT], earlier_questions: [NOISE] });
    expect((await repo.run('questions', 'todo', 'kiln')).out).toContain('(questions of a chunk that is gone)\n');
    const { out } = await repo.run('questions', 'status', 'kiln');
    expect(out).toContain('  kiln: 0 without, 0 edited, of 1, 1 question waiting\n');
    expect(out).not.toContain('as a whole');
    await hand(repo, { [open!.chunk]: [NOISE!] });
    expect(repo.read(QUESTIONS).match(/^- .*$/gm)).toEqual([`- ${OVERNIGHT}`, `- ${NOISE}`]);
    expect(repo.read(QUESTIONS)).not.toContain('## Alarms');
    expect(await todo(repo)).toEqual([]);
  });
});

it('a model that says NONE of an edited text, or hardly anything, takes no reviewed question away', async () => {
  const repo = await askedSite();
  await hand(repo, {});
  const file = repo.read(QUESTIONS);
  repo.write(PAGE, repo.read(PAGE).replace('sixty', 'fifty'));
  const server = await startServer(() => ({
    json: { message: { role: 'assistant', content: '[1] NONE' }, done: true, done_reason: 'stop' },
  }));
  const ask = () => repo.runIn({ OLLAMA_HOST: server.url }, 'questions', 'write', '--yes', 'kiln');
  expect((await ask()).out).toContain('1 chunk skipped');
  expect(repo.read(QUESTIONS).replace(/text="\w+"/g, '')).toBe(file.replace(/text="\w+"/g, ''));
  expect(await ask()).toMatchObject({ exitCode: 0, err: '' });
  expect(server.requests).toHaveLength(1);
});

describe('files about a page that was renamed without them', () => {
  async function renamed(): Promise<DocsRepo> {
    const repo = await askedSite();
    repo.write('topicmill/kiln.qa.md', '## Q: How hot is it?\n\nA: The heat rises by sixty degrees an hour.\n');
    expect((await repo.run('eval', '--update')).exitCode).toBe(0);
    repo.write('docs/oven.md', repo.read(PAGE));
    repo.remove(PAGE);
    return repo;
  }

  it.each([[['build']], [['verify']], [['doctor', '--offline']], [['questions', 'status']]])(
    'are named by %j',
    async (command) => {
      const repo = await renamed();
      if (command[0] === 'verify') await repo.run('build');
      const { out, err } = await repo.run(...command);
      for (const file of [QUESTIONS, 'topicmill/kiln.qa.md']) expect(out + err).toContain(file);
    },
  );

  it('are named with a code and a remedy, and no longer once they have the name of the page', async () => {
    const repo = await renamed();
    expect((await repo.run('build')).err).toContain(`${QUESTIONS} warning PAGE_NOTES_ORPHANED: `);
    expect((await repo.run('doctor', '--offline')).out).toContain('2 files about pages that are gone');
    for (const end of ['qa.md', 'model-questions.md']) {
      repo.write(`topicmill/oven.${end}`, repo.read(`topicmill/kiln.${end}`));
      repo.remove(`topicmill/kiln.${end}`);
    }
    expect((await repo.run('build')).err).toBe('');
  });

  it('make eval fail where none of its questions is left', async () => {
    const repo = await renamed();
    const { exitCode, out } = await repo.run('eval');
    expect(exitCode).toBe(1);
    expect(out).toContain('ALL GONE: none of the 1 question of the baseline is asked any more');
  });
});
