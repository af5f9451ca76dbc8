import { request } from 'node:http';
import { PassThrough } from 'node:stream';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { TopicmillError } from '@topicmill/base/diagnostics';
import { callTool } from '@topicmill/test-support/call-tool';
import { loadTokenCounter, TOKEN_COUNTER_NAMES } from '@topicmill/text/tokens';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createDocsServer, type DocsSource, type HttpServer, serveHttp, serveStdio } from '../../src/mcp/index.js';
import { collectionOfJekyll, manySections, manyTopics, sampleSource } from './sample-docs.js';

const VERSION = '1.2.3';

async function connectStdio(): Promise<Client> {
  const [toServer, toClient] = [new PassThrough(), new PassThrough()];
  const served = serveStdio(sampleSource(), VERSION, toServer, toClient);
  const client = new Client({ name: 'test', version: '0' });
  await client.connect(new StdioServerTransport(toClient, toServer));
  onTestFinished(async () => {
    await client.close();
    toServer.end();
    await served;
  });
  return client;
}

async function startHttp(): Promise<HttpServer> {
  const server = await serveHttp(sampleSource(), { port: 0, version: VERSION });
  onTestFinished(() => server.close());
  return server;
}

async function connectHttp(): Promise<Client> {
  const server = await startHttp();
  const client = new Client({ name: 'test', version: '0' });
  await client.connect(new StreamableHTTPClientTransport(new URL(server.url)) as Transport);
  onTestFinished(() => client.close());
  return client;
}

