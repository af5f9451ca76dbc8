import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { chromiumPath, launchChromium, needsChromium } from '@topicmill/test-support/chromium';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { reference, sampleRepo } from '../docs-repo.js';
import { serveRepo } from '../serve-repo.js';
import { buildViewer, CONTEXT, openPage, PAGE_TIMEOUT, slowDown } from './viewed-docs.js';
import { watchAndServe } from './watch-process.js';

const EDIT_COUNT = 15;
const QUICK_EDITS = 50;
/** What a tab loads to show a topic after a change. */
const TOPIC_FILES = 6;
/** More than the six connections that a browser opens to one server. */
const TAB_COUNT = 12;

describe.runIf(chromiumPath !== undefined)(
  `docs that change, many tabs, slow lines and servers that end, ${needsChromium}`,
  () => {
    let browser: Browser;

    beforeAll(async () => {
      buildViewer();
      browser = await launchChromium();
    });

    afterAll(() => browser?.close());

    async function newContext(): Promise<BrowserContext> {
      const context = await browser.newContext(CONTEXT);
      context.setDefaultTimeout(PAGE_TIMEOUT);
      onTestFinished(() => context.close());
      return context;
    }

    async function open(url: string): Promise<Page> {
      const page = await (await newContext()).newPage();
      await page.goto(url);
      return page;
    }

    /** A page that shows a topic whole, and the paths that it asks for from then on. */
    async function openTea() {
      const repo = sampleRepo();
      await repo.build();
      const server = await serveRepo(repo);
      const page = await open(`${server.url}#/drinks/tea`);
      await page.locator('.neighbours a').first().waitFor();
      const requests: string[] = [];
      page.on('request', (request) => requests.push(new URL(request.url()).pathname));
      return { repo, server, page, requests };
    }

    it(`shows each of ${EDIT_COUNT} edits, keeps the scroll position, and lists what is wrong until it is mended`, async () => {
      const repo = sampleRepo();
      const url = await watchAndServe(repo.root);
      const page = await open(`${url}#/drinks/tea`);
      await page.getByRole('heading', { level: 1, name: 'Tea' }).waitFor();
      // The page is long enough only when its chunks are drawn too.
      await expect.poll(() => page.evaluate('scrollTo(0, 400), scrollY')).toBe(400);
      for (let at = 0; at < EDIT_COUNT; at++) {
        repo.write('docs/drinks/tea/golden-reference.md', reference(`Tea ${at}`, 'green leaves'));
        await page.getByRole('heading', { level: 1, name: `Tea ${at}`, exact: true }).waitFor();
      }
      expect(await page.evaluate('scrollY')).toBe(400);
      repo.write('docs/drinks/tea/golden-reference.md', '');
      await page.locator('.findings', { hasText: 'EMPTY_DOCUMENT' }).waitFor();
      repo.write('docs/drinks/tea/golden-reference.md', reference('Tea again', 'green leaves'));
      await page.getByRole('heading', { level: 1, name: 'Tea again' }).waitFor();
      await expect.poll(() => page.locator('.findings').count()).toBe(0);
      rmSync(join(repo.root, 'docs/drinks/tea/golden-reference.md'));
      await page.getByRole('heading', { name: 'There is no such topic' }).waitFor();
    });

    it('says that the server does not answer, keeps what it has, and comes back with what has changed', async () => {
      const repo = sampleRepo();
      await repo.build();
      const first = await serveRepo(repo);
      const page = await open(`${first.url}#/drinks/tea`);
      await page.getByRole('heading', { level: 1, name: 'Tea' }).waitFor();
      const searching = await open(`${first.url}#/?q=storing`);
      await searching.locator('.results li').first().waitFor();
      await first.close();
      await page.getByText('Offline: the server does not answer.').waitFor();
      expect(await page.getByRole('heading', { level: 1, name: 'Tea' }).isVisible()).toBe(true);
      await page.goto(`${first.url}#/drinks/coffee`);
      await page.getByRole('heading', { name: 'The server does not answer' }).waitFor();
      expect(await page.getByText('There is no such topic').count()).toBe(0);
      await searching.getByRole('searchbox').fill('whisking');
      await searching.getByText(/The search runs again|Nothing was found/).waitFor();
      expect(await searching.getByText('no search index').count()).toBe(0);

      repo.write('docs/drinks/coffee/golden-reference.md', reference('Mocha', 'whisking beans'));
      await repo.build();
      const second = await serveRepo(repo, { port: first.port });
      await page.getByRole('heading', { level: 1, name: 'Mocha' }).waitFor();
      expect(await page.getByText('Offline:').count()).toBe(0);
      await searching.locator('.results li', { hasText: 'Mocha' }).first().waitFor();
      repo.write('docs/drinks/coffee/golden-reference.md', reference('Espresso', 'roasted beans'));
      await repo.build();
      second.notifyChange(['drinks/coffee/index.json']);
      await page.getByRole('heading', { level: 1, name: 'Espresso' }).waitFor();
    });

    it('keeps the place over Escape, Back and the skip link, and marks the words of the query', async () => {
      const repo = sampleRepo();
      await repo.build();
      const server = await serveRepo(repo);
      const page = await open(`${server.url}#/drinks/tea`);
      await page.getByRole('heading', { level: 1, name: 'Tea' }).waitFor();
      await page.evaluate('scrollTo(0, 900)');
      const scrolled = () => page.evaluate<number>('scrollY');
      await expect.poll(scrolled).toBe(900);
      await page.keyboard.press('/');
      await page.keyboard.type('storing beans');
      await page.locator('.results li').first().waitFor();
      await page.keyboard.press('Escape');
      await expect.poll(scrolled).toBe(900);
      expect(page.url()).toBe(`${server.url}#/drinks/tea`);
      await page.keyboard.press('/');
      await page.keyboard.type('storing beans');
      await page.locator('.results a', { hasText: 'Coffee' }).first().click();
      await page.locator('section.chunk.selected').waitFor();
      await expect.poll(() => page.evaluate("CSS.highlights.get('query')?.size > 20")).toBe(true);
      await page.goBack();
      await page.locator('.results li').first().waitFor();
      expect(await page.getByRole('searchbox').inputValue()).toBe('storing beans');
      await page.goBack();
      await page.getByRole('heading', { level: 1, name: 'Tea' }).waitFor();
      await expect.poll(scrolled).toBe(900);
      const address = page.url();
      await page.locator('.skip').focus();
      await page.keyboard.press('Enter');
      expect(page.url()).toBe(address);
      expect(await page.evaluate('document.activeElement.id')).toBe('main');
    });

    it('goes back to the place at which a page was left before the browser reported the scrolling', async () => {
      const repo = sampleRepo();
      await repo.build();
      const server = await serveRepo(repo);
      const page = await open(`${server.url}#/drinks/tea`);
      await page.getByRole('heading', { level: 1, name: 'Tea' }).waitFor();
      await expect.poll(() => page.evaluate('scrollTo(0, 400), scrollY')).toBe(400);
      await page.evaluate(`scrollTo(0, 300); document.querySelector('a[href="#/drinks/coffee"]').click()`);
      await page.getByRole('heading', { level: 1, name: 'Coffee' }).waitFor();
      await page.goBack();
      await page.getByRole('heading', { level: 1, name: 'Tea' }).waitFor();
      await expect.poll(() => page.evaluate('scrollY')).toBe(300);
    });

    it('shows nothing for an empty query, and no results of another one', async () => {
      const repo = sampleRepo();
      await repo.build();
      const server = await serveRepo(repo);
      const page = await open(`${server.url}#/?q=`);
      await page.getByText('Type what you look for').waitFor();
      const answer = await fetch(`${server.url}_topicmill/query-vector?text=`);
      expect([answer.status, await answer.json()]).toMatchObject([200, { vector: null }]);
      await page.getByRole('searchbox').fill('storing');
      await page.locator('.results li').first().waitFor();
      await page.route('**/_topicmill/search?**', (route) => setTimeout(() => void route.continue(), 1500));
      await page.getByRole('searchbox').fill('roasted beans');
      await page.locator('.skeleton').waitFor();
      expect(await page.locator('.results li').count()).toBe(0);
      await page.locator('.results li', { hasText: 'Coffee' }).first().waitFor();
      await page.getByRole('searchbox').fill('zzxqv');
      await page.getByText('Nothing was found for “zzxqv”').waitFor();
      expect(await page.locator('.results li').first().isVisible()).toBe(false);
      for (const score of await page.locator('.score').allTextContents()) expect(score).toBe('0 of 1 word');
    });

    it('searches by the server also where a search is the first that is asked', async () => {
      const repo = sampleRepo();
      await repo.build();
      const server = await serveRepo(repo);
      const page = await openPage(browser, 'about:blank');
      const asked: string[] = [];
      page.on('request', (request) => asked.push(new URL(request.url()).pathname));
      await page.route('**/index.json', (route) => setTimeout(() => void route.continue(), 1500));
      await page.goto(`${server.url}#/?q=storing`);
      await page.locator('.results li').first().waitFor();
      server.notifyChange(['drinks/tea/golden-reference.md']);
      await expect.poll(() => asked.filter((path) => path === '/_topicmill/search')).toHaveLength(2);
      expect(asked.filter((path) => path.startsWith('/_search/'))).toEqual([]);
    });

    it(`shows an edit in ${TAB_COUNT} tabs, which share one connection and stay usable`, async () => {
      const repo = sampleRepo();
      await repo.build();
      const server = await serveRepo(repo);
      const context = await newContext();
      let streamCount = 0;
      context.on('request', (request) => {
        if (request.url().endsWith('/events')) streamCount += 1;
      });
      const pages: Page[] = [];
      for (let at = 0; at < TAB_COUNT; at++) {
        const page = await context.newPage();
        await page.goto(`${server.url}#/drinks/tea`);
        await page.getByRole('heading', { level: 1, name: 'Tea' }).waitFor();
        pages.push(page);
      }
      const edit = async (title: string) => {
        repo.write('docs/drinks/tea/golden-reference.md', reference(title, 'green leaves'));
        await repo.build();
        server.notifyChange(['drinks/tea/index.json']);
      };
      await edit('White tea');
      for (const page of pages) await page.getByRole('heading', { level: 1, name: 'White tea' }).waitFor();
      expect(streamCount).toBe(1);
      // The tab that is connected goes, and another takes its place.
      await pages.shift()!.close();
      await expect.poll(() => streamCount).toBe(2);
      await edit('Black tea');
      for (const page of pages) await page.getByRole('heading', { level: 1, name: 'Black tea' }).waitFor();
      await pages.at(-1)!.goto(`${server.url}#/drinks/coffee`);
      await pages.at(-1)!.getByRole('heading', { level: 1, name: 'Coffee' }).waitFor();
    });

    it(`shows ${TAB_COUNT} tabs the last of ${QUICK_EDITS} quick edits, with a fetch for all of them`, async () => {
      const repo = sampleRepo();
      await repo.build();
      const server = await serveRepo(repo);
      const context = await newContext();
      const pages: Page[] = [];
      for (let at = 0; at < TAB_COUNT; at++) {
        const page = await context.newPage();
        await page.goto(`${server.url}#/drinks/tea`);
        await page.getByRole('heading', { level: 1, name: 'Tea' }).waitFor();
        pages.push(page);
      }
      let requestCount = 0;
      context.on('request', () => {
        requestCount += 1;
      });
      for (let at = 1; at <= QUICK_EDITS; at++) {
        repo.write('docs/drinks/tea/golden-reference.md', reference(`Tea ${at}`, 'green leaves'));
        await repo.build();
        server.notifyChange(['drinks/tea/index.json']);
      }
      const name = `Tea ${QUICK_EDITS}`;
      await Promise.all(pages.map((page) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor()));
      // However long a machine takes for each edit, no file is fetched twice after it.
      expect(requestCount).toBeLessThanOrEqual(TOPIC_FILES * QUICK_EDITS);
    });

    it('reads again what a change names and nothing else, and keeps the chunks that show the same', async () => {
      const { repo, server, page, requests } = await openTea();
      await page.evaluate(() => {
        for (const prose of document.querySelectorAll('section.chunk .prose > *')) prose.setAttribute('data-kept', '');
      });
      const shownAs = async (title: string, paths: readonly string[]) => {
        repo.write('docs/drinks/tea/golden-reference.md', reference(title, 'green leaves'));
        await repo.build();
        server.notifyChange(paths);
        await page.getByText('Updated:').waitFor();
      };

      server.notifyChange(['drinks/coffee/index.json', 'drinks/coffee/_chunks/golden-reference-0.md']);
      await page.getByText('Updated: 2 files').waitFor();
      await expect.poll(() => requests.filter((path) => path.startsWith('/drinks/coffee/'))).not.toEqual([]);
      expect(requests.filter((path) => !path.startsWith('/drinks/coffee/'))).toEqual([]);

      await shownAs('White tea', ['drinks/tea/_chunks/golden-reference-0.md', 'drinks/tea/index.json']);
      await page.getByRole('heading', { level: 1, name: 'White tea' }).waitFor();
      const chunkCount = await page.locator('section.chunk').count();
      expect(await page.locator('section.chunk', { has: page.locator('[data-kept]') }).count()).toBe(chunkCount - 1);
      expect(requests.filter((path) => /^\/(?:index|related)\.json$/.test(path))).toEqual([]);
    });

    it('shows the text of a save before it is built, each chunk with what was written in it', async () => {
      const { repo, server, page, requests } = await openTea();
      const source = 'drinks/tea/golden-reference.md';
      const save = (text: string) => {
        repo.write(`docs/${source}`, text);
        server.notifyChange([source]);
      };
      const text = reference('White tea', 'green leaves');
      const chunkTexts = () => page.locator('section.chunk .prose').allTextContents();
      const last = (await chunkTexts()).at(-1)!;
      save(`${text}\n## Tasting\n\nSlowly.\n`);
      await page.getByRole('heading', { level: 1, name: 'White tea' }).waitFor();
      expect((await chunkTexts()).at(-1)).toContain(last.trim());
      expect((await chunkTexts()).at(-1)).toContain('Slowly.');
      expect(requests.sort()).toEqual([`/${source}`, '/drinks/tea/qa-pairs.md']);

      // An editor empties a file, and writes it then.
      save('');
      await expect.poll(() => requests.length).toBe(4);
      expect((await chunkTexts()).at(-1)).toContain('Slowly.');
      save(text);
      await expect.poll(async () => (await chunkTexts()).at(-1)).toBe(last);
      await repo.build();
      server.notifyChange(['drinks/tea/index.json', source]);
      await expect.poll(() => requests).toContain('/drinks/tea/index.json');
      expect((await chunkTexts()).at(-1)).toBe(last);
    });

    it('loads nothing in a tab that nobody sees until it is shown', async () => {
      const repo = sampleRepo();
      await repo.build();
      const server = await serveRepo(repo);
      const context = await newContext();
      const [seen, hidden] = [await context.newPage(), await context.newPage()];
      for (const page of [seen, hidden]) {
        await page.goto(`${server.url}#/drinks/tea`);
        await page.locator('.neighbours a').first().waitFor();
      }
      const requests: string[] = [];
      hidden.on('request', (request) => requests.push(request.url()));
      const setHidden = (isHidden: boolean) =>
        hidden.evaluate((value) => {
          Object.defineProperty(document, 'hidden', { value, configurable: true });
          document.dispatchEvent(new Event('visibilitychange'));
        }, isHidden);
      await setHidden(true);
      for (const title of ['White tea', 'Black tea']) {
        repo.write('docs/drinks/tea/golden-reference.md', reference(title, 'green leaves'));
        server.notifyChange(['drinks/tea/golden-reference.md']);
        await seen.getByRole('heading', { level: 1, name: title }).waitFor();
      }
      expect(await hidden.getByRole('heading', { level: 1, name: 'Tea', exact: true }).isVisible()).toBe(true);
      await setHidden(false);
      await hidden.getByRole('heading', { level: 1, name: 'Black tea' }).waitFor();
      // The other tab has fetched them.
      expect(requests).toEqual([]);
    });

    it('shows an edit before it has read the questions of the chunks, which take as long as the text', async () => {
      const repo = sampleRepo();
      await repo.build();
      const server = await serveRepo(repo);
      const page = await open(`${server.url}#/drinks/tea?view=questions`);
      await page.getByText('How is tea brewed?').waitFor();
      const held: (() => void)[] = [];
      await page.route('**/topic-spec.md', (route) => void held.push(() => void route.continue()));
      repo.write('docs/drinks/tea/golden-reference.md', reference('White tea', 'green leaves'));
      await repo.build();
      server.notifyChange(['drinks/tea/index.json']);
      await page.getByRole('heading', { level: 1, name: 'White tea' }).waitFor();
      await expect.poll(() => held.length).toBe(1);
      expect(await page.getByText('How is tea brewed?').count()).toBeGreaterThan(0);
      held[0]!();
    });

    it('shows where something will be while a line of 50 kB/s loads it', async () => {
      const repo = sampleRepo();
      await repo.build();
      const server = await serveRepo(repo);
      const page = await openPage(browser, 'about:blank');
      await slowDown(page);
      await page.goto(`${server.url}#/drinks/tea`);
      await page.locator('main .skeleton').waitFor();
      await page.getByRole('heading', { level: 1, name: 'Tea' }).waitFor();
      expect(await page.locator('main .skeleton').count()).toBe(0);
      await page.getByRole('searchbox').fill('storing');
      await page.locator('.results li').first().waitFor();
    });
  },
);
