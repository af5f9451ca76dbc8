import { PassThrough } from 'node:stream';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { describe, expect, it } from 'vitest';
import { startServer } from '../../../packages/embedding/test/llm-infrastructure/loopback-server.js';
import { main } from '../src/main.js';
import { type CommandResult, DocsRepo, reference, sampleRepo } from './docs-repo.js';

const COFFEE = 'docs/drinks/coffee/model-questions.md';

interface Handed {
  readonly further: number;
  readonly chunks: readonly {
    readonly chunk: string;
    readonly text_hash: string;
    readonly text: string;
    readonly earlier_questions?: readonly string[];
  }[];
}

async function todo(repo: DocsRepo, ...args: readonly string[]): Promise<Handed> {
  return JSON.parse((await repo.run('questions', 'todo', '--json', ...args)).out) as Handed;
}

/** Hands back one question for each chunk that is listed. */
async function answerAll(repo: DocsRepo, ask: (chunk: string) => string, ...within: readonly string[]): Promise<void> {
  const { chunks } = await todo(repo, ...within);
  const answers = chunks.map(({ chunk, text_hash }) => ({ chunk, text_hash, questions: [ask(chunk)] }));
  repo.write('answers.json', JSON.stringify({ by: 'test-agent', chunks: answers }));
  expect((await repo.run('questions', 'add', 'answers.json')).err).toBe('');
}

const ASKED: Readonly<Record<string, string>> = {
  '#coffee': 'Which grinder suits an espresso machine?',
  '#storing': 'Do I need a fridge against stale aroma?',
  '#serving': 'Which mugs go on the breakfast table?',
};

function askOfCoffee(chunk: string): string {
  return ASKED[chunk.slice(chunk.indexOf('#'))]!;
}