describe.each([
  ['stdio', connectStdio],
  ['Streamable HTTP', connectHttp],
])('an MCP server over %s', (_, connect) => {
  it('says who it is and what it can do', async () => {
    const client = await connect();
    expect(client.getServerVersion()).toMatchObject({ name: 'topicmill', version: VERSION });
    expect(client.getInstructions()).toMatch(/search.* 3 topics: bread; drinks\/green tea; huge\.$/);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      'search',
      'context',
      'find_topics',
      'read_topic',
      'sample_topic',
      'list_topics',
    ]);
    for (const tool of tools) {
      expect(tool).toMatchObject({ annotations: { readOnlyHint: true }, description: expect.any(String) });
      expect(tool.inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
      expect(tool.outputSchema).toMatchObject({ type: 'object' });
    }
  });

  it('searches, with texts, addresses and reasons', async () => {
    const client = await connect();
    const { data, text } = await callTool(client, 'search', { query: 'bread with salt' });
    expect(data).toMatchObject({
      mode: 'hybrid',
      results: [
        {
          topic: 'bread',
          index: 0,
          uri: 'topicmill://chunk/bread/0',
          topic_title: 'bread',
          headings: ['Bread'],
          match: { words: ['bread', 'salt'], title_words: ['bread'] },
          text: '# Bread\n\nFlour, water and salt.\n',
          lines: [1, 2],
        },
      ],
    });
    expect(text).toBe(
      '[bread: Part 0](topicmill://chunk/bread/0)\nwords: bread, salt; title: bread\n\n# Bread\n\nFlour, water and salt.',
    );
  });

  it('says which question of the docs brought a chunk or a topic, and that a model wrote it', async () => {
    const client = await connect();
    const reason = 'question: Why does my loaf not rise in winter? (by a model)';
    const { text } = await callTool(client, 'search', { query: 'loaf too flat' });
    expect(text).toContain(`[bread: Part 0](topicmill://chunk/bread/0)\n${reason}\n\n# Bread`);
    const topics = await callTool(client, 'find_topics', { query: 'loaf too flat' });
    expect(topics.data).toMatchObject({ topics: [{ topic: 'bread', question_origin: 'model' }] });
    expect(topics.text).toContain(`, chunk 0: Part 0\n${reason}\n# Bread`);
    expect((await callTool(client, 'find_topics', { query: 'bread' })).text).not.toContain('question: ');
  });

  it('finds topics to choose from, each once, with sections and the beginning of the best chunk', async () => {
    const client = await connect();
    const { data, text } = await callTool(client, 'find_topics', { query: 'leaves steeped, or bread with salt' });
    const topics = data['topics'] as { topic: string; sections: string[]; excerpt: string }[];
    expect(topics.map(({ topic }) => topic).sort()).toEqual(['bread', 'drinks/green tea']);
    const tea = topics.find(({ topic }) => topic === 'drinks/green tea')!;
    expect(tea).toMatchObject({ title: 'drinks/green tea', uri: 'topicmill://topic/drinks%2Fgreen%20tea' });
    expect(tea.sections).toEqual(Array.from({ length: 12 }, (_, at) => `Part ${at}`));
    expect(tea.excerpt).toMatch(/^# Green tea ## Part \d+ Leaves steeped for \d+ minutes\.$/);
    expect(text).toContain('](topicmill://topic/bread), chunk 0: Part 0\n# Bread Flour, water and salt.');
    const one = await callTool(client, 'find_topics', { query: 'leaves steeped, or bread with salt', limit: 1 });
    expect(one.data['topics']).toEqual(topics.slice(0, 1));
    expect((await callTool(client, 'find_topics', { query: 'xqzzv' })).text).toBe(
      'Not in the docs: xqzzv.\n\nNothing found.',
    );
  });

  it('collects a context within the tokens asked for', async () => {
    const client = await connect();
    const { data, text } = await callTool(client, 'context', { question: 'leaves steeped', max_tokens: 300 });
    const chunks = data['chunks'] as { topic: string; index: number; tokens: number }[];
    expect(chunks.length).toBeGreaterThan(1);
    expect(chunks.map(({ index }) => index)).toEqual(chunks.map(({ index }) => index).sort((a, b) => a - b));
    expect(text).toContain('minutes');
  });

  it('says which words the docs do not hold', async () => {
    const client = await connect();
    const { data, text } = await callTool(client, 'search', { query: 'bread with xqzzv' });
    expect(data).toMatchObject({ by_meaning_only: false, missing_words: ['xqzzv'] });
    expect(text).toMatch(/^Not in the docs: xqzzv\.\n\n\[bread: Part 0\]/);
    expect((await callTool(client, 'search', { query: 'xqzzv' })).text).toBe(
      'Not in the docs: xqzzv.\n\nNothing found.',
    );
    const context = await callTool(client, 'context', { question: 'bread with xqzzv' });
    expect(context.data).toMatchObject({ by_meaning_only: false, missing_words: ['xqzzv'] });
    expect(context.text).toMatch(/^Not in the docs: xqzzv\.\n\n\[bread/);
  });

  it('says by which related words it found what has no word of the query', async () => {
    const client = await connect();
    const related = [{ phrase: 'foliage', words: ['leaves'] }];
    const { data, text } = await callTool(client, 'search', { query: 'foliage' });
    expect(data).toMatchObject({
      by_meaning_only: false,
      related_only: related,
      results: Array.from({ length: 5 }, () => ({ match: { words: [], related_words: related } })),
    });
    const remarks = 'Not in the docs: foliage.\n\nFound by related words alone: leaves (for “foliage”).\n\n[';
    expect(text.slice(0, remarks.length)).toBe(remarks);
    const context = await callTool(client, 'context', { question: 'foliage' });
    expect(context.data).toMatchObject({ by_meaning_only: false, related_only: related });
    expect(context.text.slice(0, remarks.length)).toBe(remarks);
    expect((await callTool(client, 'find_topics', { query: 'foliage' })).data).toMatchObject({ related_only: related });
    const { data: mixed } = await callTool(client, 'search', { query: 'foliage for minutes', limit: 1 });
    expect(mixed).toMatchObject({ results: [{ match: { words: ['minutes'], related_words: related } }] });
    expect(mixed).not.toHaveProperty('related_only');
  });

  it('keeps a search to topic, kind, number and tokens', async () => {
    const client = await connect();
    const { data } = await callTool(client, 'search', {
      query: 'leaves steeped',
      topic: 'drinks/green tea',
      kind: 'code',
      limit: 3,
      max_tokens: 200,
    });
    const results = data['results'] as { is_code: boolean; text?: string }[];
    expect(results.map((result) => [result.is_code, result.text !== undefined])).toEqual([
      [true, true],
      [true, true],
      [true, false],
    ]);
  });

  it('reads a topic on from where it stopped', async () => {
    const client = await connect();
    const read: number[] = [];
    let from: number | undefined = 0;
    while (from !== undefined) {
      const { data } = await callTool(client, 'read_topic', { topic: 'drinks/green tea', from, max_tokens: 500 });
      read.push(...(data['chunks'] as { index: number }[]).map(({ index }) => index));
      from = data['next'] as number | undefined;
    }
    expect(read).toEqual([...Array(12).keys()]);
  });

  it.each([
    ['drinks/green tea#3', 3],
    ['topicmill://chunk/drinks%2Fgreen%20tea/3', 3],
    ['topicmill://topic/drinks%2Fgreen%20tea', 0],
    ['https://kitchen.example/docs/drinks/green%20tea/#part-3', 3],
    ['https://kitchen.example/docs/drinks/green%20tea', 0],
  ])('takes the address of an answer for a topic: %s', async (topic, first) => {
    const client = await connect();
    const { data } = await callTool(client, 'read_topic', { topic });
    expect(data).toMatchObject({ topic: 'drinks/green tea' });
    expect((data['chunks'] as { index: number }[])[0]!.index).toBe(first);
    for (const [name, input] of [
      ['sample_topic', { topic, count: 1 }],
      ['search', { query: 'leaves', topic, limit: 1 }],
      ['context', { question: 'leaves', topic }],
    ] as const)
      expect((await callTool(client, name, input)).text).toContain('Leaves steeped');
  });

  it('says that nothing is left of a list, or below a topic', async () => {
    const client = await connect();
    expect((await callTool(client, 'list_topics', { from: 40 })).text).toBe('There are 4 topics: none from 40 on.');
    expect((await callTool(client, 'list_topics', { below: 'bread' })).text).toBe('No topics are below "bread".');
  });

  it('samples a topic from its overview on in stripe order, and more of it is the same and more', async () => {
    const client = await connect();
    const indexes = async (count: number): Promise<number[]> => {
      const { data } = await callTool(client, 'sample_topic', { topic: 'drinks/green tea', count });
      return (data['chunks'] as { index: number }[]).map(({ index }) => index);
    };
    const few = await indexes(3);
    expect(few).toEqual([0, 1, 5]);
    expect((await indexes(6)).slice(0, 3)).toEqual(few);
  });

  it('gives the chunks of a context their addresses as resources', async () => {
    const client = await connect();
    const { data } = await callTool(client, 'context', { question: 'How much salt is in bread?' });
    const [{ uri }] = data['chunks'] as [{ uri: string }];
    expect((await client.readResource({ uri })).contents).toHaveLength(1);
  });

  it('lists topics and categories', async () => {
    const client = await connect();
    const { data } = await callTool(client, 'list_topics', {});
    expect((data['topics'] as { id: string; uri?: string }[]).map(({ id, uri }) => [id, uri])).toEqual([
      ['bread', 'topicmill://topic/bread'],
      ['drinks', undefined],
      ['drinks/green tea', 'topicmill://topic/drinks%2Fgreen%20tea'],
      ['huge', 'topicmill://topic/huge'],
    ]);
    expect((await callTool(client, 'list_topics', { below: 'drinks' })).data).toMatchObject({ total: 1 });
  });

  it('returns topics and chunks as resources, and completes their names', async () => {
    const client = await connect();
    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri)).toEqual([
      'topicmill://topic/bread',
      'topicmill://topic/drinks%2Fgreen%20tea',
      'topicmill://topic/huge',
    ]);
    const { contents } = await client.readResource({ uri: 'topicmill://chunk/drinks%2Fgreen%20tea/3' });
    expect(contents).toMatchObject([{ mimeType: 'text/markdown', text: expect.stringContaining('for 3 minutes') }]);
    const whole = await client.readResource({ uri: 'topicmill://topic/drinks%2Fgreen%20tea' });
    expect(whole.contents[0]).toMatchObject({ text: expect.stringContaining('for 11 minutes') });
    const { completion } = await client.complete({
      ref: { type: 'ref/resource', uri: 'topicmill://topic/{topic}' },
      argument: { name: 'topic', value: 'dri' },
    });
    expect(completion.values).toEqual(['drinks%2Fgreen%20tea']);
  });

  it.each([
    ['read_topic', { topic: 'coffee' }, 'TOPIC_UNKNOWN'],
    ['read_topic', { topic: 'tea' }, 'Did you mean drinks/green tea? list_topics lists all ids.'],
    ['read_topic', { topic: 'topicmill://topic/%E0%A4%A' }, 'TOPIC_UNKNOWN'],
    ['context', { question: 'tea', topic: 'Drinks/Green Tea' }, 'Did you mean drinks/green tea?'],
    ['search', { query: 'tea', topic: 'docs/drinks/green tea' }, 'Did you mean drinks/green tea?'],
    ['read_topic', { topic: 'bread', from: 7 }, 'Give a number below'],
    ['read_topic', { topic: '../secret' }, 'TOPIC_UNKNOWN'],
    ['read_topic', { topic: 'huge' }, 'RESOURCE_TOO_LARGE'],
    ['sample_topic', { topic: 'drinks' }, 'It is a category: list_topics with below "drinks" lists its topics.'],
    ['search', { query: 'leaves', topic: 'drinks' }, 'It is a category'],
    ['read_topic', { topic: 'https://kitchen.example/docs/drinks/' }, 'TOPIC_UNKNOWN'],
    ['read_topic', { topic: 'https://other.example/bread' }, 'TOPIC_UNKNOWN'],
    ['read_topic', { topic: 'drinks/coffee' }, 'list_topics lists all ids, and each'],
    ['read_topic', { topic: 'Green' }, 'Did you mean drinks/green tea?'],
    ['read_topic', { topic: '' }, 'list_topics lists all ids'],
    ['list_topics', { below: 'nowhere' }, 'TOPIC_UNKNOWN: There is no topic "nowhere". list_topics lists all ids'],
    ['list_topics', { below: 'drink' }, 'Did you mean drinks/green tea?'],
    ['search', { query: 'tea', topic: 'coffee' }, 'list_topics lists all ids'],
    ['search', { query: '' }, 'query'],
    ['search', { query: 'x'.repeat(1001) }, 'query'],
    ['search', { query: 'tea', limit: 21 }, 'limit'],
    ['search', { query: 'tea', limits: 2 }, 'Unknown arguments: limits (did you mean limit?)'],
    ['read_topic', { topic: 'bread', start: 2 }, 'Unknown arguments: start'],
    ['sample_topic', { topic: 'bread', kinds: 'code' }, 'Unknown arguments: kinds (did you mean kind?)'],
    ['list_topics', { folder: '' }, 'Unknown arguments: folder'],
    ['read_topic', { topic: 'bread', max_tokens: 1_000_000 }, 'max_tokens'],
  ])('tells the model what is wrong with %s %j', async (name, input, message) => {
    const client = await connect();
    const { text, isError } = await callTool(client, name, input);
    expect([isError, text]).toEqual([true, expect.stringContaining(message)]);
  });

  it.each([
    ['topicmill://chunk/bread/7', '"bread" has no chunk 7. Its chunks are 0 to 0.'],
    ['topicmill://chunk/bread/x', '"bread" has no chunk x. Its chunks are 0 to 0.'],
    ['topicmill://chunk/huge/0', '"huge" has no chunk 0. Read the topic whole.'],
    ['topicmill://topic/%E0%A4%A', 'There is no topic "%E0%A4%A".'],
  ])('says why there is no resource %s', async (uri, message) => {
    const client = await connect();
    await expect(client.readResource({ uri })).rejects.toThrow(message);
  });

  it.each(['topicmill://topic/coffee', 'topicmill://topic/huge', 'file:///etc/passwd'])(
    'has no resource %s',
    async (uri) => {
      const client = await connect();
      await expect(client.readResource({ uri })).rejects.toThrow(/-3260[02]|UNKNOWN|LARGE|not found/);
    },
  );
});

