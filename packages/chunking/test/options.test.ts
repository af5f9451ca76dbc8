import { loadTokenCounter } from '@topicmill/text/tokens';
import { describe, expect, it } from 'vitest';
import {
  chunk,
  chunkStream,
  chunkSync,
  explainChunks,
  semanticStrategy,
  structuralStrategy,
  twoTierStrategy,
} from '../src/index.js';

const TEXT = '# Tea\n\nTea is brewed with hot water.\n';
const tokenCounter = await loadTokenCounter('words');
const document = { text: TEXT, file: 'tea.md', fileTitle: 'Tea' };

const STRATEGIES = [
  ['semanticStrategy', semanticStrategy, 'semantic-250-750'],
  ['structuralStrategy', structuralStrategy, 'structural-64-400-512-2s-words'],
  ['twoTierStrategy', twoTierStrategy, 'two-tier-1700-420-120-80-words'],
] as const;

/** What a caller without types may give. */
// biome-ignore lint/suspicious/noExplicitAny: the point of these tests
const untyped = (value: unknown): any => value;

async function first(records: AsyncGenerator<unknown>): Promise<unknown> {
  return (await records.next()).value;
}

const message = (text: string) =>
  expect.objectContaining({ code: 'INVALID_OPTION', message: expect.stringContaining(text) });

describe.each(STRATEGIES)('%s', (_name, strategy, key) => {
  it('needs nothing but a counter', () => {
    expect(strategy({ tokenCounter }).getCacheKey()).toBe(key);
  });

  it('refuses an unknown option by its name', () => {
    expect(() => strategy(untyped({ tokenCounter, maxToken: 100 }))).toThrow(message('maxToken'));
  });

  it('refuses a missing counter', () => {
    expect(() => strategy(untyped({}))).toThrow(message('tokenCounter'));
  });

  it('refuses a document without a title', () => {
    expect(() => strategy({ tokenCounter }).chunk(untyped({ text: TEXT, file: 'tea.md', docId: 'tea' }))).toThrow(
      message('itle'),
    );
  });
});

describe.each([
  ['chunk', async (options: object) => chunk(TEXT, untyped(options))],
  ['chunkSync', async (options: object) => chunkSync(TEXT, untyped({ ...options, tokenCounter }))],
  ['chunkStream', async (options: object) => first(chunkStream(() => [TEXT], untyped(options)))],
])('%s', (_name, run) => {
  it.each([
    ['a missing fileTitle', {}, 'fileTitle'],
    ['an unknown option', { fileTitle: 'Tea', maxToken: 100 }, 'maxToken'],
    ['an unknown mode', { fileTitle: 'Tea', breadcrumbMode: 'often' }, 'breadcrumbMode'],
    ['a name that leaves its folder', { fileTitle: 'Tea', docName: '../tea' }, 'docName'],
    ['a type that ids cannot contain', { fileTitle: 'Tea', contentType: 'a:b' }, 'contentType'],
  ])('refuses %s', async (_case, options, named) => {
    await expect(run(options)).rejects.toThrow(message(named));
  });
});

describe('explainChunks', () => {
  it('refuses a strategy that does not exist', () => {
    expect(() => explainChunks(document, untyped({ strategy: 'sentences', options: { tokenCounter } }))).toThrow(
      message('sentences'),
    );
  });

  it('takes the defaults of the strategy', () => {
    const explanation = explainChunks(document, { strategy: 'two-tier', options: { tokenCounter } });
    expect(explanation.strategyKey).toBe('two-tier-1700-420-120-80-words');
  });
});
