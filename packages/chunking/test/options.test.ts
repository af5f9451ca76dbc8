import { loadTokenCounter, loadTokenLocator } from '@topicmill/text/tokens';
import { describe, expect, it } from 'vitest';
import {
  chunk,
  chunkStream,
  chunkSync,
  DEFAULT_ARTIFACT_SIZES,
  explainChunks,
  migrateRecord,
  recordFileName,
  semanticStrategy,
  splitArtifact,
  structuralStrategy,
  twoTierStrategy,
} from '../src/index.js';

const TEXT = '# Tea\n\nTea is brewed with hot water.\n';
const tokenCounter = await loadTokenCounter('words');
const wholeTextCounter = { name: 'mine', count: (text: string) => text.length };
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
  ['chunkSync', async (options: object) => chunkSync(TEXT, untyped({ tokenCounter, ...options }))],
  ['chunkStream', async (options: object) => first(chunkStream(() => [TEXT], untyped(options)))],
])('%s', (_name, run) => {
  it.each([
    ['a missing fileTitle', {}, 'fileTitle'],
    ['an unknown option', { fileTitle: 'Tea', maxToken: 100 }, 'maxToken'],
    ['an unknown mode', { fileTitle: 'Tea', breadcrumbMode: 'often' }, 'breadcrumbMode'],
    ['a name that leaves its folder', { fileTitle: 'Tea', docName: '../tea' }, 'docName'],
    ['a type that ids cannot contain', { fileTitle: 'Tea', contentType: 'a:b' }, 'contentType'],
    ['a counter that ignores its range', { fileTitle: 'Tea', tokenCounter: wholeTextCounter }, 'tokenCounter'],
  ])('refuses %s', async (_case, options, named) => {
    await expect(run(options)).rejects.toThrow(message(named));
  });
});

it.each([
  ['an unknown option without a value', { maxToken: undefined }, 'maxToken'],
  ['a title that is a number', { fileTitle: 5 }, 'fileTitle'],
  ['a name that leaves its folder', { docName: '../tea' }, 'docName'],
])('chunkSync refuses %s after options that were accepted, too', (_case, changes, named) => {
  const accepted = { fileTitle: 'Tea', docName: 'tea', contentType: 'doc', tokenCounter };
  const chunks = () => chunkSync(TEXT, accepted).chunks.length;
  expect(chunks()).toBe(1);
  const { contentType: _, ...rest } = accepted;
  const given = untyped(named === 'maxToken' ? { ...rest, ...changes } : { ...accepted, ...changes });
  expect(() => chunkSync(TEXT, given)).toThrow(message(named));
  expect(chunks()).toBe(1);
});

describe.each([
  ['chunk without options', () => chunk(TEXT, untyped(undefined)), 'expected object'],
  ['chunk with null', () => chunk(TEXT, untyped(null)), 'expected object'],
  ['chunk without text', () => chunk(untyped(undefined), { fileTitle: 'Tea' }), 'text'],
  ['chunk of bytes', () => chunk(untyped(new Uint8Array(3)), { fileTitle: 'Tea' }), 'text'],
  ['chunkSync without a counter', async () => chunkSync(TEXT, untyped({ fileTitle: 'Tea' })), 'tokenCounter'],
  ['chunkStream without options', () => first(chunkStream(() => [TEXT], untyped(undefined))), 'expected object'],
  ['chunkStream of a text', () => first(chunkStream(untyped(TEXT), { fileTitle: 'Tea' })), 'function'],
])('%s', (_name, run, named) => {
  it('is refused', async () => {
    await expect(run()).rejects.toThrow(message(named));
  });
});

describe('a counter', () => {
  const numbers = [
    ['the same number for every text', () => 5, 'whole numbers'],
    ['nothing', () => undefined, 'whole numbers'],
    ['text', (text: string, start = 0, end = text.length) => String(end - start), 'whole numbers'],
    ['no number', () => Number.NaN, 'range'],
    ['fractions', (text: string, start = 0, end = text.length) => (end - start) / 3, 'whole numbers'],
    ['less than nothing', (text: string, start = 0, end = text.length) => start - end, 'whole numbers'],
    ['a promise', async () => 5, 'range'],
  ] as const;

  it.each(numbers)('that gives %s is refused by every strategy', (_what, count, text) => {
    const given = untyped({ tokenCounter: { name: 'mine', count } });
    for (const [, strategy] of STRATEGIES) expect(() => strategy(given)).toThrow(message(text));
    expect(() => chunkSync(TEXT, { fileTitle: 'Tea', ...given })).toThrow(message(text));
  });

  it.each(numbers)('that gives %s is refused for artifacts', (_what, count, text) => {
    const tokens = untyped({ name: 'mine', count, locate: () => ({ tokenCount: 0, offsets: [] }) });
    expect(() => splitArtifact(TEXT, 'doc', { sizes: DEFAULT_ARTIFACT_SIZES, tokens })).toThrow(message(text));
  });
});