async function connectTo(source: DocsSource): Promise<Client> {
  const server = await createDocsServer(source, VERSION);
  const client = new Client({ name: 'test', version: '0' });
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(ours), client.connect(theirs)]);
  onTestFinished(() => client.close());
  return client;
}

describe('a list of resources', () => {
  it('comes a page at a time, and each topic once', async () => {
    const client = await connectTo(manyTopics(230));
    const uris: string[] = [];
    const sizes: number[] = [];
    let cursor: string | undefined;
    do {
      const page = await client.listResources({ cursor });
      sizes.push(page.resources.length);
      uris.push(...page.resources.map(({ uri }) => uri));
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    expect(sizes).toEqual([100, 100, 30]);
    expect(new Set(uris).size).toBe(230);
    await expect(client.listResources({ cursor: 'x' })).rejects.toThrow('not a cursor');
  });
});

describe('folders whose names begin with _', () => {
  it('are listed and read as any others', async () => {
    const client = await connectTo(collectionOfJekyll());
    expect(client.getInstructions()).not.toContain('cannot be read');
    const { data, text } = await callTool(client, 'list_topics', {});
    expect([text, (data['topics'] as { id: string }[]).map(({ id }) => id)]).toEqual([
      expect.stringContaining('_docs/guide'),
      ['_docs', '_docs/guide'],
    ]);
    expect((await callTool(client, 'list_topics', { below: '_docs' })).data).toMatchObject({ total: 1 });
    expect((await client.listResources()).resources.map(({ uri }) => uri)).toEqual(['topicmill://topic/_docs%2Fguide']);
    expect((await callTool(client, 'read_topic', { topic: '_docs/guide' })).text).toContain('Flour');
    const { contents } = await client.readResource({ uri: 'topicmill://chunk/_docs%2Fguide/0' });
    expect(contents).toMatchObject([{ text: expect.stringContaining('Flour') }]);
  });
});

describe('docs that cannot be read', () => {
  it('are an answer of each tool and resource, with code and remedy, and never a closed connection', async () => {
    const fault = new TopicmillError('CONFIG_MISSING', 'There is no topicmill.yaml.', { remedy: 'Run init.' });
    const client = await connectTo({ open: () => Promise.reject(fault) });
    expect(client.getInstructions()).toContain('CONFIG_MISSING');
    for (const [name, input] of [
      ['search', { query: 'tea' }],
      ['find_topics', { query: 'tea' }],
      ['read_topic', { topic: 'tea' }],
      ['sample_topic', { topic: 'tea' }],
      ['list_topics', {}],
    ] as const) {
      const { text, isError } = await callTool(client, name, input);
      expect([name, isError, text]).toEqual([name, true, 'CONFIG_MISSING: There is no topicmill.yaml. Run init.']);
    }
    await expect(client.listResources()).rejects.toThrow('CONFIG_MISSING');
    await expect(client.readResource({ uri: 'topicmill://topic/tea' })).rejects.toThrow('CONFIG_MISSING');
    await expect(client.readResource({ uri: 'topicmill://topic/%E0%A4%A' })).rejects.toThrow();
    expect((await client.listTools()).tools).toHaveLength(6);
  });
});

const instructionsOf = async (source: DocsSource): Promise<string> => (await connectTo(source)).getInstructions()!;

describe('instructions of docs', () => {
  it('do not wait for a host that does not answer', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => vi.useRealTimers() && undefined);
    const created = createDocsServer({ open: () => new Promise(() => {}) }, VERSION);
    await vi.runAllTimersAsync();
    const client = new Client({ name: 'test', version: '0' });
    const [ours, theirs] = InMemoryTransport.createLinkedPair();
    await Promise.all([(await created).connect(ours), client.connect(theirs)]);
    expect(client.getInstructions()).toMatch(/^Documentation, split into chunks\. To answer/);
  });

  it('name as many topics as there is room for where there are no sections', async () => {
    const instructions = (await connectTo(manyTopics(2000))).getInstructions()!;
    expect(instructions.length).toBeLessThanOrEqual(2000);
    const [, named, further] = / 2000 topics: (.*); and (\d+) more: list_topics\.$/.exec(instructions)!;
    expect(named!.split('; ').length + Number(further)).toBe(2000);
    expect(named!.split('; ').length).toBeGreaterThan(100);
    expect(await instructionsOf(manyTopics(1))).toMatch(/ 1 topic: t0\.$/);
  });

  it('name the sections of large docs with their numbers of topics, then what is in them as far as there is room', async () => {
    expect(await instructionsOf(manySections([30]))).toMatch(
      / 30 topics: docs\/s0\/t0; docs\/s0\/t1; .*; docs\/s0\/t29\.$/,
    );
    const instructions = await instructionsOf(manySections([0, 200, 3]));
    expect(instructions).toMatch(
      / 204 topics, by section with its id for list_topics: S1 \(docs\/s1, 200 topics\): docs\/s1\/t0, .*, …; S2 \(docs\/s2, 3 topics\): docs\/s2\/t0, docs\/s2\/t1, docs\/s2\/t2; docs\/s0\.$/,
    );
    expect(instructions.length).toBeLessThanOrEqual(2000);
    const many = await instructionsOf(manySections(Array.from({ length: 300 }, () => 2)));
    expect(many).toMatch(/ 600 topics, by section .*: S0 \(docs\/s0, 2 topics\); .*; and \d+ more: list_topics\.$/);
    expect(many.length).toBeLessThanOrEqual(2000);
  });

  it('are those of the docs as soon as these can be read', async () => {
    const { docs } = await sampleSource().open();
    let isAway = true;
    const index: typeof docs.index = async (id) => {
      if (isAway) throw new Error('fetch failed');
      return docs.index(id);
    };
    const opened = { docs: { ...docs, index } };
    const source: DocsSource = { open: async () => opened };
    expect((await connectTo(source)).getInstructions()).toContain('cannot be read now');
    isAway = false;
    expect((await connectTo(source)).getInstructions()).toContain('drinks/green tea');
  });
});

