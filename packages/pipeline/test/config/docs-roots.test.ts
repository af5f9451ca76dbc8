import { FaultsError } from '@topicmill/base/diagnostics';
import { describe, expect, it } from 'vitest';
import { pagesRootsOf, parseConfig, resultsRootOf } from '../../src/config/index.js';

function faultsOf(text: string): string[] {
  try {
    parseConfig(text, 'topicmill.yaml');
  } catch (thrown) {
    if (!(thrown instanceof FaultsError)) throw thrown;
    return thrown.diagnostics.map(({ line, message, remedy }) => `${line}: ${message} ${remedy}`);
  }
  return [];
}

describe('the docs roots of a configuration', () => {
  it('do not exist where folders are topics, whose results are next to their sources', () => {
    const config = parseConfig('docsRoot: guides\n', 'topicmill.yaml');
    expect(pagesRootsOf(config)).toEqual([]);
    expect(resultsRootOf(config)).toBe('guides');
  });

  it('are one without a name where pages are topics, with every default filled in', () => {
    const config = parseConfig('docsRoot: .\nsources: pages\n', 'topicmill.yaml');
    expect(resultsRootOf(config)).toBe('topics');
    expect(pagesRootsOf(config)).toEqual([
      {
        name: undefined,
        docsRoot: '.',
        include: expect.arrayContaining(['**/*.md']),
        exclude: expect.any(Array),
        site: { generator: 'none', url: '/', inclusions: true, branch: 'main', path: '', forge: 'github' },
        version: undefined,
        isCurrent: undefined,
        locale: undefined,
      },
    ]);
  });

  it('have pages with every ending that their generator knows', () => {
    const config = parseConfig('sources: pages\nsite: { generator: jekyll }\n', 'topicmill.yaml');
    expect(pagesRootsOf(config)[0]!.include).toContain('**/*.markdown');
  });

  it('are several where roots names them', () => {
    const text =
      'sources: pages\noutDir: built\nroots:\n  - name: next\n    docsRoot: docs\n    site: { generator: docusaurus }\n  - name: v1\n    docsRoot: versioned/v1\n    version: "1.0"\n    locale: en\n';
    const roots = pagesRootsOf(parseConfig(text, 'topicmill.yaml'));
    expect(
      roots.map(({ name, docsRoot, version, locale, site }) => [name, docsRoot, version, locale, site.generator]),
    ).toEqual([
      ['next', 'docs', undefined, undefined, 'docusaurus'],
      ['v1', 'versioned/v1', '1.0', 'en', 'none'],
    ]);
  });

  it('are refused where keys do not go together, each with its line and what to do', () => {
    expect(faultsOf('include: ["*.md"]\noutDir: built\n')).toEqual([
      expect.stringMatching(/^1: include: needs `sources: pages`\. /),
      expect.stringMatching(/^2: outDir: needs `sources: pages`\. /),
    ]);
    expect(faultsOf('sources: pages\norder: [a]\n')).toEqual([
      expect.stringMatching(/^2: order: is `site.order` where sources are pages\. /),
    ]);
    expect(faultsOf('order: [/a]\n')).toEqual([expect.stringMatching(/must be an id/)]);
    expect(faultsOf('sources: pages\ndocsRoot: docs\noutDir: docs/built\n')).toEqual([
      expect.stringMatching(/^3: outDir: must not be in docs, /),
    ]);
    const twice =
      'sources: pages\nsite: { generator: none }\nroots:\n  - { name: a, docsRoot: a }\n  - { name: a, docsRoot: b }\n';
    expect(faultsOf(twice)).toEqual([
      expect.stringMatching(/^2: site: must be given in each entry of roots\. /),
      expect.stringMatching(/^5: roots\.1\.name: is "a" twice\. Give a value that fits: Begins the ids/),
    ]);
  });

  it('are folders of HTML where the generator is html, alone or next to markdown', () => {
    const html = '{ generator: html, built: site, url: https://a.example.org/ }';
    const mixed = `sources: pages\nroots:\n  - { name: guide, docsRoot: docs }\n  - { name: api, site: ${html} }\n`;
    expect(pagesRootsOf(parseConfig(mixed, 'topicmill.yaml')).map(({ docsRoot }) => docsRoot)).toEqual([
      'docs',
      '.topicmill/html/api',
    ]);
    expect(faultsOf(mixed.replace('pages', 'html'))).toEqual([
      expect.stringMatching(/^3: roots\.0\.site: must have `generator: html`/),
    ]);
    expect(faultsOf(mixed.replace(', docsRoot: docs', ''))).toEqual([
      expect.stringMatching(/^3: roots\.0: has no docsRoot\. /),
    ]);
    expect(faultsOf(mixed.replace('name: api,', 'name: api, docsRoot: docs,'))).toEqual([
      expect.stringMatching(/^4: roots\.1\.docsRoot: cannot be used with `generator: html`\. /),
    ]);
    expect(faultsOf(`sources: pages\nsite: ${html}\n`)).toEqual([
      expect.stringMatching(/^2: site\.generator: needs `sources: html`, or an entry of roots\. /),
    ]);
  });

  it('name the nearest key of a site or of a root for one that is not known', () => {
    expect(faultsOf('sources: pages\nsite:\n  generator: vitepress\n  cleanUrl: true\n')).toEqual([
      '4: site.cleanUrl is not a known key. Did you mean site.cleanUrls?',
    ]);
    expect(faultsOf('sources: pages\nroots:\n  - name: a\n    docsRot: a\n')).toContain(
      '4: roots.0.docsRot is not a known key. Did you mean roots.0.docsRoot?',
    );
    expect(faultsOf('sources: pages\nsite: { url: / }\n')).toEqual([
      expect.stringMatching(/^2: site\.generator is missing\. /),
    ]);
    expect(faultsOf('sources: pages\nsite: { generator: none, hues: 1 }\n')).toEqual([
      expect.stringMatching(/the keys here are branch, built, [^U]* url\.$/),
    ]);
    expect(faultsOf('sources: pages\nsite: { generator: sphinx }\n')).toEqual([
      expect.stringMatching(
        /^2: site\.generator is "sphinx", which is not known\. Write `generator: none`.*docusaurus/,
      ),
    ]);
  });
});

