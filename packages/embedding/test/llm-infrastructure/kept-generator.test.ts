import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createTextGenerator, keepAnswers } from '../../src/llm-infrastructure/index.js';
import { openAiChatReaction } from './chat-protocols.js';
import { type Reaction, startServer } from './loopback-server.js';
import { noPatience } from './patience.js';

const prompt = (user: string, temperature = 0) => ({ system: 'Answer.', user, temperature });

async function workspace(faults: readonly (Reaction | undefined)[] = []) {
  const folder = mkdtempSync(join(tmpdir(), 'kept-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const server = await startServer((request, index) => faults[index] ?? openAiChatReaction(request));
  const { settings } = noPatience({ OPENAI_API_KEY: 'k', OPENAI_BASE_URL: `${server.url}/v1` });
  const files = () =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.json'));
  const generator = (model = 'openai:m') => keepAnswers(createTextGenerator(model, settings), folder, 'answers');
  return { folder, server, files, generator };
}

test('a prompt that was answered is not asked again', async () => {
  const { server, generator } = await workspace();
  const first = await generator().generate(prompt('Say one'), 'a');
  expect(await generator().generate(prompt('Say one'), 'b')).toEqual(first);
  expect(server.requests).toHaveLength(1);
});

test('another prompt, temperature or model is', async () => {
  const { server, generator } = await workspace();
  await generator().generate(prompt('Say one'), 'a');
  await generator().generate(prompt('Say two'), 'a');
  await generator().generate(prompt('Say one', 0.2), 'a');
  await generator('openai:n').generate(prompt('Say one'), 'a');
  expect(server.requests).toHaveLength(4);
});

test('what was answered before a failure is kept', async () => {
  const { server, generator } = await workspace([undefined, { status: 400, json: { error: { message: 'no' } } }]);
  const askBoth = async () => {
    await generator().generate(prompt('Say one'), 'a');
    return generator().generate(prompt('Say two'), 'b');
  };
  await expect(askBoth()).rejects.toMatchObject({ code: 'GENERATOR_REQUEST_REJECTED' });
  expect((await askBoth()).text).toBe('two');
  expect(server.requests).toHaveLength(3);
});

test.each(['', '{"text":"two","elapsedMs":0,"check":"0"}', '{"text":"tw'])(
  'a damaged file is written again: %j',
  async (damaged) => {
    const { folder, server, files, generator } = await workspace();
    const first = await generator().generate(prompt('Say one'), 'a');
    writeFileSync(join(folder, files()[0]!), damaged);
    expect(await generator().generate(prompt('Say one'), 'a')).toEqual(first);
    expect(await generator().generate(prompt('Say one'), 'a')).toEqual(first);
    expect(server.requests).toHaveLength(2);
  },
);

test('a folder in place of an answer is an error that names it from where the user is', async () => {
  const { folder, files, generator } = await workspace();
  await generator().generate(prompt('Say one'), 'a');
  const [file] = files();
  rmSync(join(folder, file!));
  mkdirSync(join(folder, file!, 'full'), { recursive: true });
  await expect(generator().generate(prompt('Say one'), 'a')).rejects.toMatchObject({
    code: 'FILE_UNREADABLE',
    file: `answers/${file}`,
    remedy: expect.any(String),
  });
});