it('refuses names of books and records that leave their folder', () => {
  const strategy = twoTierStrategy({ tokenCounter });
  expect(() => strategy.chunk({ text: TEXT, file: 'tea.md', docId: '../tea', title: 'Tea' })).toThrow(message('docId'));
  expect(() => recordFileName({ parentId: 'doc:../tea', chunkNumber: 0 })).toThrow(
    expect.objectContaining({ code: 'RECORD_INVALID' }),
  );
});

describe('explainChunks', () => {
  it('refuses a strategy that does not exist', async () => {
    const sentences = untyped({ strategy: 'sentences', options: { tokenCounter } });
    await expect(explainChunks(document, sentences)).rejects.toThrow(message('sentences'));
  });

  it('takes the defaults of the strategy', async () => {
    const explanation = await explainChunks(document, { strategy: 'two-tier', options: { tokenCounter } });
    expect(explanation.strategyKey).toBe('two-tier-1700-420-120-80-words');
  });
});

describe('splitArtifact', () => {
  const split = async (options: object) =>
    splitArtifact(
      TEXT,
      'doc',
      untyped({ sizes: DEFAULT_ARTIFACT_SIZES, tokens: await loadTokenLocator('cl100k_base'), ...options }),
    );

  it.each([
    ['an unknown option', { maxTokens: 900 }, 'maxTokens'],
    ['an unknown size', { sizes: { ...DEFAULT_ARTIFACT_SIZES, maxTokens: 900 } }, 'maxTokens'],
    ['a counter that cannot locate tokens', { tokens: wholeTextCounter }, 'token locator'],
    ['a missing size', { sizes: { targetTokens: 900, overlapTokens: 100 } }, 'stay whole'],
  ])('refuses %s', async (_what, options, text) => {
    await expect(split(options)).rejects.toEqual(message(text));
  });
});

describe('migrateRecord', () => {
  it.each([
    ['an unknown default', { id: 'a' }, { title: 'Tea' }, 'title'],
    ['a default of another kind', { id: 'a' }, { fileTitle: 1 }, 'fileTitle'],
    ['a record that is not an object', 'a', {}, 'record'],
  ])('refuses %s', (_what, record, defaults, text) => {
    expect(() => migrateRecord(untyped(record), untyped(defaults))).toThrow(message(text));
  });
});

describe('sections apart', () => {
  const apart = semanticStrategy({ tokenCounter, sections: 'apart' });
  const parts = (text: string): string[] =>
    apart
      .chunk({ ...document, text })
      .chunks.map(({ startOffset, endOffset }) => text.slice(startOffset, endOffset).trim());

  it('are chunks however small they are; a heading without a text goes with the section below it', () => {
    expect(parts('# Tea\n\nHot.\n\n## Green\n\n### Sencha\n\nMild.\n\n## Black\n\nStrong.\n')).toEqual([
      '# Tea\n\nHot.',
      '## Green\n\n### Sencha\n\nMild.',
      '## Black\n\nStrong.',
    ]);
  });

  it('have no chunk of headings alone: those at the end go with the section above them', () => {
    expect(parts('# Tea\n\nHot.\n\n## Green\n\nMild.\n\n###### Made by a tool on 1 May\n')).toEqual([
      '# Tea\n\nHot.',
      '## Green\n\nMild.\n\n###### Made by a tool on 1 May',
    ]);
    expect(parts('# Tea\n\n## Green\n')).toEqual(['# Tea\n\n## Green']);
  });

  it('keep the maximum, which their key names', () => {
    const long = Array.from({ length: 100 }, (_, at) => `Line ${at} of the long section has these words.`).join('\n\n');
    expect(parts(`## Long\n\n${long}\n\n## Short\n\nEnd.\n`)).toHaveLength(3);
    expect(apart.getCacheKey()).toBe('semantic-sections-750');
  });
});