describe('topicmill questions', () => {
  it('lists chunks without questions, takes what comes back, and lists no chunk again', async () => {
    const repo = sampleRepo();
    const first = await todo(repo, 'drinks/coffee', '--limit', '2');
    expect(first).toMatchObject({
      further: 1,
      chunks: [{ chunk: 'drinks/coffee#coffee' }, { chunk: 'drinks/coffee#storing' }],
    });
    expect(first.chunks[0]!.text).toMatch(/^# Coffee\n\nAll of roasted beans\.\n\n## Making\n/);
    await answerAll(repo, askOfCoffee, 'drinks/coffee');
    expect(repo.read(COFFEE)).toContain('\n- Which grinder suits an espresso machine?\n');
    expect((await todo(repo, 'drinks/coffee')).chunks).toEqual([]);
    expect((await repo.run('questions', 'status', 'drinks/coffee')).out).toBe(
      '3 chunks: 0 without questions, 0 edited since\n3 questions as a model wrote them, 0 by people, 0 deleted or changed since\n',
    );
  });

  it('makes a chunk found by words that it does not contain, says who wrote them, and leaves eval its own questions', async () => {
    const repo = sampleRepo();
    await answerAll(repo, askOfCoffee, 'drinks/coffee');
    expect((await repo.run('build')).exitCode).toBe(0);
    const item = JSON.parse(repo.read('docs/drinks/coffee/index.json'))._embedded.chunks['golden-reference'].items[1];
    expect(item.questions).toEqual([
      { question: 'Do I need a fridge against stale aroma?', hash: expect.stringMatching(/^\d+$/), origin: 'model' },
    ]);
    expect(repo.read('docs/drinks/coffee/topic-spec.md')).toMatch(
      /\| 1 \| Do I need a fridge against stale aroma\? \| -?[\d.]+ \| \d+ \| model \|/,
    );
    const { out } = await repo.run('query', 'stale aroma in the fridge', '--json', '--k', '1');
    expect(JSON.parse(out).results[0]).toMatchObject({
      topic: 'drinks/coffee',
      index: 1,
      match: { question: 'Do I need a fridge against stale aroma?', question_origin: 'model' },
    });
    expect(JSON.parse((await repo.run('eval', '--json')).out).scores.questionCount).toBe(2);
    expect(await repo.run('verify')).toMatchObject({ exitCode: 0 });
  });

  it('leaves what people delete deleted, and what they change as it is', async () => {
    const repo = sampleRepo();
    await answerAll(repo, askOfCoffee, 'drinks/coffee');
    const changed = repo
      .read(COFFEE)
      .replace('- Which grinder suits an espresso machine?\n', '')
      .replace('Which mugs go on the breakfast table?', 'Which cups do guests get?');
    repo.write(COFFEE, changed);
    expect((await todo(repo, 'drinks/coffee')).chunks).toEqual([]);
    repo.write('docs/drinks/coffee/golden-reference.md', reference('Coffee', 'dark beans'));
    const again = await todo(repo, 'drinks/coffee');
    expect(again.chunks.map(({ earlier_questions: earlier }) => earlier)).toEqual([
      undefined,
      ['Do I need a fridge against stale aroma?'],
      undefined,
    ]);
    const answers = again.chunks.map(({ chunk, text_hash }, at) => ({
      chunk,
      text_hash,
      questions:
        at === 0
          ? ['Which grinder suits my espresso machine?', 'Is a mill better than a blender?']
          : ['Is it fine cold?'],
    }));
    repo.write('answers.json', JSON.stringify({ by: 'other-agent', chunks: answers.slice(0, 2) }));
    const { err, exitCode } = await repo.run('questions', 'add', 'answers.json');
    expect(exitCode).toBe(1);
    expect(err).toContain(
      'QUESTION_REFUSED: deleted: "Which grinder suits my espresso machine?" for drinks/coffee#coffee: It was deleted, changed or dropped.',
    );
    const file = repo.read(COFFEE);
    expect(file.match(/^- .*$/gm)).toEqual([
      '- Is a mill better than a blender?',
      '- Is it fine cold?',
      '- Which cups do guests get?',
    ]);
    expect((await repo.run('questions', 'status', 'drinks/coffee')).out).toBe(
      '3 chunks: 0 without questions, 1 edited since\n2 questions as a model wrote them, 1 by people, 2 deleted or changed since\n  drinks/coffee: 0 without, 1 edited, of 3\n',
    );
  });

  it('refuses by name what does not belong, keeps the rest, and writes nothing with --dry-run', async () => {
    const repo = sampleRepo();
    const [making, storing] = (await todo(repo, 'drinks/coffee')).chunks;
    const answers = {
      by: 'test-agent',
      chunks: [
        {
          chunk: making!.chunk,
          text_hash: making!.text_hash,
          questions: ['Good grinder for mornings?', 'No question.', 'What making does to roasted beans is told here?'],
        },
        { chunk: storing!.chunk, text_hash: '0123456789abcdef', questions: ['Fridge or shelf for aroma?'] },
        { chunk: 'drinks/coffee#nowhere', text_hash: making!.text_hash, questions: ['Which saucer is best?'] },
      ],
    };
    repo.write('answers.json', JSON.stringify(answers));
    const dry = await repo.run('questions', 'add', 'answers.json', '--dry-run');
    expect([dry.exitCode, dry.out]).toEqual([
      1,
      `would write ${COFFEE}\n1 question for 1 chunk, 4 refused\n1 chunk has fewer than 3 questions:\n  drinks/coffee#coffee: 1\n`,
    ]);
    expect(repo.has(COFFEE)).toBe(false);
    const { out } = await repo.run('questions', 'add', 'answers.json', '--json');
    const report = JSON.parse(out) as { added: unknown; refused: { reason: string }[] };
    expect(report.added).toEqual([{ chunk: 'drinks/coffee#coffee', question: 'Good grinder for mornings?' }]);
    expect(report.refused.map(({ reason }) => reason).sort()).toEqual([
      'not-a-question',
      'repeats-text',
      'stale-text',
      'unknown-chunk',
    ]);
    const twice = await repo.run('questions', 'add', 'answers.json');
    expect(twice.err).toContain('duplicate: "Good grinder for mornings?"');
  });

  it('keeps in mind that a text answers nothing', async () => {
    const repo = sampleRepo();
    const [making] = (await todo(repo, 'drinks/coffee', '--limit', '1')).chunks;
    repo.write(
      'answers.json',
      JSON.stringify({ by: 'a', chunks: [{ chunk: making!.chunk, text_hash: making!.text_hash, skip: true }] }),
    );
    expect((await repo.run('questions', 'add', 'answers.json')).out).toBe(
      `written ${COFFEE}\n0 questions for 0 chunks, 1 chunk skipped, 0 refused\n`,
    );
    expect((await todo(repo, 'drinks/coffee')).chunks.map(({ chunk }) => chunk)).not.toContain(making!.chunk);
  });

  it('names the fault of an input that is not what it should be', async () => {
    const repo = sampleRepo();
    const fault = async (text: string): Promise<unknown> => {
      repo.write('answers.json', text);
      const { exitCode, err } = await repo.run('questions', 'add', 'answers.json');
      return [exitCode, err.split('\n')[0]];
    };
    expect(await fault('{')).toEqual([
      1,
      expect.stringMatching(/^answers\.json error QUESTIONS_INVALID: It is not JSON/),
    ]);
    expect(await fault('{"by": "a", "chunks": [{"chunk": "x", "text_hash": "y", "question": []}]}')).toEqual([
      1,
      expect.stringContaining('"question"'),
    ]);
    expect(await repo.run('questions', 'add', 'nowhere.json')).toMatchObject({ exitCode: 2 });
    expect(await repo.run('questions', 'add')).toMatchObject({ exitCode: 2 });
    expect(await repo.run('questions', 'todo', 'nowhere')).toMatchObject({ exitCode: 2 });
  });

  it('puts the questions about pages into the folder for what people write about them', async () => {
    const repo = new DocsRepo({
      'topicmill.yaml': "sources: pages\nsite: { generator: docusaurus, url: 'https://kiln.example.org/' }\n",
      'docs/guide/firing.md': `# Firing\n\nTwo firings make a pot.\n\n## Glaze firing\n\n${'Faster than the first, and hotter.\n'.repeat(9)}`,
    });
    const { chunks } = await todo(repo, '--limit', '5');
    expect(chunks.map(({ chunk }) => chunk)).toEqual(['guide/firing#glaze-firing']);
    await answerAll(repo, () => 'Why did my dishes break in the oven?');
    expect(repo.read('topicmill/guide/firing.model-questions.md')).toContain('<!-- chunk="#glaze-firing" text="');
    expect((await repo.run('build')).exitCode).toBe(0);
    expect(repo.read('topics/guide/firing/index.json')).toContain('"origin":"model"');
    expect((await repo.run('query', 'dishes broken in oven')).out).toContain('firing');
  });

  it('is offered to agents by MCP, where they were told that they may write', async () => {
    const repo = sampleRepo();
    await repo.build();
    expect((await connected(repo, [])).tools).not.toContain('questions_todo');
    const { client, tools } = await connected(repo, ['--write-questions']);
    expect(tools).toEqual(expect.arrayContaining(['questions_todo', 'questions_add']));
    const call = async (name: string, args: Record<string, unknown>): Promise<{ isError?: unknown; text: string }> => {
      const { content, isError } = await client.callTool({ name, arguments: args });
      return { isError, text: (content as { text: string }[])[0]!.text };
    };
    const handed = JSON.parse((await call('questions_todo', { below: 'drinks/coffee', limit: 1 })).text) as Handed;
    const [{ chunk, text_hash }] = handed.chunks as [Handed['chunks'][number]];
    const written = { by: 'agent', chunks: [{ chunk, text_hash, questions: ['Which grinder is quiet?', 'Nothing.'] }] };
    expect(JSON.parse((await call('questions_add', written)).text)).toMatchObject({
      added: [{ chunk, question: 'Which grinder is quiet?' }],
      refused: [{ reason: 'not-a-question' }],
      repeated: [],
      few: [{ chunk, count: 1 }],
    });
    expect(repo.read(COFFEE)).toContain('by="agent"');
    expect(await call('questions_todo', { below: 'nowhere' })).toMatchObject({
      isError: true,
      text: expect.stringContaining('TOPIC_UNKNOWN'),
    });
    expect((await call('questions_add', { ...written, also: 1 })).isError).toBe(true);
    expect(await repo.run('mcp', '--http', '--write-questions')).toMatchObject({ exitCode: 2 });
    expect(await repo.run('mcp', 'https://docs.example.org/', '--write-questions')).toMatchObject({ exitCode: 2 });
  });
});

async function connected(repo: DocsRepo, args: readonly string[]): Promise<{ client: Client; tools: string[] }> {
  const [toServer, toClient] = [new PassThrough(), new PassThrough()];
  const stdin = Object.assign(toServer, { isTTY: false });
  void main(['mcp', ...args], { stdin, stdout: toClient, stderr: { write: () => {} }, cwd: repo.root, env: {} });
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(new StdioServerTransport(toClient, toServer));
  return { client, tools: (await client.listTools()).tools.map(({ name }) => name) };
}

describe('topicmill questions write', () => {
  const REPLY = {
    message: { role: 'assistant', content: '[1] Which grinder suits an espresso machine?' },
    done: true,
    done_reason: 'stop',
  };

  async function run(repo: DocsRepo, ...args: readonly string[]): Promise<CommandResult & { calls: number }> {
    const server = await startServer(() => ({ json: REPLY }));
    const result = await repo.runIn({ OLLAMA_HOST: server.url }, ...args);
    return { ...result, calls: server.requests.length };
  }

  it('says what it takes, and asks a model only where somebody agrees', async () => {
    const repo = sampleRepo({ 'topicmill.yaml': 'questions: { model: "ollama:m" }\n' });
    const plan = /^ollama:m: 3 chunks in 1 request, about \d+ tokens, free\n$/;
    const dry = await run(repo, 'questions', 'write', 'drinks/coffee', '--dry-run');
    expect(dry).toMatchObject({ exitCode: 0, out: expect.stringMatching(plan), calls: 0 });
    const unasked = await run(repo, 'questions', 'write', 'drinks/coffee');
    expect(unasked).toMatchObject({ exitCode: 1, err: expect.stringMatching(plan), calls: 0 });
    expect(unasked.out).toBe('Nobody was asked; give --yes to agree in advance.\n');
    const agreed = await run(repo, 'questions', 'write', 'drinks/coffee', '--yes');
    expect(agreed).toMatchObject({ exitCode: 0, calls: 1 });
    expect(agreed.out).toBe(
      `written ${COFFEE}\n1 question, 0 chunks skipped, 0 refused\n2 chunks without a question that could be kept; another run asks again\n`,
    );
    expect(repo.read(COFFEE)).toContain('by="ollama:m"');
    expect((await run(repo, 'questions', 'write', '--yes', '--model', 'm')).exitCode).not.toBe(0);
    expect(await sampleRepo().run('questions', 'write')).toMatchObject({ exitCode: 2 });
  });

  it('runs before a build that was told so, and a build without consent goes on without it', async () => {
    const repo = sampleRepo({ 'topicmill.yaml': 'questions: { model: "ollama:m", whileBuilding: true }\n' });
    const unasked = await run(repo, 'build', 'drinks/coffee');
    expect(unasked).toMatchObject({ exitCode: 0, calls: 0, err: expect.stringContaining('give --yes') });
    const agreed = await run(repo, 'build', 'drinks/coffee', '--yes');
    expect(agreed).toMatchObject({ exitCode: 0, calls: 1 });
    expect(repo.read('docs/drinks/coffee/index.json')).toContain('Which grinder suits an espresso machine?');
  });
});
