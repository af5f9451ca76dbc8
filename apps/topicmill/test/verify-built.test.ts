import { describe, expect, it } from 'vitest';
import { DocsRepo } from './docs-repo.js';

const CONFIG = `docsRoot: docs
sources: pages
site:
  generator: mkdocs
  url: https://loom.example.org/
`;

function html(title: string, body: string, head = ''): string {
  return `<html><head><title>${title}</title>${head}</head><body><nav>Home Warp</nav><main><h1 id="${title.toLowerCase()}">${title}</h1>${body}</main></body></html>`;
}

const SITE = {
  'site/index.html': html('Loom', '<p>A loom weaves <code>cloth_of</code> wool.</p>'),
  'site/warp/index.html': html(
    'Warp',
    '<p>The warp is <b>t</b>ight.</p><h2 id="tension">Tension</h2><p>Pull it, then 結ぶ it.</p>',
  ),
};

/** Builds the two pages of the docs next to what the site is said to publish. */
async function built(site: Readonly<Record<string, string>> = {}): Promise<DocsRepo> {
  const repo = new DocsRepo({
    'topicmill.yaml': CONFIG,
    'docs/index.md': '# Loom\n\nA loom weaves `cloth_of` wool.\n',
    'docs/warp.md': '# Warp\n\nThe warp is **t**ight.\n\n## Tension\n\nPull it, then 結ぶ it.\n',
    ...SITE,
    ...site,
  });
  await repo.build();
  return repo;
}

describe('topics compared with the HTML of their site', () => {
  it('are proved by it', async () => {
    const repo = await built();
    expect(await repo.run('verify', '--built', 'site', '--max-missing', '0')).toEqual({
      exitCode: 0,
      out: [
        '2 pages of HTML: 2 are topics, 0 are left out for a reason',
        '3 chunks: 0 with an address that is not in the HTML',
        '18 words in the main content: 0 in no chunk (0 %)',
        '3 folders: sound',
        '',
      ].join('\n'),
      err: '',
    });
  });

  it('fail where an address leads nowhere', async () => {
    const repo = await built({ 'site/warp/index.html': SITE['site/warp/index.html'].replace('"warp"', '"start"') });
    const { exitCode, err } = await repo.run('verify', '--built', 'site');
    expect(exitCode).toBe(1);
    expect(err).toMatch(/^docs\/warp\.md error ADDRESS_NOT_PUBLISHED: .* no ids in site\/warp\/index\.html: #warp\./m);
    repo.remove('site/warp/index.html');
    const without = await repo.run('verify', '--built', 'site');
    expect(without.exitCode).toBe(1);
    expect(without.err).toContain('ADDRESS_NOT_PUBLISHED: https://loom.example.org/warp/ is no page in site.');
  });

  it('fail where a page is left out and nothing says why', async () => {
    const repo = await built({
      'site/search/index.html': html('Search', '<p>Find.</p>'),
      'site/404.html': html('Not found', ''),
      'site/old/index.html': '<meta http-equiv="refresh" content="0; url=../warp/">',
      'site/draft.html': html('Draft', '<p>Soon.</p>', '<meta name="robots" content="noindex">'),
      'site/warp.html': html('Warp', '', '<link rel="canonical" href="https://loom.example.org/warp/">'),
    });
    const { exitCode, out } = await repo.run('verify', '--built', 'site', '--json');
    expect(exitCode).toBe(1);
    expect(JSON.parse(out)).toMatchObject({
      built: {
        ...{ pageCount: 7, topicPageCount: 2, chunkCount: 3, wrongAddressCount: 0 },
        leftOut: [
          { path: '404.html', reason: 'the page for errors' },
          { path: 'draft.html', reason: 'asks not to be found (noindex)' },
          { path: 'old/index.html', reason: 'leads to ../warp/' },
          { path: 'warp.html', reason: 'has the same canonical address as warp/index.html' },
        ],
        unexplained: ['search/index.html'],
      },
      diagnostics: [{ code: 'PAGE_NOT_INDEXED', file: 'site/search/index.html' }],
    });
    expect(await repo.run('verify', '--built', 'site', '--except', 'search/**')).toMatchObject({
      exitCode: 0,
      err: '',
    });
    // About one topic, the other pages say nothing.
    expect(await repo.run('verify', 'warp', '--built', 'site')).toMatchObject({ exitCode: 0, err: '' });
  });

  it('leave out HTML that people wrote, and its site copied', async () => {
    const report = html('Report', '<p>Of a scanner.</p>');
    const written = { 'docs/scans/one.html': report, 'static/two.html': report };
    const repo = await built({ ...written, 'site/scans/one.html': report, 'site/two.html': report });
    expect(await repo.run('verify', '--built', 'site')).toMatchObject({
      exitCode: 0,
      out: expect.stringContaining('4 pages of HTML: 2 are topics, 2 are left out for a reason'),
    });
  });

  it('fail where too many published words are in no chunk, and say which', async () => {
    const page = html('Warp', '<p>The warp is tight. Twist wool, wool, wool.</p><h2 id="tension">Tension</h2>');
    const repo = await built({ 'site/warp/index.html': page });
    const loose = await repo.run('verify', '--built', 'site');
    expect(loose).toMatchObject({ exitCode: 0, err: '' });
    expect(loose.out).toContain('  warp/index.html: 4 of 10 (40 %), such as wool, twist\n');
    expect((await repo.run('verify', '--built', 'site', '--max-missing', '25')).exitCode).toBe(0);
    const { exitCode, err } = await repo.run('verify', '--built', 'site', '--max-missing', '24.5');
    expect(exitCode).toBe(1);
    expect(err).toContain('site error WORDS_NOT_INDEXED: Of 16 words, 4 are in no chunk (25 %); 24.5 % may be.');
  });

  it('do not lack what all pages have', async () => {
    const frame = '<p>Woven with care.</p>';
    const pages = ['a', 'b', 'c', 'd'].map((name) => [name, `# ${name}\n\nAbout ${name}.\n`] as const);
    const repo = await built(
      Object.fromEntries([
        ...pages.map(([name, text]) => [`docs/${name}.md`, text]),
        ...pages.map(([name]) => [`site/${name}/index.html`, html(name, `<p>About ${name}.</p>${frame}`)]),
      ]),
    );
    expect(await repo.run('verify', '--built', 'site', '--max-missing', '0')).toMatchObject({ exitCode: 0, err: '' });
  });

  it('that were read from it need no folder', async () => {
    const repo = await built();
    repo.write(
      'topicmill.yaml',
      'sources: html\nsite:\n  generator: html\n  built: site\n  url: https://loom.example.org/\n',
    );
    expect((await repo.run('build')).exitCode).toBe(0);
    expect(await repo.run('verify', '--built', '--max-missing', '0')).toMatchObject({ exitCode: 0, err: '' });
  });

  it('are wrong usage without a site or its folder', async () => {
    const repo = await built();
    const usage = { exitCode: 2, err: expect.stringContaining('INVALID_OPTION') };
    expect(await repo.run('verify', '--built')).toMatchObject(usage);
    expect(await repo.run('verify', '--built', 'dist')).toMatchObject(usage);
    expect(await repo.run('verify', '--max-missing', '3')).toMatchObject(usage);
    expect((await repo.run('verify', '--built', 'site', '--max-missing', '101')).exitCode).toBe(2);
    repo.write('topicmill.yaml', 'docsRoot: docs\n');
    expect(await repo.run('verify', '--built', 'site')).toMatchObject(usage);
  });
});
