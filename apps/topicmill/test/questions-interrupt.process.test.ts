import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { openAiAnswer } from '../../../packages/embedding/test/llm-infrastructure/chat-protocols.js';
import { type Reaction, startServer } from '../../../packages/embedding/test/llm-infrastructure/loopback-server.js';
import { DocsRepo } from './docs-repo.js';

const COMMAND = fileURLToPath(new URL('../bin/topicmill.js', import.meta.url));
const DISHES = ['soup', 'bread', 'salad', 'stew', 'pie', 'cake', 'curry'];
/** Requests that `questions write` has under way at once. */
const AT_ONCE = 4;

/** A kitchen of topics with one chunk each, so that each takes a request. */
function kitchen(): DocsRepo {
  return new DocsRepo({
    'topicmill.yaml':
      'questions: { model: "openai:m", usdPerMillionTokens: { prompt: 1, answer: 2 }, whileBuilding: true }\n',
    ...Object.fromEntries(
      DISHES.map((dish) => [
        `docs/${dish}/golden-reference.md`,
        `# ${dish}\n\n${`Cooks make ${dish} with patience and salt.\n`.repeat(9)}`,
      ]),
    ),
  });
}

/** The dishes with a question, as the files say. */
function askedAbout(repo: DocsRepo): string[] {
  return DISHES.filter((dish) => repo.has(`docs/${dish}/model-questions.md`));
}

it.each([['questions', 'write', '--yes'] as const, ['build', '--yes'] as const])(
  'Ctrl+C during `topicmill %s %s` keeps what was paid for, ends with 130, and a second run asks for the rest only',
  async (...args) => {
    const repo = kitchen();
    let child: ChildProcess | undefined;
    let answerAll = (): void => {};
    const isHeard = new Promise<void>((resolve) => {
      answerAll = resolve;
    });
    const server = await startServer(async ({ body }, index): Promise<Reaction> => {
      if (index === AT_ONCE - 1) child!.kill('SIGINT');
      if (index < AT_ONCE) await isHeard;
      const user = (body as { messages: { content: string }[] }).messages[1]!.content;
      const dish = DISHES.find((each) => user.includes(`# ${each}\n`))!;
      return { json: openAiAnswer('m', `[1] Which spices suit a hearty ${dish} in winter?`) };
    });
    const start = (): ChildProcess => {
      const env = { ...process.env, OPENAI_BASE_URL: `${server.url}/v1`, OPENAI_API_KEY: 'k' };
      return spawn(process.execPath, [COMMAND, ...args], { cwd: repo.root, env });
    };
    child = start();
    child.stderr!.on('data', (part: Buffer) => {
      if (part.toString().includes('Waiting for the answers under way')) answerAll();
    });
    const [[exitCode, signal]] = await Promise.all([once(child, 'exit'), text(child.stdout!)]);
    expect([exitCode, signal]).toEqual([130, null]);
    expect(server.requests).toHaveLength(AT_ONCE);
    expect(askedAbout(repo)).toHaveLength(AT_ONCE);

    const second = start();
    const [[secondCode], err] = await Promise.all([once(second, 'exit'), text(second.stderr!), text(second.stdout!)]);
    expect(secondCode).toBe(0);
    expect(err).toMatch(/openai:m: 3 chunks in 3 requests, about \d+ tokens, about \$0\.00\d\d/);
    expect(server.requests).toHaveLength(DISHES.length);
    expect(askedAbout(repo)).toEqual(DISHES);
  },
  60_000,
);
