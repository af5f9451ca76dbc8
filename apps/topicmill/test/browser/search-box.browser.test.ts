import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { chromiumPath, launchChromium, needsChromium } from '@topicmill/test-support/chromium';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { DocsRepo, reference, sampleRepo } from '../docs-repo.js';
import { axeFindings } from './axe.js';
import { staticServer } from './static-server.js';
import { buildViewer, openPage, slowDown } from './viewed-docs.js';

const POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:";
const PAGE = `<!doctype html><html lang="en"><head><title>Site</title><meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<link rel="icon" href="data:,"><script src="/topicmill-search/topicmill-search.js" defer></script></head>
<body><main><h1>Site</h1><topicmill-search></topicmill-search></main></body></html>`;

async function site(): Promise<{ repo: DocsRepo; url: string; requests: string[] }> {
  const repo = sampleRepo({ 'docs/drinks/cocoa/golden-reference.md': reference('Cocoa', 'configuration of milk') });
  for (const path of ['index.html', 'drinks/cocoa/index.html', 'drinks/tea/index.html'])
    repo.write(`site/${path}`, PAGE);
  const { exitCode, out, err } = await repo.run('search-index', '--out', 'site');
  expect([exitCode, err]).toEqual([0, '']);
  expect(out).toContain('<topicmill-search></topicmill-search>');
  const requests: string[] = [];
  return { repo, url: await hosted(repo, requests), requests };
}

/** Serves a built site until the test ends; returns its address. */
async function hosted(repo: DocsRepo, requests: string[] = []): Promise<string> {
  const serve = staticServer(join(repo.root, 'site'));
  const host = createServer((request, response) => {
    requests.push(request.url!);
    if (request.url!.endsWith('/')) request.url += 'index.html';
    serve(request, response);
  });
  await new Promise<void>((listening) => host.listen(0, '127.0.0.1', listening));
  onTestFinished(() => {
    host.close();
    host.closeAllConnections();
  });
  return `http://127.0.0.1:${(host.address() as AddressInfo).port}/`;
}

describe('search-index --out', () => {
  beforeAll(() => buildViewer());

  it('builds the topics, writes one folder, and again only what has changed', async () => {
    const repo = sampleRepo();
    mkdirSync(join(repo.root, 'site'));
    expect(await repo.run('search-index', '--out', 'site', '--dry-run')).toMatchObject({ exitCode: 0 });
    expect(repo.has('site/topicmill-search')).toBe(false);
    const run = async () =>
      JSON.parse((await repo.run('search-index', '--out', 'site', '--json')).out) as Record<string, number>;
    const first = await run();
    expect(first).toMatchObject({ topicCount: 3, writtenCount: first['fileCount'], removedCount: 0 });
    expect(readdirSync(join(repo.root, 'site/topicmill-search'))).toHaveLength(first['fileCount']!);
    expect(await run()).toMatchObject({ writtenCount: 0, removedCount: 0 });
    repo.write('docs/bread/golden-reference.md', '# Rye bread\n\nRye and water.\n');
    const changed = await run();
    expect(changed['removedCount']).toBeGreaterThan(0);
    expect(readdirSync(join(repo.root, 'site/topicmill-search'))).toHaveLength(changed['fileCount']!);
    expect(readFileSync(join(repo.root, 'site/topicmill-search/topicmill-search.js'), 'utf8')).toContain(
      'topicmill-search',
    );
  });

  it('needs a folder', async () => {
    const { exitCode, err } = await sampleRepo().run('search-index', '--out', 'nothing');
    expect([exitCode, err]).toEqual([2, expect.stringContaining('INVALID_OPTION')]);
  });
});