describe('results inside a folder of git, Nx or npm', () => {
  const OWNERS = [
    '.git',
    '.github',
    '.gitlab',
    '.claude',
    '.vscode',
    '.hg',
    '.husky',
    '.jj',
    '.svn',
    '.nx',
    'node_modules',
    '.topicmill',
    '.embedding-cache',
  ];

  /** What Windows or macOS takes for `.git`. */
  const FORMS = [
    'GIT~1/hooks',
    '.git./hooks',
    '".git /hooks"',
    '".g\\u200cit/hooks"',
    '".git::$INDEX_ALLOCATION/hooks"',
  ];

  it.each([...OWNERS, ...OWNERS.map((name) => `docs-out/${name}/deep`), '.GIT/hooks', './.git/./hooks', ...FORMS])(
    'are refused: outDir: %s',
    (outDir) => {
      expect(faultsOf(`sources: pages\noutDir: ${outDir}\n`)).toEqual([
        expect.stringMatching(/^2: outDir: must not be in .+, which is not for results\. Give a value that fits: /),
      ]);
    },
  );

  it.each(['.git/docs', 'node_modules/ours'])('are refused next to topics, too: docsRoot: %s', (docsRoot) => {
    expect(faultsOf(`docsRoot: ${docsRoot}\n`)).toEqual([expect.stringContaining('must not be in')]);
  });

  it.each(['.github-docs', 'git', 'my.git', '.nxt/docs', '.topics', 'git~10'])(
    'are not those of a folder with a similar name: %s',
    (outDir) => {
      expect(faultsOf(`sources: pages\noutDir: ${outDir}\n`)).toEqual([]);
    },
  );

  it('are those that pages are read from, which may be anywhere', () => {
    expect(faultsOf('sources: pages\ndocsRoot: node_modules/ours/docs\n')).toEqual([]);
  });
});
