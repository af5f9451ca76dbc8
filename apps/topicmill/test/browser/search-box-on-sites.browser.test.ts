import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { chromiumPath, launchChromium, needsChromium } from '@topicmill/test-support/chromium';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { DocsRepo } from '../docs-repo.js';
import { axeFindings } from './axe.js';
import { staticServer } from './static-server.js';
import { buildViewer, CONTEXT, openPage } from './viewed-docs.js';

const SCRIPT = '<script src="/topicmill-search/topicmill-search.js" defer></script>';
const BOX = '<topicmill-search></topicmill-search>';
const KILN = '# Kiln\n\nThe kiln gets hot.\n\n## Firing\n\nFiring takes a night.\n';

const page = (body: string, attributes = 'lang="en"'): string =>
  `<!doctype html><html ${attributes}><head><title>Site</title><link rel="icon" href="data:,">${SCRIPT}</head><body>${body}</body></html>`;

/** A built site with a search box, of markdown pages, and its server, which `answer` may keep from answering. */
async function builtSite(
  html: string,
  { url = 'https://docs.example.com/', files = {} as Record<string, string>, below = '' } = {},
): Promise<{ repo: DocsRepo; url: string; answer: { as: RequestListener | undefined } }> {
  const pages = { 'docs/kiln.md': KILN, ...files };
  const built = Object.keys(pages).map((path) => path.replace(/^docs\/(.*)\.md$/, 'site/$1/index.html'));
  const repo = new DocsRepo({
    'topicmill.yaml': `sources: pages\ndocsRoot: docs\nsite: { generator: mkdocs, url: '${url}' }\n`,
    ...pages,
    'site/index.html': html,
    ...Object.fromEntries(built.map((path) => [path, html])),
  });
  expect((await repo.run('search-index', '--out', 'site')).exitCode).toBe(0);
  const serve = staticServer(join(repo.root, 'site'));
  const answer: { as: RequestListener | undefined } = { as: undefined };
  const host = createServer((request, response) => {
    request.url = request.url!.replace(/\?.*/, '').replace(below, '');
    if (request.url.endsWith('/')) request.url += 'index.html';
    (answer.as ?? serve)(request, response);
  });
  await new Promise<void>((listening) => host.listen(0, '127.0.0.1', listening));
  onTestFinished(() => {
    host.close();
    host.closeAllConnections();
  });
  return { repo, url: `http://127.0.0.1:${(host.address() as AddressInfo).port}${below}/`, answer };
}

/** A page whose requests may fail. */
async function faultyPage(browser: Browser, url: string): Promise<Page> {
  const context = await browser.newContext(CONTEXT);
  onTestFinished(() => context.close());
  const shown = await context.newPage();
  await shown.goto(url);
  return shown;
}

/** The scripts of the search box as release 0.1 had them, by name. */
const KEPT = join(import.meta.dirname, '../fixtures/search-box-0.1.json.br');

/** @param root of a repository whose site has the scripts of now, which are kept where a release is recorded */
function keptScripts(root: string): Readonly<Record<string, string>> {
  if (process.env['TOPICMILL_RECORD_RELEASE'] === '1') {
    const own = (name: string) => readFileSync(join(root, `site/topicmill-search/${name}.js`), 'utf8');
    const names = ['topicmill-search', 'topicmill-search-panel'];
    writeFileSync(KEPT, brotliCompressSync(JSON.stringify(Object.fromEntries(names.map((name) => [name, own(name)])))));
  }
  return JSON.parse(brotliDecompressSync(readFileSync(KEPT)).toString()) as Record<string, string>;
}

const openBoxes = (shown: Page): Promise<number> => shown.locator('topicmill-search dialog[open]').count();