describe('a context', () => {
  it.each(TOKEN_COUNTER_NAMES)(
    'stays within its tokens as text and as JSON, which clients read, by %s',
    async (tokenizer) => {
      const client = await connectTo(sampleSource());
      const { count } = await loadTokenCounter(tokenizer);
      const sizes: number[] = [];
      for (const max_tokens of [32, 64, 128, 256, 512, 1024, 4000]) {
        for (const question of ['leaves steeped', `bread with ${'xqzzv vzzqx '.repeat(80)}`]) {
          const { data, text } = await callTool(client, 'context', { question, max_tokens, tokenizer });
          expect(count(text)).toBeLessThanOrEqual(max_tokens);
          expect(count(JSON.stringify(data))).toBeLessThanOrEqual(max_tokens);
          if (question === 'leaves steeped') sizes.push((data['chunks'] as unknown[]).length);
        }
      }
      expect(sizes).toEqual([...sizes].sort((a, b) => a - b));
      expect(sizes.at(-1)).toBe(12);
    },
  );

  it('gives data the remarks about the search where these take no more than a quarter', async () => {
    const client = await connectTo(sampleSource());
    const ask = async (max_tokens: number) =>
      (await callTool(client, 'context', { question: 'bread with xqzzv', max_tokens })).data;
    expect(await ask(400)).toMatchObject({ by_meaning_only: false, missing_words: ['xqzzv'] });
    expect(await ask(60)).not.toHaveProperty('missing_words');
  });

  it('is refused where nothing can be said within the tokens', async () => {
    const client = await connectTo(sampleSource());
    const { isError, text } = await callTool(client, 'context', { question: 'bread', max_tokens: 31 });
    expect([isError, text]).toEqual([true, expect.stringContaining('max_tokens')]);
  });
});