describe.runIf(chromiumPath !== undefined)(`the search box, ${needsChromium}`, () => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await launchChromium();
  });

  afterAll(() => browser?.close());

  const open = (url: string, options?: BrowserContextOptions): Promise<Page> => openPage(browser, url, options);
  const isOpen = (page: Page) =>
    page.locator('topicmill-search dialog').evaluate((it) => (it as HTMLDialogElement).open);

  it('finds while somebody types, by keys alone, and goes to the page, under a strict policy', async () => {
    const { url, requests } = await site();
    const page = await open(url);
    await page.keyboard.press('Control+k');
    expect(await isOpen(page)).toBe(true);
    await page.keyboard.type('confi');
    const options = page.getByRole('option');
    await options.first().waitFor();
    await page.locator('.passage mark', { hasText: 'configuration' }).first().waitFor();
    expect(await page.getByRole('group').first().textContent()).toContain('Cocoa');
    const input = page.getByRole('combobox', { name: 'Search' });
    expect(await input.getAttribute('aria-activedescendant')).toBe('option-0');
    await page.keyboard.press('ArrowDown');
    expect(await input.getAttribute('aria-activedescendant')).toBe('option-1');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Escape');
    expect(await isOpen(page)).toBe(false);
    await page.getByRole('button', { name: /^Search/ }).click();
    await input.fill('cofniguration');
    await page.getByText('Results for configuration.').waitFor();
    await input.fill('zzqxv');
    await page.getByText('Nothing found for “zzqxv”.').waitFor();
    expect(await options.count()).toBe(0);
    await input.fill('green leaves');
    await page.locator('.page', { hasText: 'Tea' }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(`${url}drinks/tea/`);
    expect(requests.filter((each) => each.includes('/topicmill-search/')).length).toBeLessThan(14);
  });

  it('needs seven requests for its first result, and one or two for the next, on a line of 50 kB/s', async () => {
    const { url, requests } = await site();
    const page = await open('about:blank');
    await slowDown(page);
    const countOf = () => requests.filter((each) => each.includes('/topicmill-search/')).length;
    await page.goto(url);
    expect(countOf()).toBe(1);
    await page.keyboard.press('Control+k');
    await page.keyboard.type('configuration');
    await page.locator('.passage mark', { hasText: 'configuration' }).first().waitFor();
    expect(countOf()).toBeLessThanOrEqual(7);
    const before = countOf();
    await page.getByRole('combobox').fill('green leaves');
    await page.locator('.page', { hasText: 'Tea' }).waitFor();
    expect(countOf() - before).toBeLessThanOrEqual(2);
  });

  it('costs a page that nobody searches on a script of 16 kB', async () => {
    const { repo, url, requests } = await site();
    const page = await open(url);
    await page.waitForLoadState('networkidle');
    expect(requests.filter((each) => each.includes('/topicmill-search/'))).toEqual([
      '/topicmill-search/topicmill-search.js',
    ]);
    expect(readFileSync(join(repo.root, 'site/topicmill-search/topicmill-search.js')).length).toBeLessThan(16_000);
  });

  it('loads nothing for letters that titles have, and keeps what is selected while it looks into the texts', async () => {
    const { url, requests } = await site();
    const page = await open(url);
    await page.keyboard.press('Control+k');
    const input = page.getByRole('combobox');
    await input.fill('zzqxv');
    await page.getByText('Nothing found').waitFor();
    const loaded = () => requests.filter((each) => each.includes('/topicmill-search/')).length;
    const before = loaded();
    // Letters in one task leave no pause.
    await input.evaluate((field: HTMLInputElement) => {
      for (const value of ['s', 'st', 'sto', 'stor', 'storing']) {
        field.value = value;
        field.dispatchEvent(new Event('input'));
      }
    });
    await page
      .getByRole('option', { name: /Storing/ })
      .first()
      .waitFor();
    await page.keyboard.press('ArrowDown');
    const selected = page.getByRole('option', { selected: true });
    const chosen = await selected.getAttribute('href');
    await page.locator('.passage mark').first().waitFor();
    expect(await selected.getAttribute('href')).toBe(chosen);
    expect(loaded() - before).toBeLessThanOrEqual(2);
  });

  it('goes by Enter to what was typed last, though there are no results of it yet', async () => {
    const { url } = await site();
    const page = await open(url);
    await page.keyboard.press('Control+k');
    await page.keyboard.type('confi');
    await page.getByRole('option').first().waitFor();
    await page.getByRole('combobox').fill('green leaves');
    await page.keyboard.press('Enter');
    await page.waitForURL(`${url}drinks/tea/`);
  });

  it('finds a word that the docs do not contain by one that the thesaurus has for it', async () => {
    const { url } = await site();
    const page = await open(url);
    await page.evaluate("document.querySelector('topicmill-search').open('customize')");
    await page
      .getByText(/Not in these docs: customize\. Also found by .*configuration.* \(for “customize”\)\./)
      .waitFor();
    expect(await page.locator('.page').allTextContents()).toContain('Cocoa');
  });

  it('says of no unfinished name that the docs do not contain its last part', async () => {
    const { url } = await site();
    const page = await open(url);
    const finished = page.evaluate("new Promise((done) => addEventListener('topicmill-search', done, { once: true }))");
    await page.evaluate("document.querySelector('topicmill-search').open('green-zzq')");
    await page.getByRole('option').first().waitFor();
    await finished;
    expect(await page.getByRole('status').textContent()).not.toContain('zzq');
  });

  it('finds what docs call an everyday phrase, marks it and says so, in one order from the first search on', async () => {
    const { repo, url } = await site();
    repo.write('docs/hosting/golden-reference.md', reference('Hosting', 'deploy with one command'));
    expect((await repo.run('search-index', '--out', 'site')).exitCode).toBe(0);
    const page = await open(url);
    await page.evaluate("document.querySelector('topicmill-search').open('put online with leaves')");
    await page.getByText(/Also found by .*deploy.* \(for “put online”\)/).waitFor();
    await page.locator('.passage mark', { hasText: 'deploy' }).first().waitFor();
    const pages = await page.locator('.page').allTextContents();
    expect(pages).toContain('Hosting');
    const input = page.getByRole('combobox');
    await input.fill('zzqxv');
    await page.getByText('Nothing found for “zzqxv”.').waitFor();
    await input.fill('put online with leaves');
    await expect.poll(() => page.locator('.page').allTextContents()).toEqual(pages);
  });

  describe('once a question is finished', () => {
    const QUESTION = 'old links no longer work for visitors';

    /** Words of the question are in one page, what docs call its subject in the other. */
    async function movedSite({ withoutRefinement = false } = {}) {
      const repo = sampleRepo({
        'docs/drinks/cocoa/golden-reference.md': reference('Cocoa', 'old milk'),
        'docs/drinks/tea/golden-reference.md': reference('Tea', 'redirects of addresses'),
      });
      repo.write('site/index.html', PAGE);
      await repo.run('search-index', '--out', 'site');
      const folder = join(repo.root, 'site/topicmill-search');
      const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Record<string, unknown>;
      const { refinement } = manifest as { refinement: string };
      if (withoutRefinement)
        repo.write('site/topicmill-search/manifest.json', JSON.stringify({ ...manifest, refinement: undefined }));
      const requests: string[] = [];
      return { url: await hosted(repo, requests), requests, refinement };
    }

    async function ask(url: string, options?: BrowserContextOptions): Promise<Page> {
      const page = await open(url, options);
      // Chromium does not log what of WebAssembly a policy forbids, as Firefox does.
      await page.evaluate(`addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
        console.error(violatedDirective + ' forbids ' + blockedURI))`);
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox').fill(QUESTION);
      await page.getByRole('option').first().waitFor();
      return page;
    }

    const pagesIn = (page: Page) => page.locator('.page').allTextContents();
    const finished = (page: Page) =>
      page.evaluate("new Promise((done) => addEventListener('topicmill-search', done, { once: true }))");

    it('finds by its meaning, too, and says the number of results once', async () => {
      const { url, requests, refinement } = await movedSite();
      const page = await ask(url);
      expect(await pagesIn(page)).toEqual(['Cocoa']);
      await page.locator('.passage mark').first().waitFor();
      expect(requests.filter((each) => each.includes(refinement))).toEqual([]);
      await page.evaluate(`globalThis.said = []; new MutationObserver(() =>
        said.push(document.querySelector('topicmill-search').shadowRoot.querySelector('.status').textContent)
      ).observe(document.querySelector('topicmill-search').shadowRoot.querySelector('.status'), { childList: true })`);
      await page.locator('.page', { hasText: 'Tea' }).waitFor();
      await page
        .locator('.passage mark', { hasText: /redirect/i })
        .first()
        .waitFor();
      const said = (await page.evaluate('said')) as string[];
      expect(said).toEqual([...new Set(said)]);
    });

    it('leaves a reader alone who has begun to choose', async () => {
      const { url, requests, refinement } = await movedSite();
      const page = await ask(url);
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowUp');
      await finished(page);
      await page.waitForLoadState('networkidle');
      expect(requests.filter((each) => each.includes(refinement))).toEqual([]);
      expect(await pagesIn(page)).toEqual(['Cocoa']);
    });

    it('keeps the answer by words where what it takes is not published, cannot be loaded, or is not wanted', async () => {
      const { url: oldUrl } = await movedSite({ withoutRefinement: true });
      const { url, refinement } = await movedSite();
      for (const [address, prepare] of [
        [oldUrl, undefined],
        [url, (page: Page) => page.route(`**/${refinement}`, (route) => route.fulfill({ status: 503 }))],
        [
          url,
          (page: Page) =>
            page.addInitScript("Object.defineProperty(navigator, 'connection', { value: { saveData: true } })"),
        ],
      ] as const) {
        // A page of `open` fails where a request does.
        const page = await browser.newPage();
        onTestFinished(() => page.close());
        await prepare?.(page);
        await page.goto(address);
        await page.keyboard.press('Control+k');
        await page.getByRole('combobox').fill(QUESTION);
        await page.getByRole('option').first().waitFor();
        await finished(page);
        await page.waitForLoadState('networkidle');
        expect([address, await pagesIn(page)]).toEqual([address, ['Cocoa']]);
        expect(await page.getByRole('status').textContent()).not.toContain('failed');
      }
    });
  });

  it('keeps to a section, and shows results in the way of a page', async () => {
    const { repo, url } = await site();
    repo.write('docs/cakes/tart/golden-reference.md', reference('Tart', 'green plums'));
    await repo.run('search-index', '--out', 'site');
    const page = await open(url);
    await page.evaluate("document.querySelector('topicmill-search').open('green')");
    await page.getByLabel('Section', { exact: true }).selectOption('cakes');
    await expect.poll(() => page.locator('.page').allTextContents()).toEqual(['Tart']);
    const found = await page.evaluate(
      "topicmillSearch.openIndex('/topicmill-search/').then((index) => index.search('plums')).then((r) => JSON.parse(JSON.stringify(r)))",
    );
    expect(found).toMatchObject({ query: 'plums', pages: [{ id: 'cakes/tart', title: 'Tart' }] });
    const detail = await page.evaluate(`new Promise((resolve) => {
      const box = document.querySelector('topicmill-search');
      box.addEventListener('topicmill-select', (event) => { event.preventDefault(); resolve(event.detail.url); });
      box.shadowRoot.querySelector('a').click();
    })`);
    expect(detail).toBe(`${url}cakes/tart/`);
    expect(page.url()).toBe(`${url}?q=green`);
  });

  it('keeps to the current version and the first language until others are chosen', async () => {
    const root = (name: string, docsRoot: string, more: string): string =>
      `  - { name: ${name}, docsRoot: ${docsRoot}, ${more}, site: { generator: none, url: /${name}/ } }\n`;
    const repo = new DocsRepo({
      'topicmill.yaml': `sources: pages\nroots:\n${root('v2', 'docs', "version: '2', isCurrent: true, locale: en")}${root('v1', 'old', "version: '1', locale: en")}${root('fr', 'fr', "version: '2', locale: fr")}`,
      'docs/use/firing.md': '# Firing\n\nThe kiln gets hot.\n',
      'old/use/firing.md': '# Firing with wood\n\nThe kiln gets hot.\n',
      'fr/use/cuisson.md': '# Cuisson\n\nLe kiln chauffe.\n',
      'site/index.html': PAGE,
    });
    expect((await repo.run('search-index', '--out', 'site')).exitCode).toBe(0);
    const page = await open(await hosted(repo));
    const pages = () => page.locator('.page').allTextContents();
    await page.evaluate("document.querySelector('topicmill-search').open('kiln')");
    await expect.poll(pages).toEqual(['Firing (2)']);
    await page.getByLabel('Version', { exact: true }).selectOption('1');
    await expect.poll(pages).toEqual(['Firing with wood (1)']);
    await page.getByLabel('Version', { exact: true }).selectOption('Version: All');
    await expect.poll(async () => (await pages()).length).toBe(2);
    await page.getByLabel('Language', { exact: true }).selectOption('fr');
    await expect.poll(pages).toEqual(['Cuisson (2)']);
  });

  it('says when there is no index', async () => {
    const { repo, url } = await site();
    repo.remove('site/topicmill-search/manifest.json');
    const context = await browser.newContext();
    onTestFinished(() => context.close());
    const page = await context.newPage();
    await page.goto(url);
    await page.evaluate("document.querySelector('topicmill-search').open('tea')");
    await page.getByText('Search does not work now').waitFor();
  });

  it('is as light or dark as the page is when it is opened, whatever the system prefers', async () => {
    const { url } = await site();
    const page = await open(url, { colorScheme: 'dark' });
    const button = page.getByRole('button', { name: /^Search/ });
    const dialog = page.getByRole('dialog');
    const isDark = async (change = ''): Promise<boolean> => {
      await page.evaluate(change);
      await button.click();
      await dialog.locator('.close').waitFor();
      const colour = await dialog.evaluate((it) => it.ownerDocument.defaultView!.getComputedStyle(it).backgroundColor);
      await dialog.locator('.close').click();
      return !colour.includes('255, 255, 255');
    };
    expect(await isDark()).toBe(false);
    expect(await isDark("document.body.style.backgroundColor = '#111'")).toBe(true);
    expect(await isDark("document.documentElement.style.colorScheme = 'light'")).toBe(false);
    expect(await isDark("document.documentElement.style.colorScheme = 'dark'")).toBe(true);
    expect(await isDark("document.querySelector('topicmill-search').setAttribute('theme', 'light')")).toBe(false);
  });

  it('has a button in the text colour of its place, also after that has changed', async () => {
    const { url } = await site();
    const page = await open(url);
    const button = page.getByRole('button', { name: /^Search/ });
    const colour = (): Promise<string> =>
      button.evaluate((it) => it.ownerDocument.defaultView!.getComputedStyle(it).color);
    for (const placed of ['rgb(20, 40, 60)', 'rgb(250, 240, 230)']) {
      await page.evaluate(`document.querySelector('topicmill-search').parentElement.style.color = '${placed}'`);
      expect(await colour()).toBe(placed);
    }
  });

  it.each([
    [320, 'light', {}],
    [390, 'dark', {}],
    [1440, 'dark', {}],
    [1440, 'light', { forcedColors: 'active' }],
    // A window of 1280 px in which everything is twice as large.
    [640, 'light', { deviceScaleFactor: 2 }],
  ] as const)('fits %i px, %s, and axe, %j', async (width, colorScheme, more) => {
    const { url } = await site();
    const page = await open(url, { viewport: { width, height: 700 }, colorScheme, reducedMotion: 'reduce', ...more });
    await page.evaluate(`document.documentElement.style.colorScheme = '${colorScheme}'`);
    await page.getByRole('button', { name: /^Search/ }).click();
    await page.getByRole('combobox').fill('green');
    await page.locator('.passage mark').first().waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
    expect(await axeFindings(page)).toEqual([]);
    if (process.env['SCREENSHOTS'] !== undefined) {
      await page.screenshot({ path: join(process.env['SCREENSHOTS'], `search-${width}-${colorScheme}.png`) });
    }
  });
});
