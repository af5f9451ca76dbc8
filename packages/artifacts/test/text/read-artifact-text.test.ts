import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_ARTIFACT_SIZES } from '@topicmill/chunking';
import { expect, test } from 'vitest';
import { artifactSplitter, artifactTypeOf, readArtifactText } from '../../src/text/index.js';

const FIXTURES = join(import.meta.dirname, 'fixtures');
const cases = (['mail', 'chat'] as const).flatMap((kind) =>
  readdirSync(join(FIXTURES, kind)).map((name) => ({
    name: `${kind}/${name}`,
    type: kind === 'mail' ? 'email' : 'chat',
    bytes: readFileSync(join(FIXTURES, kind, name, kind === 'mail' ? 'input.eml' : 'input.json')),
    expected: join(FIXTURES, kind, name, 'expected.json'),
  })),
);

test.each(cases)('$name is read as expected.json says', async ({ type, bytes, expected }) => {
  const read = await readArtifactText(bytes, type);
  expect(read).toEqual(JSON.parse(readFileSync(expected, 'utf8')));
});

test.each([
  ['email', 'Hi Ann,\n\nno headers here.\n'],
  ['email', 'Subject: only one header\n\ntext\n'],
  ['chat', 'Ann: hello\nBo: hi\n'],
  ['chat', '{"settings": {"a": 1}}'],
  ['chat', '[1, 2, 3]'],
  ['chat', '[{"text": "alone", "from": "Ann"}]'],
  ['chat', '{broken'],
  ['doc', 'From: a@example.org\nTo: b@example.org\nSubject: x\n\ntext\n'],
])('other text is taken as it is: %s %j', async (type, text) => {
  expect(await readArtifactText(text, type)).toEqual({ content: text, attributes: {} });
});

test.each([
  ['# Tea  time #\n\nText.\n', 'Tea time'],
  ['\ufeff---\ntitle: "From the front"\n---\n\n# Another\n', 'From the front'],
  ['---\ntitle: [no text]\n---\n\nUnderlined\n==========\n', 'Underlined'],
  ['```\n# a comment\n```\n\n## Two\n', undefined],
  ['No heading.\n', undefined],
  [`# ${'long '.repeat(100)}\n`, 'long '.repeat(40).trim()],
])('the title of a document: %j', async (text, title) => {
  expect(await readArtifactText(text, 'doc')).toEqual({ content: text, attributes: {}, ...(title && { title }) });
});

test.each([
  [1_700_000_000, '2023-11-14T22:13:20.000Z'],
  ['1700000000.123456', '2023-11-14T22:13:20.123Z'],
  [1_700_000_000_000, '2023-11-14T22:13:20.000Z'],
  [1_700_000_000_000_000, '2023-11-14T22:13:20.000Z'],
  ['1700000000000000000', '2023-11-14T22:13:20.000Z'],
  ['2024-05-12T09:14:02', '2024-05-12T09:14:02.000Z'],
  ['+055840-11-08T00:00:00Z', undefined],
  ['no time', undefined],
])('the time of a chat: %j', async (time, ts) => {
  const messages = [1, 2].map((number) => ({ from: 'Ann', text: `message ${number}`, time }));
  expect((await readArtifactText(JSON.stringify(messages), 'chat')).ts).toBe(ts);
});

test('a title that is no valid Unicode or has several lines is made one that is', async () => {
  const messages = [1, 2].map((number) => ({ from: 'Ann', text: `message ${number}` }));
  const chat = JSON.stringify({ title: 'Tea\n \ud83d time', messages });
  expect((await readArtifactText(chat, 'chat')).title).toBe('Tea time');
});

test.each([
  ['a/b/mail.eml', 'email'],
  ['src/index.ts', 'code'],
  ['src/App.TSX', 'code'],
  ['Main.java', 'code'],
  ['WhatsApp Chat with Ann.txt', 'chat'],
  ['slack-export.json', 'chat'],
  ['circuit.txt', 'doc'],
  ['notes.md', 'doc'],
  ['Makefile', 'doc'],
])('%s is of type %s', (fileName, type) => {
  expect(artifactTypeOf(fileName)).toBe(type);
});

test('what is read of a mail and of an export is split at its replies and turns', async () => {
  const split = await artifactSplitter({ singlePieceMaxTokens: 10, targetTokens: 60, overlapTokens: 5 });
  for (const { bytes, type, name } of cases.filter(({ name }) =>
    /multipart|html-only|html-gmail|slack|telegram|chatgpt|teams/.test(name),
  )) {
    const { content } = await readArtifactText(bytes, type);
    const { strategy, chunks } = await split(content, type);
    expect(strategy, name).toBe(type === 'email' ? 'email-blocks' : 'speaker-turns');
    expect(chunks.at(-1)!.endChar).toBe(content.length);
  }
});

test.each([
  ['html-outlook', ['Fine with me.', 'From: Bo <bo@example.com>']],
  ['html-gmail', ['Fine with me.', 'On Mon, May 13, 2024 at 5:40 PM Bo <bo@example.com> wrote:']],
])('the replies of %s begin chunks', async (name, starts) => {
  const bytes = readFileSync(join(FIXTURES, 'mail', name, 'input.eml'));
  const { content } = await readArtifactText(bytes, 'email');
  const { tokenCount } = await (await artifactSplitter(DEFAULT_ARTIFACT_SIZES))(content, 'email');
  const split = await artifactSplitter({ singlePieceMaxTokens: 10, targetTokens: tokenCount - 3, overlapTokens: 5 });
  const { chunks } = await split(content, 'email');
  expect(chunks.map(({ startChar }) => content.slice(startChar).split('\n', 1)[0])).toEqual(starts);
});

test('code is split at its functions, the same each time', async () => {
  const split = await artifactSplitter({ singlePieceMaxTokens: 100, targetTokens: 100, overlapTokens: 10 });
  const text = readFileSync(join(FIXTURES, 'code', 'typescript', 'input.txt'), 'utf8');
  const first = await split(text, 'code');
  expect(first.strategy).toBe('code-blocks');
  expect(first.chunks.map(({ startChar }) => text.slice(startChar).split('\n', 1)[0])).toEqual([
    "import { readFile } from 'node:fs/promises';",
    '  /** Adds an item. */',
    'export const load = async ({ path }: Options): Promise<string> => {',
  ]);
  expect(await split(text, 'code')).toEqual(first);
});