describe('a chunk whose file is missing', () => {
  it('is left out of answers, which say so, and the others are there', async () => {
    const client = await connectTo(sampleSource(['bread/_chunks/golden-reference-0.md']));
    const remark =
      'Left out, since their files are missing or newer than the search index: bread#0. Build the docs again.';
    for (const [name, input] of [
      ['search', { query: 'bread with salt, leaves steeped' }],
      ['context', { question: 'bread with salt, leaves steeped' }],
      ['find_topics', { query: 'bread with salt, leaves steeped' }],
    ] as const) {
      const { text, data, isError } = await callTool(client, name, input);
      expect([name, isError, data['missing_chunks']]).toEqual([name, false, ['bread#0']]);
      expect(text).toContain(remark);
      expect(text).toContain('Leaves steeped');
    }
    const { data, text } = await callTool(client, 'search', { query: 'salt' });
    expect(data['results']).toEqual([]);
    expect(text).toBe(`${remark}\n\nNothing found.`);
    expect((await callTool(client, 'search', { query: 'leaves' })).data).not.toHaveProperty('missing_chunks');
  });
});

describe('what is read to answer', () => {
  it('is no index of a topic to find topics, and the index of a folder once for all lists', async () => {
    const source = sampleSource();
    const { docs } = await source.open();
    const indexedChunks = async (topic: string) => (await docs.search(topic, { topic, limit: 9 })).results;
    const opened = { docs: { ...docs, indexedChunks } };
    const client = await connectTo({ open: async () => opened });
    const asked = [
      ['find_topics', { query: 'bread with salt, leaves steeped' }],
      ['list_topics', {}],
      ['list_topics', { below: 'drinks' }],
    ] as const;
    for (const [name, input] of asked) expect((await callTool(client, name, input)).isError).toBe(false);
    const indexes = source.readPaths.filter((path) => path.endsWith('index.json'));
    expect(indexes.filter((path) => path !== 'index.json')).toEqual(['drinks/index.json']);
  });
});

