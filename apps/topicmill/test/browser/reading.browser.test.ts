import { chromiumPath, launchChromium, needsChromium } from '@topicmill/test-support/chromium';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DocsRepo, reference, sampleRepo } from '../docs-repo.js';
import { serveRepo } from '../serve-repo.js';
import { buildViewer, openPage } from './viewed-docs.js';

const CODE = '```ts\nconst leaf: string = `<b>green</b>`; // storing\n```\n\n```zzz\nplain <i>text</i>\n```\n';
const TABLE = '| Leaf | Minutes |\n| - | -: |\n| Sencha | 2 |\n| Assam | 10 |\n| [Gyokuro](#making) | 1.5 |\n';
const CLIPBOARD = { permissions: ['clipboard-read', 'clipboard-write'] };

describe.runIf(chromiumPath !== undefined)(`reading and copying, ${needsChromium}`, () => {
  let browser: Browser;
  let repo: DocsRepo;
  let removeRepo: () => void;

  beforeAll(async () => {
    buildViewer();
    const text = `${reference('Tea', 'green leaves')}\n## Code\n\n${CODE}\n${TABLE}`;
    repo = sampleRepo({ 'docs/drinks/tea/golden-reference.md': text }, (remove) => {
      removeRepo = remove;
    });
    await repo.build();
    browser = await launchChromium();
  });

  afterAll(async () => {
    await browser?.close();
    removeRepo();
  });

  async function open(path: string, options = {}) {
    const server = await serveRepo(repo);
    return { page: await openPage(browser, `${server.url}#/${path}`, options), url: server.url };
  }

  it('colours code by its language, changes no character of it, and marks words in it all the same', async () => {
    const { page } = await open('drinks/tea');
    const typescript = page.locator('code.language-ts');
    await typescript.locator('.hljs-keyword').waitFor();
    expect(await typescript.textContent()).toBe('const leaf: string = `<b>green</b>`; // storing\n');
    expect(await typescript.locator('b').count()).toBe(0);
    expect(await page.locator('code.language-zzz').innerHTML()).toBe('plain &lt;i&gt;text&lt;/i&gt;\n');
    const colour = (selector: string) => typescript.locator(selector).evaluate((it) => getComputedStyle(it).color);
    expect(await colour('.hljs-keyword')).not.toBe(await colour('.hljs-comment'));
    await page
      .getByRole('button', { name: /^storing/ })
      .first()
      .click();
    await expect
      .poll(() =>
        page.evaluate(
          "[...(CSS.highlights.get('keyword') ?? [])].some((range) => range.startContainer.parentElement?.closest('code'))",
        ),
      )
      .toBe(true);
  });

  it('shows a phone the text on its first screen', async () => {
    const { page } = await open('drinks/tea', { viewport: { width: 390, height: 800 } });
    const text = page.locator('section.chunk p').first();
    await text.waitFor();
    expect((await text.boundingBox())!.y).toBeLessThan(600);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
  });

  it('prints the text of a topic without panels and buttons', async () => {
    const { page } = await open('drinks/tea');
    await page.locator('section.chunk').first().waitFor();
    await page.emulateMedia({ media: 'print' });
    for (const panel of ['.bar', '.tree', '.side', '.views', '.keywords', '.neighbours'])
      expect(await page.locator(panel).first().isVisible(), panel).toBe(false);
    expect(await page.locator('section.chunk').last().isVisible()).toBe(true);
    const pdf = (await page.pdf()).toString('latin1');
    expect(pdf).toMatch(/\/Count [1-9]/);
  });

  it('tells with the colours of the system what is chosen, and how long chunks are', async () => {
    const { page } = await open('?q=storing', { forcedColors: 'active' });
    await page.locator('.results li').first().waitFor();
    const background = (selector: string, pseudo = '') =>
      page
        .locator(selector)
        .first()
        .evaluate((it, part) => getComputedStyle(it, part || undefined).backgroundColor, pseudo);
    const chosen = await background('.segments :checked + span');
    expect(chosen).not.toBe(await background('.segments :not(:checked) + span'));
    expect(await background('.score', '::after')).not.toBe(await background('body'));
    await page.goto(page.url().replace(/#.*/, '#/drinks/tea?view=chunks'));
    await page.locator('.bar-figure').first().waitFor();
    expect(await background('.bar-figure', '::after')).not.toBe(await background('body'));
    expect(await background('.views [aria-current]')).not.toBe(await background('.views a:not([aria-current])'));
  });

  it('moves nothing for those who do not want it', async () => {
    const { page } = await open('drinks/tea', { reducedMotion: 'reduce', viewport: { width: 390, height: 800 } });
    await page.getByRole('heading', { level: 1, name: 'Tea' }).waitFor();
    await page.getByRole('button', { name: 'Topics', exact: true }).click();
    expect(await page.evaluate('document.getAnimations().length')).toBe(0);
  });

  it('loads no grammar for a page without code', async () => {
    const { page } = await open('drinks/coffee');
    await page.getByRole('heading', { level: 1, name: 'Coffee' }).waitFor();
    await page.locator('section.chunk').first().waitFor();
    const loaded = await page.evaluate<string[]>("performance.getEntriesByType('resource').map(({ name }) => name)");
    expect(loaded.filter((name) => /code-colours|typescript/.test(name))).toEqual([]);
  });

  it('copies code and chunks, by keys too', async () => {
    const { page } = await open('drinks/tea?chunk=1', CLIPBOARD);
    const copied = () => page.evaluate<string>('navigator.clipboard.readText()');
    const button = page.locator('.code button').first();
    await button.focus();
    expect(await button.evaluate((it) => getComputedStyle(it).opacity)).toBe('1');
    await page.keyboard.press('Enter');
    await expect.poll(() => button.textContent()).toBe('Copied');
    expect(await copied()).toBe('const leaf: string = `<b>green</b>`; // storing\n');
    const panel = page.getByRole('complementary', { name: 'Chunks' });
    await panel.getByRole('button', { name: /^Copy chunk 1/ }).click();
    await panel.getByText('Copied.').waitFor();
    expect(await copied()).toMatch(/^# Tea\n[\s\S]*What storing does/);
  });

  it('gives each heading an address of its own', async () => {
    const { page, url } = await open('drinks/tea');
    const heading = page.getByRole('heading', { name: 'Serving' });
    const link = heading.getByRole('link', { name: 'Link to Serving' });
    await link.focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => page.url()).toBe(`${url}#/drinks/tea?at=serving`);
    await expect.poll(() => heading.evaluate((it) => it.getBoundingClientRect().top)).toBeLessThan(200);
    const other = await openPage(browser, page.url());
    const again = other.getByRole('heading', { name: 'Serving' });
    await expect.poll(() => again.evaluate((it) => it.getBoundingClientRect().top)).toBeLessThan(200);
  });

  it('sorts tables of a document, numbers as numbers', async () => {
    const { page } = await open('drinks/tea');
    const head = page.getByRole('columnheader', { name: 'Minutes' });
    const minutes = () => page.locator('.prose td.align-right').allTextContents();
    await head.getByRole('button').focus();
    await page.keyboard.press('Enter');
    expect(await minutes()).toEqual(['1.5', '2', '10']);
    expect(await head.getAttribute('aria-sort')).toBe('ascending');
    await page.keyboard.press('Enter');
    expect(await minutes()).toEqual(['10', '2', '1.5']);
    await page.getByRole('columnheader', { name: 'Leaf' }).getByRole('button').click();
    expect(await minutes()).toEqual(['10', '1.5', '2']);
    expect(await head.getAttribute('aria-sort')).toBeNull();
  });

  it('leads to related topics, the nearest first', async () => {
    const { page, url } = await open('drinks/tea');
    const { topics } = (await (await fetch(`${url}related.json`)).json()) as {
      topics: { id: string; related: { id: string }[] }[];
    };
    const near = topics.find(({ id }) => id === 'drinks/tea')!.related.map(({ id }) => `#/${id}`);
    const links = page.getByRole('region', { name: 'Related' }).getByRole('link');
    await links.first().waitFor();
    expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual(near);
    await links.filter({ hasText: 'Coffee' }).click();
    await page.getByRole('heading', { level: 1, name: 'Coffee' }).waitFor();
  });

  it('says why each chunk is cut where it is, as the build did', async () => {
    const { page } = await open('drinks/tea?view=explain');
    await page.locator('.cut').first().waitFor();
    const cuts = await page.locator('.cut').allTextContents();
    await page.goto(page.url().replace('?view=explain', ''));
    await page.locator('section.chunk').first().waitFor();
    expect(cuts).toHaveLength(await page.locator('section.chunk').count());
    expect(cuts[0]).toContain('The document starts here.');
    expect(cuts[1]).toMatch(/ends before its second H2/);
    expect(cuts.at(-1)).toContain('The document ends here.');
    expect(await page.getByText('has cut it at other places').count()).toBe(0);
  });

  it('cuts again while a slider moves, and next to another strategy', async () => {
    const { page } = await open('drinks/tea?view=explain');
    const count = () => page.locator('.cut').count();
    await page.locator('.cut').first().waitFor();
    const built = await count();
    await page.getByRole('slider', { name: 'Minimum' }).fill('0');
    await page.getByRole('slider', { name: 'Maximum' }).fill('150');
    await expect.poll(count).toBeGreaterThan(built);
    await page.getByText(/semantic-0-150: \d+ chunks/).waitFor();
    const sizes = (await page.locator('.cut .bar-figure').allTextContents()).map((text) => Number.parseInt(text, 10));
    expect(Math.max(...sizes)).toBeLessThanOrEqual(150);
    await page.getByRole('button', { name: 'As it was built' }).click();
    await expect.poll(count).toBe(built);
    for (const strategy of ['structural', 'two-tier']) {
      await page.getByLabel('Compare with, strategy').selectOption(strategy);
      await page.getByText(new RegExp(`${strategy}-.*begin at the same place`)).waitFor();
      const [left, right] = await page.locator('.cut-rows').evaluate((rows) =>
        [1, 2].map((column) => {
          const own = [...rows.querySelectorAll(`.cut-columns > ol:nth-child(${column}) pre`)];
          return own
            .map((pre) => pre.textContent)
            .join('')
            .replace(/\s/g, '');
        }),
      );
      expect(left).toBe(right);
    }
  });

  it('moves one size out of the way of another', async () => {
    const { page } = await open('drinks/tea?view=explain');
    await page.getByRole('slider', { name: 'Maximum' }).fill('100');
    await expect.poll(() => page.getByRole('slider', { name: 'Minimum' }).inputValue()).toBe('90');
    await page.getByText(/semantic-90-100: /).waitFor();
    await page.getByRole('slider', { name: 'Minimum' }).fill('800');
    await expect.poll(() => page.getByRole('slider', { name: 'Maximum' }).inputValue()).toBe('810');
  });
});
