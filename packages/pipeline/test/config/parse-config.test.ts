import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FaultsError } from '@topicmill/base/diagnostics';
import { describe, expect, it } from 'vitest';
import { configJsonSchema, lineOfKey, parseConfig } from '../../src/config/index.js';
import { SITE_DIALECTS } from '../../src/sites/index.js';

function faultsOf(text: string): { code: string; line: number | undefined; message: string; remedy: string }[] {
  try {
    parseConfig(text, 'topicmill.yaml');
  } catch (thrown) {
    if (thrown instanceof FaultsError)
      return thrown.diagnostics.map(({ code, line, message, remedy }) => ({ code, line, message, remedy }));
    throw thrown;
  }
  throw new Error('The configuration was accepted.');
}

describe('a configuration', () => {
  it('has a default for everything, without a file and with an empty one', () => {
    const defaults = parseConfig(undefined, 'topicmill.yaml');
    expect(defaults).toEqual({
      docsRoot: 'docs',
      sources: 'folders',
      chunking: { strategy: 'semantic', options: {}, byPath: [], exclude: [] },
      embedding: { model: 'builtin' },
      keywords: { languages: ['eng'], stopWords: [] },
      stripes: { rounding: 'up' },
      nx: { tasks: 'folder' },
      prompts: { enabled: true, minSimilarity: expect.any(Number), maxPerQuestion: expect.any(Number) },
      questions: { perChunk: 3, whileBuilding: false, budgetTokens: 500_000 },
      records: { enabled: false, topics: ['**'], folders: [], contentType: 'doc' },
      pages: expect.objectContaining({ enabled: false, topics: ['**'], context: 16384, buffer: 512, html: false }),
      score: { enabled: false, f1: 0.92, recall: 0.97, pis: 98 },
      search: { enabled: false, vectors: true, synonyms: [] },
      technicalBaselineTitles: expect.arrayContaining(['Quick Reference', 'API Reference']),
    });
    expect(parseConfig('', 'topicmill.yaml')).toEqual(defaults);
    expect(parseConfig('# nothing yet\n', 'topicmill.yaml')).toEqual(defaults);
  });

  it('keeps the defaults next to what the file says', () => {
    const { chunking } = parseConfig('chunking:\n  maxTokens: 500\n', 'topicmill.yaml');
    expect(chunking).toMatchObject({ strategy: 'semantic', options: { maxTokens: 500 } });
  });

  it('yields to what the environment and flags say', () => {
    const text = 'embedding:\n  model: ollama:mxbai-embed-large\n';
    expect(parseConfig(text, 'f').embedding.model).toBe('ollama:mxbai-embed-large');
    expect(parseConfig(text, 'f', { embeddingModel: 'builtin' }).embedding.model).toBe('builtin');
    expect(parseConfig(text, 'f', { embeddingModel: undefined }).embedding.model).toBe('ollama:mxbai-embed-large');
  });

  it('has an encoder read questions where the built-in model reads texts, and not elsewhere', () => {
    const of = (embedding: string): string => `embedding: { ${embedding} }\n`;
    expect(parseConfig(of('questions: encoder'), 'f').embedding).toEqual({ model: 'builtin', questions: 'encoder' });
    expect(parseConfig(of('model: encoder, questions: encoder'), 'f').embedding.model).toBe('encoder');
    expect(faultsOf(of('model: "ollama:m", questions: encoder'))).toEqual([
      expect.objectContaining({ code: 'CONFIG_INVALID', message: expect.stringContaining('needs `model: builtin`') }),
    ]);
    expect(faultsOf(of('questions: builtin'))).toHaveLength(1);
  });

  it('cannot be changed', () => {
    const config = parseConfig(undefined, 'topicmill.yaml');
    expect(() => Object.assign(config.chunking, { minTokens: 1 })).toThrow(TypeError);
  });

  it('names every fault at once, each with its line, and the nearest key for an unknown one', () => {
    const text = 'docRoot: docs\nchunking:\n  minTokens: -1\n  maxToken: 500\n';
    expect(faultsOf(text)).toEqual([
      {
        code: 'CONFIG_INVALID',
        line: 3,
        message: expect.stringContaining('chunking.minTokens'),
        remedy: expect.any(String),
      },
      {
        code: 'CONFIG_INVALID',
        line: 4,
        message: 'chunking.maxToken is not a known key.',
        remedy: 'Did you mean chunking.maxTokens?',
      },
      { code: 'CONFIG_INVALID', line: 1, message: 'docRoot is not a known key.', remedy: 'Did you mean docsRoot?' },
    ]);
  });

  it('names all keys where none is near, and the line of a value that nothing can be done with', () => {
    const text =
      'chunking:\n  minTokens: 900\nembedding:\n  model: bulitin\nkeywords:\n  languages: [eng, xyz]\nstripes:\n  foo: 1\n';
    expect(faultsOf(text).map(({ line, message, remedy }) => [line, message, remedy])).toEqual([
      [2, 'chunking.minTokens: Chunk sizes from 900 to 750 tokens are not possible.', expect.any(String)],
      [4, 'embedding.model: must be builtin, encoder, ollama:<model> or openai:<model>.', expect.any(String)],
      [6, expect.stringMatching(/^keywords\.languages\.1: must be the ISO 639-3 code .*\.$/), expect.any(String)],
      [8, 'stripes.foo is not a known key.', 'Remove it; the keys here are rounding.'],
    ]);
  });

  it('says what a value should be where one does not fit', () => {
    const text =
      'records: true\nembedding: { model: 3 }\nkeywords: { languages: [xyz] }\nscore: { f1: 2 }\nstripes: []\n';
    expect(
      faultsOf(text)
        .map(({ line, remedy }) => [line, remedy])
        .sort(),
    ).toEqual([
      [1, expect.stringMatching(/^Give a value that fits: the keys here are contentType, .*, topics\.$/)],
      [2, 'Give a value that fits: builtin, encoder, ollama:<model> or openai:<model>.'],
      [3, 'Give a value that fits: ISO 639-3 codes of the languages whose stop words end a compound term.'],
      [4, 'Give a value that fits: Minimum mean F1 of the answers.'],
      [5, 'Give a value that fits: the keys here are rounding.'],
    ]);
  });

  it('names a strategy that does not exist, and what each does', () => {
    expect(faultsOf('chunking:\n  strategy: semantik\n')).toEqual([
      {
        code: 'CONFIG_INVALID',
        line: 2,
        message: 'chunking.strategy is "semantik", which is not known.',
        remedy: expect.stringMatching(/^Give a value that fits: semantic: .* structural: .* two-tier: /),
      },
    ]);
  });

  it('says which form of a section a key belongs to', () => {
    const text = 'sources: pages\nsite:\n  generator: hugo\n  dialect: myst\n';
    expect(faultsOf(text)).toEqual([
      {
        code: 'CONFIG_INVALID',
        line: 4,
        message: 'site.dialect is not a known key.',
        remedy: 'Remove it; only generator: none may have it.',
      },
    ]);
    const roots =
      'sources: pages\nroots:\n  - name: a\n    docsRoot: a\n    site:\n      generator: mdbook\n      locales: [fr]\n';
    expect(faultsOf(roots)).toMatchObject([
      {
        line: 7,
        remedy: 'Remove it; only generator: vitepress and generator: vuepress and generator: starlight may have it.',
      },
    ]);
  });

  it('names the dialects where one is not known', () => {
    const [fault] = faultsOf('sources: pages\nsite:\n  generator: none\n  dialect: rst\n');
    expect(fault).toMatchObject({ code: 'CONFIG_INVALID', line: 4 });
    for (const name of SITE_DIALECTS) expect(`${fault!.message}${fault!.remedy}`).toContain(name);
  });

  it('knows keys without a default', () => {
    const text = 'records:\n  contentTypes: x\nbaseHreff: /\n';
    expect(faultsOf(text).map(({ remedy }) => remedy)).toEqual([
      'Did you mean records.contentType?',
      'Did you mean baseHref?',
    ]);
  });

  it.each([
    ['keywords', 'stopWords', Array.from({ length: 10_001 }, (_, at) => `w${at}`), 'at most 10,000 words'],
    ['search', 'synonyms', Array.from({ length: 10_001 }, (_, at) => [`w${at}`, 'x']), 'at most 10,000 groups'],
    ['search', 'synonyms', [Array.from({ length: 101 }, (_, at) => `w${at}`)], 'at most 100 words or phrases'],
  ])('refuses more words in %s.%s than anyone has', (section, key, words, limit) => {
    expect(faultsOf(`${section}:\n  ${key}: ${JSON.stringify(words)}\n`)).toEqual([
      {
        code: 'CONFIG_INVALID',
        line: 2,
        message: expect.stringContaining(limit),
        remedy: expect.any(String),
      },
    ]);
  });

  it('names the line of broken YAML', () => {
    expect(faultsOf('docsRoot: docs\nchunking: [\n')).toEqual([
      expect.objectContaining({
        code: 'CONFIG_UNREADABLE',
        line: 3,
        message: expect.stringMatching(/^(?!.* at line ).*\.$/),
      }),
    ]);
  });

  it('has one docs root, whichever way its path is written', () => {
    for (const docsRoot of ['./content/docs', 'content/docs/', 'content//docs', './content/./docs//']) {
      expect(parseConfig(`docsRoot: ${docsRoot}\n`, 'f').docsRoot, docsRoot).toBe('content/docs');
    }
  });

  it('takes an address only if paths can be appended to it', () => {
    for (const address of ['https://x.y/my%20docs', 'http://localhost:8080/', 'https://x.y']) {
      const { baseHref, pages } = parseConfig(`baseHref: ${address}\npages: { baseUrl: '${address}' }\n`, 'f');
      expect([baseHref, pages.baseUrl]).toEqual([address, address]);
    }
    for (const address of ['https://x.y/my docs', 'https://x.y/?a=1', 'https://x.y/#a', 'x.y']) {
      const text = `baseHref: '${address}'\npages: { baseUrl: '${address}' }\n`;
      expect(faultsOf(text).map(({ code, line }) => [code, line])).toEqual([
        ['CONFIG_INVALID', 1],
        ['CONFIG_INVALID', 2],
      ]);
    }
  });

  it('takes no docs root outside the workspace', () => {
    for (const docsRoot of ['/docs', '../docs', 'a/../../docs', 'docs\\\\a', '""']) {
      expect(faultsOf(`docsRoot: "${docsRoot.replaceAll('"', '')}"\n`)[0]?.code, docsRoot).toBe('CONFIG_INVALID');
    }
  });
});