describe('a host that goes away', () => {
  it('is said to be away, not to lack the topic', async () => {
    const fault = new TopicmillError('DOCS_UNREACHABLE', 'The server cannot be reached.', {
      remedy: 'Check the address.',
      cause: new Error('fetch failed'),
    });
    const { docs } = await sampleSource().open();
    const away = () => Promise.reject(fault);
    const client = await connectTo({ open: async () => ({ docs: { ...docs, index: away, entries: away } }) });
    for (const [name, input] of [
      ['read_topic', { topic: 'bread' }],
      ['sample_topic', { topic: 'bread' }],
      ['list_topics', { below: 'drinks' }],
    ] as const) {
      expect([name, (await callTool(client, name, input)).text]).toEqual([
        name,
        expect.stringMatching(/^DOCS_UNREACH/),
      ]);
    }
    await expect(client.readResource({ uri: 'topicmill://topic/bread' })).rejects.toThrow('DOCS_UNREACHABLE');
  });
});

describe('messages on standard input', () => {
  it.each([
    [
      'at its end',
      (id: number, text: string) => `{"method":"ping","params":{"x":"${text}"},"jsonrpc":"2.0","id":${id}}`,
    ],
    [
      'at its start',
      (id: number, text: string) => `{"jsonrpc":"2.0","id":${id},"method":"ping","params":{"x":"${text}"}}`,
    ],
  ])(
    'are answered by an error where they are too long, by their id %s, and the connection stays',
    async (_, message) => {
      const [input, output] = [new PassThrough(), new PassThrough()];
      const served = serveStdio(sampleSource(), VERSION, input, output);
      let answered = '';
      const lines = new Promise<string[]>((resolve) => {
        output.on('data', (bytes) => {
          answered += bytes;
          if (answered.split('\n').length > 2) resolve(answered.split('\n'));
        });
      });
      input.write('\n');
      input.write(`${message(7, 'x'.repeat(12_000_000))}\n`);
      input.write(`${message(8, 'short')}\n`);
      const [tooLong, short] = (await lines).map((line) => (line === '' ? undefined : JSON.parse(line)));
      expect(tooLong).toMatchObject({ id: 7, error: { message: expect.stringContaining('at most') } });
      expect(short).toEqual({ jsonrpc: '2.0', id: 8, result: {} });
      input.end();
      await served;
    },
  );
});

