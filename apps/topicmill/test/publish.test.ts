import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { serveHttp } from '@topicmill/serve/mcp';
import type { PublishReport } from '@topicmill/serve/publish';
import { openTestDatabase } from '@topicmill/test-support/postgres';
import { afterAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { type ClosableDocsSource, openDocsSource } from '../src/docs-source/open-docs-source.js';
import { type DocsRepo, reference, sampleRepo } from './docs-repo.js';

const database = await openTestDatabase();
afterAll(() => database?.close());

const QUESTIONS = [
  'How is tea brewed?',
  'green leaves',
  'storing roasted beans',
  'what making does to green leaves',
  'cofee storring',
  'a hot beverage',
  'flour',
];

let repo: DocsRepo;
let address: string;

async function publish(...args: readonly string[]): Promise<PublishReport> {
  const { out, err, exitCode } = await repo.run('publish', address, '--json', ...args);
  expect({ err, exitCode }).toEqual({ err: '', exitCode: 0 });
  return JSON.parse(out) as PublishReport;
}

function publishedSource(): ClosableDocsSource {
  return openDocsSource(address, {
    cwd: repo.root,
    env: {},
    model: undefined,
    onWarning: () => {},
    stderr: { write: () => true },
  });
}

async function ask(question: string, from: string, ...args: readonly string[]): Promise<unknown> {
  const { out, err } = await repo.run('query', question, '--from', from, '--json', ...args);
  expect(err).toBe('');
  return JSON.parse(out);
}

describe.skipIf(database === undefined)('topicmill publish', () => {
  beforeEach(async () => {
    repo = sampleRepo();
    await repo.build();
    address = database!.newAddress();
  });

  it('makes docs that answer as their files do, in every mode', async () => {
    await repo.run('search-index');
    await publish();
    for (const mode of ['hybrid', 'bm25', 'vectors', 'prompts']) {
      for (const question of QUESTIONS) {
        const fromFiles = await ask(question, 'docs', '--mode', mode);
        expect(await ask(question, address, '--mode', mode)).toEqual(fromFiles);
        expect(JSON.stringify(fromFiles)).toContain('"topic"');
      }
    }
  });

  it('makes docs that give samples as their files do', async () => {
    await repo.run('search-index');
    await publish();
    for (const args of [
      ['--topic', 'drinks/tea', '--stripe', 'technical', '--n', '2'],
      ['--stripe', 'conceptual'],
    ]) {
      const fromFiles = await ask('coffee', 'docs', ...args);
      expect(await ask('coffee', address, ...args)).toEqual(fromFiles);
    }
  });

  it('writes nothing when nothing has changed, and of a changed page its own rows alone', async () => {
    const first = await publish();
    expect(first).toMatchObject({ newPages: 5, changedPages: 0, rows: { pages: 5, chunks: 7 } });
    expect(await publish()).toMatchObject({ newPages: 0, changedPages: 0, samePages: 5, rows: {} });
    repo.write(
      'docs/drinks/tea/golden-reference.md',
      reference('Tea', 'green leaves').replace('All of', 'Everything of'),
    );
    await repo.build();
    const { changedPages, rows } = await publish();
    // The page, the categories whose indexes name it, one of its three chunks, its description, and words that came or went with it.
    expect(changedPages).toBeLessThanOrEqual(4);
    expect(rows).toMatchObject({ chunks: 1, texts: 2, publications: 1 });
    expect(rows['words']).toBeLessThanOrEqual(4);
    const { schema } = Object.fromEntries(new URL(address).searchParams) as { schema: string };
    const texts = await database!.query(`SELECT text FROM "${schema}".chunks WHERE text LIKE '%Everything of%'`);
    expect(texts).toHaveLength(1);
  });

  it('removes what is gone, and counts words as a new publication does', async () => {
    await publish();
    repo.remove('docs/drinks/coffee/golden-reference.md');
    await repo.run('clean');
    await repo.build();
    await publish();
    await publish('--name', 'again');
    const [updated, fresh] = await Promise.all(
      ['docs', 'again'].map((name) => contentOf(new URL(address).searchParams.get('schema')!, name)),
    );
    expect(updated).toEqual(fresh);
    expect(JSON.stringify(updated)).not.toContain('roasted');
    expect(await ask('roasted beans', `${address}&name=docs`)).toMatchObject({ missing_words: ['roasted', 'beans'] });
  });

  it('keeps several docs and versions side by side', async () => {
    await publish('--docs-version', '1');
    repo.write('docs/bread/golden-reference.md', '# Bread\n\nRye and water.\n');
    await repo.build();
    await publish('--docs-version', '2');
    expect(await ask('rye', `${address}&version=1`)).toMatchObject({ missing_words: ['rye'] });
    const first = async (from: string) => ((await ask('rye', from)) as { results: object[] }).results[0];
    expect(await first(`${address}&version=2`)).toMatchObject({ topic: 'bread', match: { words: ['rye'] } });
    const { err, exitCode } = await repo.run('query', 'rye', '--from', address);
    expect({ err, exitCode }).toMatchObject({ exitCode: 2, err: expect.stringContaining('docs 1, docs 2') });
    expect((await repo.run('publish', address, '--docs-version', '1', '--remove')).out).toBe('Removed.\n');
    expect(await first(address)).toMatchObject({ topic: 'bread', match: { words: ['rye'] } });
  });

  it('says in a dry run what would change, and makes nothing', async () => {
    expect(await publish('--dry-run')).toMatchObject({ newPages: 5, rows: {} });
    expect(await repo.run('query', 'tea', '--from', address)).toMatchObject({
      exitCode: 1,
      err: expect.stringContaining('STORE_MISSING'),
    });
  });

  it('lets searches go on while it works, each in one state of the docs', async () => {
    await publish();
    const source = publishedSource();
    const { docs } = await source.open();
    for (let edition = 0; edition < 4; edition++) {
      const word = ['oolong', 'assam'][edition % 2]!;
      repo.write('docs/drinks/tea/golden-reference.md', reference(`Tea ${word}`, `green ${word}`));
      await repo.build();
      let isDone = false;
      const publishing = publish().then(() => {
        isDone = true;
      });
      while (!isDone) {
        const { results } = await docs.search('oolong assam green leaves', { topic: 'drinks/tea', limit: 4 });
        const titles = new Set(results.map(({ topicTitle }) => topicTitle));
        const words = new Set(results.flatMap(({ match }) => match.words.filter((each) => /oolong|assam/.test(each))));
        expect(titles.size).toBe(1);
        expect(words.size).toBeLessThanOrEqual(1);
        for (const each of words) expect([...titles][0]).toContain(each);
      }
      await publishing;
    }
  });

  it('is what an MCP server answers from', async () => {
    await publish();
    const source = publishedSource();
    const server = await serveHttp(source, { port: 0, version: '1' });
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(new StreamableHTTPClientTransport(new URL(server.url)) as Transport);
    onTestFinished(async () => {
      await client.close();
      await server.close();
    });
    const found = await client.callTool({ name: 'search', arguments: { query: 'How is tea brewed?' } });
    expect(JSON.stringify(found)).toContain('topicmill://chunk/drinks%2Ftea/2');
    const read = await client.callTool({ name: 'read_topic', arguments: { topic: 'drinks/coffee' } });
    expect(JSON.stringify(read)).toContain('All of roasted beans.');
    const listed = await client.callTool({ name: 'list_topics', arguments: {} });
    expect(listed.structuredContent).toMatchObject({ total: 4 });
  });

  it('refuses a schema of another program', async () => {
    const schema = new URL(address).searchParams.get('schema')!;
    await database!.query(`CREATE SCHEMA "${schema}"`);
    await database!.query(`CREATE TABLE "${schema}".pages (id integer)`);
    const { exitCode, err } = await repo.run('publish', address);
    expect({ exitCode, err }).toMatchObject({ exitCode: 1, err: expect.stringContaining('STORE_FOREIGN') });
    const query = await repo.run('query', 'tea', '--from', address);
    expect(query.err).toContain('STORE_FOREIGN');
  });
});

/** All that is searched of a publication, without the numbers that tell it from others. */
async function contentOf(schema: string, name: string): Promise<unknown> {
  const of = `WHERE publication = (SELECT id FROM "${schema}".publications WHERE name = $1)`;
  const rows = async (sql: string): Promise<unknown[]> => database!.query(sql, [name]);
  return {
    words: await rows(`SELECT spelling, count FROM "${schema}".words ${of} ORDER BY spelling`),
    pages: await rows(`SELECT id, title, statistics, record FROM "${schema}".pages ${of} ORDER BY id`),
    files: await rows(`SELECT path, content FROM "${schema}".files ${of} ORDER BY path`),
    chunks: await rows(`SELECT path, text, keywords, questions FROM "${schema}".chunks ${of} ORDER BY path`),
    texts: await rows(
      `SELECT id, kind, place, sequence FROM "${schema}".texts JOIN "${schema}".pages ON key = page ${of} ORDER BY id, kind, place`,
    ),
  };
}
