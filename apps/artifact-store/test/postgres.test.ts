import { openTestDatabase } from '@topicmill/test-support/postgres';
import { afterAll, describe, expect, it } from 'vitest';
import { longText, temporaryStore } from './temporary-store.js';

const database = await openTestDatabase();
afterAll(() => database?.close());

describe.skipIf(database === undefined)('a store in PostgreSQL', { timeout: 120_000 }, () => {
  it('answers every command as one in a file, and is copied there and back without a loss', async () => {
    const { write, run } = temporaryStore();
    const address = database!.newAddress();
    write('notes/crane.md', longText('the crane'));
    write('notes/tea.md', '# Tea\n\nGreen tea is steeped for two minutes.\n');
    const ingested = await run(['ingest', 'notes', '--store', address]);
    expect(ingested).toMatchObject({ exitCode: 0, err: '' });
    expect(ingested.out).toContain('2 new, 0 changed, 0 same');

    const copied = await run(['copy', '--store', address, '--to', 'copy.sqlite', '--json']);
    expect(JSON.parse(copied.out)).toEqual({ new_count: 2, changed_count: 0, same_count: 0, embedded_count: 0 });
    const back = database!.newAddress();
    expect((await run(['copy', '--store', 'copy.sqlite', '--to', back])).out).toBe(
      '2 new, 0 changed, 0 same; 0 texts embedded\n',
    );

    const commands = [
      ['export'],
      ['search', 'how long is tea steeped', '--json'],
      ['list', '--json'],
      ['verify', '--json'],
    ];
    for (const command of commands) {
      const [first, second, third] = await Promise.all(
        [address, 'copy.sqlite', back].map((store) => run([...command, '--store', store])),
      );
      expect(first, command[0]).toMatchObject({ exitCode: 0, err: '' });
      expect(JSON.stringify(second), command[0]).toBe(JSON.stringify(first));
      expect(JSON.stringify(third), command[0]).toBe(JSON.stringify(first));
    }
  });

  it('says what is wrong with an address, and never the password in it', async () => {
    const { run } = temporaryStore();
    const missing = await run(['stats', '--store', database!.newAddress()]);
    expect(missing).toMatchObject({ exitCode: 1, err: expect.stringContaining('STORE_MISSING') });
    const closed = await run(['stats', '--store', 'postgres://me:secret@127.0.0.1:1/x']);
    expect(closed).toMatchObject({ exitCode: 1, err: expect.stringContaining('DATABASE_UNREACHABLE') });
    const faulty = await run(['stats', '--store', 'postgres://me:secret@127.0.0.1:1/x?schema=No%22']);
    expect(faulty).toMatchObject({ exitCode: 2, err: expect.stringContaining('INVALID_OPTION') });
    expect(closed.err + closed.out + faulty.err + faulty.out).not.toContain('secret');
    const same = await run(['copy', '--store', 'a.sqlite', '--to', './a.sqlite']);
    expect(same).toMatchObject({ exitCode: 2, err: expect.stringContaining('INVALID_OPTION') });
  });
});