describe('input that ends at once, as of a pipe', () => {
  it('has all that it asked for answered first, but what it cancelled', async () => {
    const [input, output] = [new PassThrough(), new PassThrough()];
    let answered = '';
    output.on('data', (bytes) => {
      answered += bytes;
    });
    const request = (id: number, method: string, params: object) => ({ jsonrpc: '2.0', id, method, params });
    const clientInfo = { name: 'pipe', version: '1' };
    for (const message of [
      request(1, 'initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo }),
      { jsonrpc: '2.0', method: 'notifications/initialized' },
      request(2, 'tools/call', { name: 'search', arguments: { query: 'tea' } }),
      request(3, 'tools/call', { name: 'search', arguments: { query: 'tea' } }),
      { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 3 } },
    ])
      input.write(`${JSON.stringify(message)}\n`);
    input.end();
    await serveStdio(sampleSource(), VERSION, input, output);
    const answers = answered.split('\n').slice(0, -1);
    expect(answers.map((line) => (JSON.parse(line) as { id?: number }).id)).toEqual([1, 2]);
    expect(answers[1]).toContain('structuredContent');
  });
});

describe('a request that the protocol does not allow', () => {
  it('is answered by an error, with its id where it has one, and the connection stays', async () => {
    const [input, output] = [new PassThrough(), new PassThrough()];
    const served = serveStdio(sampleSource(), VERSION, input, output);
    let answered = '';
    const lines = new Promise<unknown[]>((resolve) => {
      output.on('data', (bytes) => {
        answered += bytes;
        const whole = answered.split('\n').slice(0, -1);
        if (whole.length === 11) resolve(whole.map((line) => JSON.parse(line)));
      });
    });
    input.write('{"jsonrpc":"2.0","id":81,"method":"tools/call","params":5}\n');
    input.write('{"jsonrpc":"2.0","id":"a\\"b","method":7}\n');
    input.write('{"jsonrpc":"2.0","id":{},"method":"ping"}\n{"jsonrpc":"2.0","id":null,"method":"ping"}\n');
    input.write('{"jsonrpc":"2.0","id":83}\n');
    // Neither may be answered: a notification, and an answer that nobody asked for.
    input.write('{"jsonrpc":"2.0","method":"ping","params":5}\n{"jsonrpc":"2.0","id":3,"result":5}\n');
    input.write('no JSON\n{"jsonrpc":"2.0",\n[]\n{}\n5\n{"jsonrpc":"2.0","id":82,"method":"ping"}\n');
    const invalid = { code: -32600, message: expect.stringContaining('params are an object') };
    const unread = { jsonrpc: '2.0', id: null, error: { code: -32700, message: expect.any(String) } };
    const nameless = { jsonrpc: '2.0', id: null, error: invalid };
    expect(await lines).toEqual([
      { jsonrpc: '2.0', id: 81, error: invalid },
      { jsonrpc: '2.0', id: 'a"b', error: invalid },
      nameless,
      nameless,
      { jsonrpc: '2.0', id: 83, error: invalid },
      unread,
      unread,
      nameless,
      nameless,
      nameless,
      { jsonrpc: '2.0', id: 82, result: {} },
    ]);
    input.end();
    await served;
  });
});