describe.runIf(chromiumPath !== undefined)(`the search box on sites, ${needsChromium}`, () => {
  let browser: Browser;

  beforeAll(async () => {
    buildViewer();
    browser = await launchChromium();
  });

  afterAll(() => browser?.close());

  it('opens one box where a site has its header twice, and none that is not rendered', async () => {
    const { url } = await builtSite(page(`<header hidden>${BOX}</header><header>${BOX}${BOX}</header>`));
    const shown = await openPage(browser, url);
    await shown.keyboard.press('Control+k');
    expect(await openBoxes(shown)).toBe(1);
    expect(await shown.locator('dialog[open]').isVisible()).toBe(true);
    await shown.keyboard.press('Control+k');
    expect(await openBoxes(shown)).toBe(0);
    await shown.evaluate("document.querySelector('topicmill-search').open('kiln')");
    expect(await shown.locator('dialog[open]').isVisible()).toBe(true);
    await shown.keyboard.press('Escape');
    await shown.evaluate("addEventListener('keydown', (event) => event.preventDefault(), true)");
    await shown.keyboard.press('Control+k');
    expect(await openBoxes(shown)).toBe(0);
  });

  it('is whole by the first of two versions of the script on one page', async () => {
    const both = `<script src="/second/topicmill-search.js"></script><script>globalThis.first = topicmillSearch</script>`;
    const { repo, url } = await builtSite(page(BOX).replace(SCRIPT, `${both}${SCRIPT.replace(' defer', '')}`));
    // Another release: its texts differ, and its panel has another name.
    for (const name of ['topicmill-search', 'topicmill-search-panel']) {
      const own = readFileSync(join(repo.root, `site/topicmill-search/${name}.js`), 'utf8');
      const other = own.replaceAll('topicmill-search-panel.js', 'other-panel.js').replaceAll('Ctrl ', 'Control ');
      repo.write(`site/second/${name.replace('topicmill-search-panel', 'other-panel')}.js`, other);
    }
    const shown = await openPage(browser, 'about:blank');
    const loaded: string[] = [];
    shown.on('request', (request) => loaded.push(new URL(request.url()).pathname));
    await shown.goto(url);
    await shown.evaluate("document.querySelector('topicmill-search').setAttribute('src', '/topicmill-search/')");
    expect(await shown.evaluate('first === topicmillSearch')).toBe(true);
    expect(await shown.locator('topicmill-search .opener kbd').textContent()).toBe('Control K');
    await shown.keyboard.press('Control+k');
    expect(await openBoxes(shown)).toBe(1);
    await shown.keyboard.type('firing');
    await expect.poll(() => shown.getByRole('option').first().getAttribute('href')).toBe(`${url}kiln/#firing`);
    expect(loaded.filter((path) => path.endsWith('panel.js'))).toEqual(['/second/other-panel.js']);
    await shown.keyboard.press('Control+k');
    expect(await openBoxes(shown)).toBe(0);
  });

  it.each([
    ['its script, as a cache has it, with the panel of now', 'topicmill-search'],
    ['the script of now with its panel', 'topicmill-search-panel'],
  ])('opens, finds and closes where a part of it is of release 0.1: %s', async (_, name) => {
    const { repo, url } = await builtSite(page(BOX));
    repo.write(`site/topicmill-search/${name}.js`, keptScripts(repo.root)[name]!);
    const shown = await openPage(browser, url);
    await shown.keyboard.press('Control+k');
    await shown.keyboard.type('firing');
    await expect.poll(() => shown.getByRole('option').first().getAttribute('href')).toBe(`${url}kiln/#firing`);
    await shown.locator('.passage mark', { hasText: 'Firing' }).first().waitFor();
    await shown.keyboard.press('Escape');
    expect(await openBoxes(shown)).toBe(0);
    await shown.goto(`${url}?q=kiln`);
    await shown.getByRole('option').first().waitFor();
    expect(
      await shown.evaluate(
        "document.querySelector('topicmill-search').search('kiln').then(({ pages }) => pages.length)",
      ),
    ).toBeGreaterThan(0);
  });

  it('marks no word by one letter, neither one that is whole nor one that is being typed', async () => {
    const text = '# Kiln\n\nThe kiln has a fan, f a fire and a flame. A kiln of f bricks.\n';
    const { url } = await builtSite(page(BOX), { files: { 'docs/kiln.md': text } });
    const shown = await openPage(browser, url);
    await shown.keyboard.press('Control+k');
    for (const query of ['kiln f', 'f kiln']) {
      await shown.getByRole('combobox').fill(query);
      await shown.locator('.passage mark').first().waitFor();
      const marked = await shown.locator('.option mark').allTextContents();
      expect(new Set(marked.map((each) => each.toLowerCase()))).toEqual(new Set(['kiln']));
    }
  });

  it('keeps letters that are typed from the shortcuts of the page', async () => {
    const { url } = await builtSite(page(BOX));
    const shown = await openPage(browser, url);
    await shown.evaluate(`window.heard = '';
      for (const type of ['keydown', 'keyup']) document.addEventListener(type, ({ key }) => { heard += key; });`);
    await shown.keyboard.press('Control+k');
    const before = await shown.evaluate('heard');
    await shown.keyboard.type('snap');
    expect(await shown.getByRole('combobox').inputValue()).toBe('snap');
    expect(await shown.evaluate('heard')).toBe(before);
  });

  it('works after it was moved or added, and closes when the page hides it', async () => {
    const { url } = await builtSite(page(`<header>${BOX}</header><main></main>`));
    const shown = await openPage(browser, url);
    await shown.keyboard.press('Control+k');
    await shown.evaluate("document.querySelector('main').append(document.querySelector('topicmill-search'))");
    expect(await openBoxes(shown)).toBe(0);
    await shown.keyboard.press('Control+k');
    expect(await openBoxes(shown)).toBe(1);
    await shown.evaluate("document.querySelector('main').hidden = true");
    await expect.poll(() => openBoxes(shown)).toBe(0);
    await shown.evaluate("document.querySelector('topicmill-search').remove()");
    await shown.evaluate("document.body.append(document.createElement('topicmill-search'))");
    await shown.keyboard.press('Control+k');
    expect(await openBoxes(shown)).toBe(1);
  });

  it('stays open where the reader opens it before the page is drawn', async () => {
    const { url } = await builtSite(page('<main></main>'));
    const shown = await openPage(browser, url);
    await shown.evaluate(`new Promise((drawn) => {
      document.querySelector('main').append(document.createElement('topicmill-search'));
      document.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, bubbles: true, cancelable: true }));
      window.dispatchEvent(new PageTransitionEvent('pageshow'));
      requestAnimationFrame(() => requestAnimationFrame(drawn));
    })`);
    expect(await openBoxes(shown)).toBe(1);
  });

  it.each([
    ['a preview of the site', 'https://docs.example.com/', ''],
    ['a preview of a site below a folder', 'https://example.com/handbook/', ''],
    ['a mirror below another folder', 'https://example.com/handbook/', '/mirrors/pottery'],
  ])('leads to the pages of %s', async (_, published, below) => {
    const html = page(BOX).replaceAll('/topicmill-search/', `${below}/topicmill-search/`);
    const { url } = await builtSite(html, { url: published, below });
    const shown = await openPage(browser, url);
    await shown.evaluate("document.querySelector('topicmill-search').open('firing')");
    await expect.poll(() => shown.getByRole('option').first().getAttribute('href')).toBe(`${url}kiln/#firing`);
  });

  it('leads to the published site where the folder does not have the pages', async () => {
    const { url } = await builtSite(page(BOX), { url: 'https://docs.example.com/a/b/' });
    const { repo, url: other } = await builtSite(page(BOX), { url: 'https://docs.example.com/a/b/' });
    repo.remove('site/kiln/index.html');
    expect((await repo.run('search-index', '--out', 'site')).exitCode).toBe(0);
    for (const [address, expected] of [
      [url, `${url}kiln/`],
      [other, 'https://docs.example.com/a/b/kiln/'],
    ] as const) {
      const shown = await openPage(browser, address);
      await shown.evaluate("document.querySelector('topicmill-search').open('kiln')");
      await expect.poll(() => shown.getByRole('option').first().getAttribute('href')).toContain(expected);
    }
  });

  it('opens what the address asks for, puts a finished query into it, and is there again after Back', async () => {
    const { url } = await builtSite(page(BOX));
    const shown = await openPage(browser, `${url}?q=firing&theme=x`);
    const input = shown.getByRole('combobox', { name: 'Search' });
    await expect.poll(() => input.inputValue()).toBe('firing');
    await input.fill('kiln hot');
    await expect.poll(() => shown.url()).toBe(`${url}?q=kiln+hot&theme=x`);
    await shown.getByRole('option').first().waitFor();
    await shown.keyboard.press('Enter');
    await shown.waitForURL(`${url}kiln/**`);
    await shown.goBack();
    await expect.poll(() => input.inputValue()).toBe('kiln hot');
    await shown.keyboard.press('Escape');
    expect(shown.url()).toBe(`${url}?theme=x`);
    await shown.keyboard.press('Control+k');
    await input.fill('');
    await shown.getByRole('button', { name: 'kiln hot' }).waitFor();
  });

  it('is there again after Back to a page that the browser kept as it was left', async () => {
    const { url } = await builtSite(page(BOX));
    const shown = await openPage(browser, url);
    await shown.evaluate("document.addEventListener('topicmill-select', (event) => event.preventDefault())");
    await shown.keyboard.press('Control+k');
    await shown.keyboard.type('firing');
    await shown.getByRole('option').first().waitFor();
    await shown.keyboard.press('Enter');
    expect([await openBoxes(shown), shown.url()]).toEqual([0, `${url}?q=firing`]);
    // Chromium keeps no page that is worked by a program.
    await shown.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))");
    await expect.poll(() => openBoxes(shown)).toBe(1);
    expect(await shown.getByRole('combobox', { name: 'Search' }).inputValue()).toBe('firing');
  });

  it.each([
    ['keeps', '', ['firing']],
    ['forbids', "Object.defineProperty(window, 'localStorage', { get() { throw new Error('no'); } })", []],
  ])('offers what led somewhere where the browser %s it', async (_, script, expected) => {
    const { url } = await builtSite(page(BOX));
    const shown = await openPage(browser, 'about:blank');
    await shown.addInitScript(script);
    await shown.goto(url);
    await shown.evaluate("document.querySelector('topicmill-search').open('firing')");
    await shown.getByRole('option').first().waitFor();
    await shown.keyboard.press('Enter');
    await shown.waitForURL(`${url}kiln/#firing`);
    await shown.evaluate("document.querySelector('topicmill-search').open()");
    await shown.getByRole('button', { name: 'Close' }).waitFor();
    expect(await shown.locator('.recents button').allTextContents()).toEqual(expected);
  });

  it('shows where results will be while they are on their way', async () => {
    const { url } = await builtSite(page(BOX));
    const shown = await openPage(browser, url);
    let release = (): void => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await shown.route(/\.(json|bin)$/, async (route) => {
      await released;
      await route.continue();
    });
    await shown.evaluate("document.querySelector('topicmill-search').open('firing')");
    await shown.locator('.skeleton').first().waitFor();
    release();
    await shown.getByRole('option').first().waitFor();
    expect(await shown.locator('.skeleton').count()).toBe(0);
  });

  it('tells the page what was asked and chosen', async () => {
    const { url } = await builtSite(page(BOX));
    const shown = await openPage(browser, url);
    await shown.evaluate(`window.told = [];
      for (const type of ['topicmill-search', 'topicmill-select']) document.addEventListener(type, (event) => {
        if (type === 'topicmill-select') event.preventDefault();
        told.push({ type, ...event.detail });
      });`);
    await shown.keyboard.press('Control+k');
    await shown.keyboard.type('firing');
    await shown.locator('.passage mark').first().waitFor();
    await shown.keyboard.press('Enter');
    const told = await shown.evaluate('told');
    expect(told).toEqual([
      { type: 'topicmill-search', query: 'firing', count: expect.any(Number), milliseconds: expect.any(Number) },
      { type: 'topicmill-select', query: 'firing', rank: 1, url: `${url}kiln/#firing` },
    ]);
  });

  it('asks again after an error of the server', async () => {
    const { url, answer } = await builtSite(page(BOX));
    const shown = await faultyPage(browser, url);
    let failures = 2;
    const serve = answer.as;
    answer.as = (_, response) => {
      failures -= 1;
      response.writeHead(503).end();
      if (failures === 0) answer.as = serve;
    };
    await shown.evaluate("document.querySelector('topicmill-search').open('kiln')");
    await shown.getByRole('option').first().waitFor();
  });

  it('takes letters and Enter before its panel is there, which is loaded again when it was lost', async () => {
    const { url } = await builtSite(page(BOX));
    const shown = await faultyPage(browser, url);
    let askedCount = 0;
    await shown.route('**/topicmill-search-panel.js*', (route) =>
      askedCount++ === 0 ? route.abort() : route.continue(),
    );
    await shown.keyboard.press('Control+k');
    await shown.keyboard.type('night');
    await shown.keyboard.press('Enter');
    await shown.waitForURL(/kiln/);
    expect(askedCount).toBe(2);
  });

  it.each([
    ['before it has loaded what searches', '⚠ Offline'],
    ['later', 'You are offline.'],
  ])('says that it is offline, %s, and goes on by itself when the line is back', async (when, message) => {
    const { url } = await builtSite(page(BOX));
    const shown = await faultyPage(browser, url);
    if (when === 'later') {
      await shown.evaluate("document.querySelector('topicmill-search').open()");
      await shown.getByPlaceholder('Search the docs').waitFor();
    }
    await shown.context().setOffline(true);
    await shown.evaluate("document.querySelector('topicmill-search').open('night')");
    await shown.getByText(message).waitFor();
    await shown.context().setOffline(false);
    await shown.locator('.passage mark', { hasText: 'night' }).first().waitFor();
  });

  it('goes on after the site was deployed again', async () => {
    const { repo, url } = await builtSite(page(BOX));
    const shown = await faultyPage(browser, url);
    await shown.evaluate("document.querySelector('topicmill-search').open()");
    await shown.getByRole('combobox').fill('zzqxv');
    await shown.getByText('Nothing found').waitFor();
    repo.write('docs/kiln.md', KILN.replace('a night', 'a cold night'));
    expect((await repo.run('search-index', '--out', 'site')).exitCode).toBe(0);
    await shown.getByRole('combobox').fill('night');
    await shown.locator('.passage', { hasText: 'a cold night' }).first().waitFor();
  });

  it('speaks the language of the page, in its direction, with its font and colours, and passes axe', async () => {
    const arabic = page(
      `<style>body { font-family: serif; background: rgb(20, 20, 60); color: rgb(240, 240, 240) }</style>${BOX}`,
      'lang="ar" dir="rtl"',
    );
    const { url } = await builtSite(arabic, {
      files: { 'docs/ar.md': '# الفرن\n\nيسخن الفرن `kiln --hot` جدا.\n\n```sh\nkiln \\\n  --hot\n```\n' },
    });
    const shown = await openPage(browser, url);
    await shown.getByRole('button', { name: /^بحث/ }).click();
    await shown.getByRole('combobox', { name: 'بحث' }).fill('الفرن');
    await shown.getByText(/النتائج: \d+ من \d+/).waitFor();
    await shown.locator('.passage mark').first().waitFor();
    const looks = (await shown
      .locator('.title')
      .first()
      .evaluate((title) => {
        const { direction, fontFamily } = getComputedStyle(title);
        const dialog = getComputedStyle(title.closest('dialog')!);
        return { direction, fontFamily, background: dialog.backgroundColor };
      })) as Record<string, string>;
    expect(looks).toEqual({ direction: 'rtl', fontFamily: 'serif', background: 'rgb(20, 20, 60)' });
    const code = shown.locator('.passage code').first();
    expect(await code.evaluate((it) => [it.textContent, getComputedStyle(it).direction])).toEqual([
      'kiln \\\n  --hot',
      'ltr',
    ]);
    expect(await axeFindings(shown)).toEqual([]);
  });

  it('lists sections of a page once, shows more on demand, and says how many there are', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 30 }, (_, at) => [`docs/page-${at}.md`, `# Page ${at}\n\nClay number ${at}.\n`]),
    );
    const { url } = await builtSite(page(BOX), { files });
    const shown = await openPage(browser, url);
    await shown.evaluate("document.querySelector('topicmill-search').open('clay number')");
    await shown.getByText('Showing 12 of 24.').waitFor();
    await shown.getByRole('button', { name: 'More results' }).click();
    await shown.getByText('Showing 24 of 24.').waitFor();
    expect(await shown.getByRole('option').count()).toBe(24);
    expect(await shown.getByRole('button', { name: 'More results' }).isVisible()).toBe(false);
  });
});