describe('what would end in a stack trace', () => {
  it('is refused with code and line: a docs root with NUL, globs that leave the workspace', () => {
    expect(faultsOf('docsRoot: "do\\0cs"\n')[0]).toMatchObject({ code: 'CONFIG_INVALID', line: 1 });
    for (const glob of ['../notes', 'a/../../b/*', '/etc', '**/..']) {
      const text = `docsRoot: docs\nrecords:\n  folders: ["${glob}"]\n`;
      expect(faultsOf(text)[0], glob).toMatchObject({ code: 'CONFIG_INVALID', line: 3 });
    }
    for (const glob of ['notes/**', '!notes/old', 'a..b/*', '**']) {
      expect(parseConfig(`records: { folders: ["${glob}"] }\n`, 'f').records.folders).toEqual([glob]);
    }
  });

  it('is refused with code and line: aliases that would fill the memory', () => {
    const lines = Array.from({ length: 9 }, (_, at) => {
      const value = at === 0 ? 'x' : `*a${at - 1}`;
      return `k${at}: &a${at} [${Array(9).fill(value).join(', ')}]`;
    });
    expect(() => parseConfig(`${lines.join('\n')}\n`, 'f')).toThrow(
      expect.objectContaining({ code: 'CONFIG_UNREADABLE', file: 'f', line: 1 }),
    );
  });
});

describe('the published schema of topicmill.yaml', () => {
  it('is the one in code; `npm run schemas` writes it', () => {
    const published = join(import.meta.dirname, '../../../../schemas/topicmill.schema.json');
    expect(readFileSync(published, 'utf8')).toBe(configJsonSchema());
  });
});

describe('lineOfKey', () => {
  it.each([
    ['docsRoot: docs\n', ['docsRoot'], 1],
    ['# ours\nchunking:\n  minTokens: 20\n', ['chunking', 'minTokens'], 3],
    ['docsRoot: docs\n', ['chunking', 'minTokens'], undefined],
    [undefined, ['docsRoot'], undefined],
    ['prompts: [\n', ['docsRoot'], undefined],
  ])('of %j, %j is %j', (text, keys, line) => {
    expect(lineOfKey(text, keys)).toBe(line);
  });
});