describe('ids that clients send', () => {
  it.each([
    '../secret',
    '/etc',
    'bread/../../secret',
    '.git',
    '_search',
    'a//b',
    'a\\..\\b',
    'bread\0',
    '..',
    'bread/.',
  ])('never lead out of the docs: %j', async (id) => {
    const source = sampleSource();
    const server = await createDocsServer(source, VERSION);
    const client = new Client({ name: 'test', version: '0' });
    const [ours, theirs] = InMemoryTransport.createLinkedPair();
    await Promise.all([server.connect(ours), client.connect(theirs)]);
    const readBefore = source.readPaths.length;
    for (const [name, input] of [
      ['read_topic', { topic: id }],
      ['sample_topic', { topic: id }],
      ['list_topics', { below: id }],
      ['search', { query: 'tea', topic: id }],
    ] as const) {
      expect([name, (await callTool(client, name, input)).text]).toEqual([
        name,
        expect.stringContaining('TOPIC_UNKNOWN'),
      ]);
    }
    for (const kind of ['topic', 'chunk']) {
      const uri = `topicmill://${kind}/${encodeURIComponent(id)}${kind === 'chunk' ? '/0' : ''}`;
      await expect(client.readResource({ uri })).rejects.toThrow(/UNKNOWN|not found/);
    }
    expect(source.readPaths.slice(readBefore).filter((path) => !path.startsWith('_search/'))).toEqual([]);
    await client.close();
  });
});

describe('serveHttp', () => {
  const BODY = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
  const HEADERS = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };

  /** By hand, since fetch sets the host itself. */
  const send = (url: string, method: string, headers: Record<string, string>, body = BODY): Promise<number> =>
    new Promise((resolve, reject) => {
      const sent = request(url, { method, headers: { ...HEADERS, ...headers } }, (response) => {
        response.resume();
        response.once('end', () => resolve(response.statusCode!));
      });
      sent.once('error', reject);
      sent.end(body);
    });

  it('keeps connections open for longer than proxies do, so that none fails in the moment of reuse', async () => {
    const { url } = await startHttp();
    const { headers } = await fetch(url, { method: 'POST', headers: HEADERS, body: BODY });
    expect(Number(/timeout=(\d+)/.exec(headers.get('keep-alive') ?? '')?.[1])).toBeGreaterThan(60);
  });

  it.each([
    ['its own host', 'POST', {}, 200],
    ['localhost', 'POST', { host: 'localhost:1234', origin: 'http://localhost:5173' }, 200],
    ['another host', 'POST', { host: 'evil.example' }, 403],
    ['a host that begins like it', 'POST', { host: '127.0.0.1.evil.example' }, 403],
    ['a page of another origin', 'POST', { origin: 'https://evil.example' }, 403],
    ['no origin that a page has', 'POST', { origin: 'null' }, 403],
    ['GET', 'GET', {}, 405],
    ['DELETE', 'DELETE', {}, 405],
  ] as const)('answers %s', async (_, method, headers, status) => {
    const { url } = await startHttp();
    expect(await send(url, method, headers)).toBe(status);
  });

  it('refuses what is no request', async () => {
    const { url } = await startHttp();
    expect(await send(url, 'POST', {}, '{')).toBe(400);
    expect(await send(url, 'POST', {}, `"${'x'.repeat(300_000)}"`)).toBe(413);
    expect(await send(url.replace('/mcp', '/other'), 'POST', {})).toBe(404);
  });

  it('says that a port is taken', async () => {
    const { url } = await startHttp();
    const port = Number(new URL(url).port);
    await expect(serveHttp(sampleSource(), { port, version: VERSION })).rejects.toMatchObject({
      code: 'SERVER_CANNOT_LISTEN',
    });
  });
});
