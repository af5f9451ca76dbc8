import { strToU8, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { longText, type TemporaryStore, temporaryStore } from './temporary-store.js';

function archiveOf(files: Readonly<Record<string, string | Uint8Array>>): Uint8Array {
  const entries = Object.entries(files).map(([path, content]) => [
    path,
    typeof content === 'string' ? strToU8(content) : content,
  ]);
  return zipSync(Object.fromEntries(entries));
}

interface Listed {
  readonly id: string;
  readonly metadata: {
    readonly source_id: string;
    readonly title: string;
    readonly ts: string;
    readonly artifact_type: string;
  };
}

async function listed(store: TemporaryStore): Promise<readonly Listed[]> {
  return JSON.parse((await store.run(['list', '--json'])).out).artifacts;
}

async function textOf(store: TemporaryStore, sourceId: string): Promise<string> {
  const { id } = (await listed(store)).find(({ metadata }) => metadata.source_id === sourceId)!;
  return (await store.run(['get', id, '--text'])).out;
}

const SLACK = {
  'users.json': JSON.stringify([
    { id: 'U01', name: 'ann', profile: { display_name: 'Ann Lee' } },
    { id: 'U02', name: 'bo', profile: { display_name: '' } },
  ]),
  'channels.json': JSON.stringify([{ id: 'C01', name: 'general' }]),
  'general/2025-06-02.json': JSON.stringify([
    { type: 'message', user: 'U01', text: 'Tea &amp; cake, <@U02>? See <#C01|general>.', ts: '1748856600.000100' },
    { type: 'message', user: 'U02', text: 'At <https://example.org|noon>.', ts: '1748856660.000100' },
  ]),
  'general/2025-06-03.json': JSON.stringify([{ type: 'message', user: 'U02', text: 'Done.', ts: '1748943000.000100' }]),
};
const GENERAL =
  '[2025-06-02T09:30:00.000Z] Ann Lee: Tea & cake, @bo? See #general.\n[2025-06-02T09:31:00.000Z] bo: At noon (https://example.org).\n';

test('an export of Slack is its days, with the names of people', async () => {
  const store = temporaryStore();
  store.write('slack.zip', archiveOf(SLACK));
  const { out, exitCode } = await store.run(['ingest', 'slack.zip']);
  expect([exitCode, out.split('\n').at(-2)]).toEqual([
    0,
    '2 new, 0 changed, 0 same, 0 failed, 2 skipped; 2 texts embedded',
  ]);
  expect(await textOf(store, 'slack.zip#general/2025-06-02.json')).toBe(GENERAL);
  const [last, first] = await listed(store);
  expect(first!.metadata).toMatchObject({
    artifact_type: 'chat',
    title: 'general/2025-06-02.json',
    ts: '2025-06-02T09:30:00.000Z',
  });
  expect(last!.metadata).toMatchObject({ artifact_type: 'chat', ts: '2025-06-03T09:30:00.000Z' });
  // The same export, unpacked.
  for (const [path, content] of Object.entries(SLACK)) store.write(`unpacked/${path}`, content);
  await store.run(['ingest', 'unpacked/general']);
  expect(await textOf(store, 'unpacked/general/2025-06-02.json')).toBe(GENERAL);
});

test('an export is mailboxes, chats and documents, and is kept in sync', async () => {
  const store = temporaryStore();
  const mail = (name: string): string =>
    `From a@example.org Tue May  7 16:30:11 2024\nFrom: Ada <ada@example.org>\nTo: Bo <bo@example.org>\nSubject: ${name}\nMessage-ID: <${name}@example.org>\n\nThe text of ${name}.\n\n`;
  const chat = '[02.06.25, 09:14:02] Ann: Hello\n[02.06.25, 09:15:02] Bo: Good morning\n';
  const files = {
    'Takeout/Mail/All mail.mbox': mail('one') + mail('two'),
    'Takeout/_chat.txt': chat,
    'Takeout/photo.jpg': Uint8Array.from([0xff, 0xd8, 0xff, 0xe0, 0, 1, 2, 3]),
    'Takeout/tea.csv': 'Tea,Boxes\nAssam,3\n',
    '__MACOSX/._tea.csv': 'x',
  };
  store.write('export.zip', archiveOf(files));
  expect((await store.run(['ingest', 'export.zip'])).exitCode).toBe(0);
  expect((await listed(store)).map(({ metadata }) => [metadata.source_id, metadata.artifact_type]).sort()).toEqual([
    ['export.zip#Takeout/Mail/All mail.mbox#one@example.org', 'email'],
    ['export.zip#Takeout/Mail/All mail.mbox#two@example.org', 'email'],
    ['export.zip#Takeout/_chat.txt', 'chat'],
    ['export.zip#Takeout/tea.csv', 'doc'],
  ]);
  store.write(
    'export.zip',
    archiveOf({ ...files, 'Takeout/Mail/All mail.mbox': mail('two'), 'Takeout/new.md': longText('b', 2) }),
  );
  const { out } = await store.run(['ingest', 'export.zip', '--sync']);
  expect(out.split('\n').at(-2)).toMatch(/^1 new, 0 changed, 3 same, 0 failed, 1 skipped, 1 removed;/);
});

test('archives that cannot be read are named and fail, and the other files of a folder do not', async () => {
  const store = temporaryStore();
  store.write('in/damaged.zip', archiveOf({ 'a.md': longText('a', 3) }).subarray(0, 90));
  store.write('in/good.zip', archiveOf({ 'a.md': 'Good.', 'b.docx': Buffer.from('PK\x03\x04broken') }));
  store.write('in/notes.md', 'Notes.');
  store.write(
    'in/old.doc',
    Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.from('WordDocument', 'utf16le')]),
  );
  const { exitCode, out, err } = await store.run(['ingest', 'in']);
  expect(exitCode).toBe(1);
  expect(out.split('\n').at(-2)).toBe('2 new, 0 changed, 0 same, 3 failed, 0 skipped; 2 texts embedded');
  expect(err).toMatch(
    /in\/damaged\.zip.*DOCUMENT_UNREADABLE[\s\S]*in\/good\.zip#b\.docx.*DOCUMENT_UNREADABLE[\s\S]*in\/old\.doc/,
  );
});
