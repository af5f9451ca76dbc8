import { readdirSync, readFileSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { joinChunks, readChunksManifest, readIndexJson } from '@topicmill/topics/formats';
import { beforeEach, describe, expect, it } from 'vitest';
import { main } from '../src/main.js';
import { DocsRepo } from './docs-repo.js';
import { serveRepo } from './serve-repo.js';

const URL = 'https://kiln.example.org/docs/';

function page(title: string, body: string, head = ''): string {
  return `<!doctype html><html lang="en"><head><title>${title} — Kiln</title>${head}</head><body>
<nav><a href="index.html">Start</a><a href="glaze/">Glaze</a><a href="firing.html">Firing</a></nav>
<main><h1>${title}</h1>${body}<p>Kiln is made by people who like clay.</p></main><footer>Imprint</footer></body></html>`;
}

const FILES = {
  'site/index.html': page('Kiln', '<p>A manual of the kiln.</p>'),
  'site/firing.html': page(
    'Firing',
    '<p>Two firings make a pot.</p><section id="cone-six"><h2>Cone six<a href="#cone-six">¶</a></h2><p>Hold it at 1222 degrees. See <a href="glaze/index.html#Ash">ash</a>.</p></section>',
  ),
  'site/glaze/index.html': page(
    'Glaze',
    '<p>Glass on clay.</p><h2 id="Ash">Ash</h2><p>Wood ash melts late.</p><h2>Loose</h2><p>No anchor leads here.</p>',
  ),
  'site/robots.txt/index.html': page('Robots', '<p>Machines that throw pots.</p>'),
  'site/old.html': '<meta http-equiv="refresh" content="0; url=firing.html">',
  'site/hidden.html': page('Hidden', '<p>Not for search.</p>', '<meta name="robots" content="noindex">'),
  'site/results.html': '<title>Results</title><main><h1>Results</h1></main>',
  'site/copy.html': page('Copy', '<p>Twice.</p>', `<link rel="canonical" href="${URL}firing">`),
  'site/copy2.html': page('Copy', '<p>Twice.</p>', `<link rel="canonical" href="${URL}firing">`),
};

let repo: DocsRepo;

async function found(query: string): Promise<{ topic: string; url: string }> {
  const { out, err } = await repo.run('query', query, '--json');
  const [first] = (JSON.parse(out || `"${err}"`) as { results: { topic: string; url: string }[] }).results;
  return first!;
}

beforeEach(async () => {
  repo = new DocsRepo(FILES);
  const { exitCode, out, err } = await repo.run('init', '--built', 'site', '--url', URL, '--yes');
  expect({ exitCode, err }).toEqual({ exitCode: 0, err: '' });
  expect(out).toContain('9 pages of HTML in site');
});

describe('a built site', () => {
  it('is built, verified and searched as pages are, with the addresses of its HTML', async () => {
    const built = await repo.run('build');
    expect({ exitCode: built.exitCode, err: built.err }).toEqual({ exitCode: 0, err: '' });
    expect(await repo.run('verify')).toMatchObject({ exitCode: 0, err: '' });
    expect(await found('hold cone six')).toMatchObject({ topic: 'firing', url: `${URL}firing.html#cone-six` });
    expect(await found('wood ash melts')).toMatchObject({ topic: 'glaze', url: `${URL}glaze/#Ash` });
    expect(await found('machines that throw')).toMatchObject({ topic: 'robots.txt', url: `${URL}robots.txt/` });
    // A heading without an id is reached by the nearest one above it; none is made up.
    expect(await found('no anchor leads here')).toMatchObject({ url: `${URL}glaze/#Ash` });
  });

  it.each(['', 'en/'])('has a docs root for each language, and is searched in one (%j)', async (own) => {
    const said = (language: string, title: string): string =>
      page(title, '<p>Hold cone six.</p>').replace('lang="en"', `lang="${language}"`);
    repo = new DocsRepo({
      'site/index.html': own === '' ? page('Kiln', '<p>A manual.</p>') : FILES['site/old.html'],
      [`site/${own}firing.html`]: said('en-US', 'Firing'),
      'site/de/firing.html': said('de', 'Brand'),
      'site/pt-br/firing.html': said('pt-BR', 'Queima'),
      // Called as a language, and of the site's own.
      'site/go/firing.html': said('en', 'Firing in Go'),
    });
    const { out } = await repo.run('init', '--built', 'site', '--url', URL, '--yes');
    expect(out).toContain('5 pages of HTML in site, in en, de, pt-br');
    expect(repo.read('topicmill.yaml')).toContain('    exclude:\n      - de/**\n      - pt-br/**\n');
    expect(await repo.run('build')).toMatchObject({ exitCode: 0, err: '' });
    expect(await repo.run('verify', '--built')).toMatchObject({ exitCode: 0, err: '' });
    expect(JSON.parse((await repo.run('query', 'hold cone six', '--locale', 'en', '--json')).out)).toMatchObject({
      results: [{ topic: `en/${own}firing` }, { topic: 'en/go/firing' }],
    });
    const german = JSON.parse((await repo.run('query', 'hold cone six', '--locale', 'de', '--json')).out);
    expect(german).toMatchObject({ results: [{ topic: 'de/firing', url: `${URL}de/firing.html` }] });
    expect(german.results).toHaveLength(1);
  });

  it('is read next to markdown, and next to another built site', async () => {
    const site = (built: string): string => `{ generator: html, built: ${built}, url: ${URL}${built}/ }`;
    repo = new DocsRepo({
      'topicmill.yaml': `sources: pages\nroots:\n  - { name: guide, docsRoot: docs }\n  - { name: api, site: ${site('api')} }\n  - { name: cli, site: ${site('cli')} }\n`,
      'docs/kiln.md': '# Kiln\n\nA guide to the firing.\n',
      'api/ramp.html': page('Ramp', '<p>Sets the rise of the firing.</p>'),
      'cli/fire.html': page('Fire', '<p>Starts the firing.</p>'),
    });
    expect(await repo.run('build')).toMatchObject({ exitCode: 0, err: '' });
    const { results } = JSON.parse((await repo.run('query', 'firing', '--json')).out) as {
      results: { topic: string }[];
    };
    expect(results.map(({ topic }) => topic).sort()).toEqual(['api/ramp', 'cli/fire', 'guide/kiln']);
    expect((await repo.run('verify', '--built')).err).toContain('topicmill.yaml has several as site.built: api, cli.');
  });

  it('has what is repeated in a section of its own at the end of pages, and not what follows it', async () => {
    const names = ['cone', 'kiln-wash', 'bisque', 'slip'];
    const section = '<h2>Errors</h2><p>The error of a failed firing.</p>';
    repo = new DocsRepo(
      Object.fromEntries(
        names.map((name) => [`site/${name}.html`, page(name, `<p>About the ${name}.</p>${section}`)] as const),
      ),
    );
    await repo.run('init', '--built', 'site', '--url', URL, '--yes');
    expect(await repo.run('build')).toMatchObject({ exitCode: 0, err: '' });
    for (const name of names) {
      const text = readdirSync(join(repo.root, `topics/${name}/_chunks`))
        .map((file) => repo.read(`topics/${name}/_chunks/${file}`))
        .join('\n');
      expect(text).toMatch(/The error of a failed firing\.\n/);
      expect(text).not.toContain('people who like clay');
    }
  });

  it('has neither its frame nor pages that are not to be found, and says which', async () => {
    await repo.run('build');
    const chunks = readdirSync(join(repo.root, 'topics'), { recursive: true, encoding: 'utf8' });
    const texts = chunks.filter((path) => /_chunks\/.*\.md$/.test(path)).map((path) => repo.read(`topics/${path}`));
    expect(texts.join('\n')).not.toMatch(/Imprint|people who like clay|Not for search|¶/);
    const dry = JSON.parse((await repo.run('build', '--dry-run', '--json')).out) as {
      leftOut: { path: string; reason: string }[];
    };
    expect(dry.leftOut).toEqual(
      expect.arrayContaining([
        { path: 'site/hidden.html', reason: 'asks not to be found (noindex)' },
        { path: 'site/results.html', reason: 'has no text of its own' },
        { path: 'site/old.html', reason: 'leads to firing.html' },
        { path: 'site/copy2.html', reason: 'has the same canonical address as copy.html' },
      ]),
    );
  });

  it('has no topic for a list of links or an error', async () => {
    const links = ['index', 'firing', 'glaze/index'].map((name) => `<li><a href="${name}.html">${name}</a></li>`);
    repo.write('site/all.html', `<title>All</title><main><h1>All</h1><ul>${links.join('')}</ul></main>`);
    repo.write('site/vi/404/index.html', page('Gone', '<p>There is nothing here.</p>'));
    const { out } = await repo.run('build', '--json');
    expect((JSON.parse(out) as { leftOut: object[] }).leftOut).toEqual(
      expect.arrayContaining([
        { path: 'site/all.html', reason: 'is a list of links' },
        { path: 'site/vi/404/index.html', reason: 'the page for errors' },
      ]),
    );
    expect(await repo.run('verify', '--built')).toMatchObject({ exitCode: 0 });
  });

  it('has what is repeated between its texts, and titles without the name of the site', async () => {
    const manual = (name: string, text: string): string =>
      `<title>${name}: Kiln Manual</title><p>Kiln for all.</p><h2>${name}</h2><p>${text}</p><h3>Include</h3><pre>kiln.h</pre><h3>About</h3><p>How to ${text}</p>`;
    const names = ['Bake', 'Burn', 'Cool', 'Dry'];
    repo = new DocsRepo(Object.fromEntries(names.map((name) => [`site/${name}.html`, manual(name, `${name} it.`)])));
    await repo.run('init', '--built', 'site', '--url', URL, '--yes');
    await repo.run('build');
    const manifest = readChunksManifest(repo.read('topics/Burn/_chunks/Burn.chunks.json'), 'Burn.chunks.json');
    const text = joinChunks(
      manifest,
      manifest.chunks.map(({ file }) => repo.read(`topics/Burn/_chunks/${file}`)),
    );
    expect(text).toMatch(/^---\ntitle: Burn\n/);
    expect(text).toMatch(/---\n\n## Burn\n\nBurn it.\n\n### Include\n\n```\nkiln.h\n```\n/);
  });

  it('has a topic for each page, also where names differ in case alone', async () => {
    repo = new DocsRepo({
      'site/api/Kiln.html': page('Kiln', '<p>The class.</p>'),
      'site/api/kiln.html': page('kiln', '<p>The function.</p>'),
    });
    await repo.run('init', '--built', 'site', '--url', URL, '--yes');
    expect(await repo.run('build')).toMatchObject({ exitCode: 0, err: '' });
    expect(await found('the function')).toEqual(
      expect.objectContaining({ topic: expect.stringMatching(/^api\/kiln-[0-9a-f]{8}$/), url: `${URL}api/kiln.html` }),
    );
    expect(await found('the class')).toMatchObject({ topic: 'api/Kiln', url: `${URL}api/Kiln.html` });
  });

  it('has pages apart whose canonical addresses are written from where each is', async () => {
    const start = '<link rel="canonical" href="index.html">';
    repo = new DocsRepo({
      'site/clay/index.html': page('Clay', '<p>Soft.</p>', start),
      'site/fire/index.html': page('Fire', '<p>Hot.</p>', start),
    });
    await repo.run('init', '--built', 'site', '--url', URL, '--yes');
    await repo.run('build');
    expect([repo.has('topics/clay/index.json'), repo.has('topics/fire/index.json')]).toEqual([true, true]);
  });

  it('has what Nx needs where there are packages, as markdown has', async () => {
    repo = new DocsRepo({
      'package.json': '{ "name": "kiln" }\n',
      'site/index.html': page('Kiln', '<p>A manual.</p>'),
    });
    await repo.run('init', '--built', 'site', '--url', URL, '--yes');
    expect(repo.read('package.json')).toContain('"index": "nx run-many -t index"');
    expect(repo.read('nx.json')).toContain('@topicmill/nx');
    expect((await repo.run('init', '--undo', '--yes')).exitCode).toBe(0);
    expect(repo.has('nx.json')).toBe(false);
  });

  it('follows edits, and a second run changes nothing', async () => {
    await repo.run('build');
    const state = readFileSync(join(repo.root, '.topicmill/html.json'));
    await repo.run('build');
    expect(readFileSync(join(repo.root, '.topicmill/html.json'))).toEqual(state);
    repo.write(
      'site/firing.html',
      page('Firing', '<p>More than one way.</p><h2 id="raku">Raku</h2><p>Smoke and fire.</p>'),
    );
    utimesSync(join(repo.root, 'site/firing.html'), new Date(), new Date(Date.now() + 5000));
    repo.remove('site/copy.html');
    expect((await repo.run('build')).exitCode).toBe(0);
    expect(await found('smoke and fire')).toMatchObject({ topic: 'firing', url: `${URL}firing.html#raku` });
    expect(repo.has('topics/copy/index.json')).toBe(false);
  });

  it('is served, published with a search index, and exported like any other', async () => {
    await repo.run('build');
    const { url, warnings } = await serveRepo(repo);
    const index = readIndexJson(await (await fetch(`${url}firing/index.json`)).text(), 'index.json');
    const items = index._embedded.chunks!['golden-reference'].items;
    expect(items.map((item) => item.url)).toContain(`${URL}firing.html#cone-six`);
    expect(warnings).toEqual([]);
    expect(await repo.run('search-index')).toMatchObject({ exitCode: 0, err: '' });
    const { out } = await repo.run('query', 'wood ash melts', '--from', 'topics', '--json');
    expect((JSON.parse(out) as { results: unknown[] }).results[0]).toMatchObject({ url: `${URL}glaze/#Ash` });
    expect((await repo.run('export', 'llms', '--out', 'texts')).exitCode).toBe(0);
    expect(repo.read('texts/llms.txt')).toContain(`[Firing](${URL}firing.html)`);
    expect(repo.read('texts/llms-full.txt')).toContain('Hold it at 1222 degrees.');
  });

  it('answers agents', async () => {
    await repo.run('build');
    const [stdin, stdout] = [new PassThrough(), new PassThrough()];
    const io = { stdin, stdout, stderr: { write: () => true }, cwd: repo.root, env: {} };
    const running = main(['mcp'], io);
    const client = new Client({ name: 'test', version: '0' });
    await client.connect(new StdioServerTransport(stdout, stdin));
    const answer = await client.callTool({ name: 'search', arguments: { query: 'hold cone six' } });
    const { results } = answer.structuredContent as { results: { url: string }[] };
    expect(results[0]).toMatchObject({ url: `${URL}firing.html#cone-six` });
    await client.close();
    stdin.end();
    expect(await running).toBe(0);
  });

  it('that is not there is an error with its line', async () => {
    repo.write('topicmill.yaml', 'sources: html\nsite:\n  generator: html\n  built: dist\n');
    const { exitCode, err } = await repo.run('build');
    expect(exitCode).not.toBe(0);
    expect(err).toContain('topicmill.yaml:4');
    expect(err).toContain('DOCS_ROOT_MISSING');
  });
});
