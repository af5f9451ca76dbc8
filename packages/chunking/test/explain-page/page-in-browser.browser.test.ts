/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromiumPath, launchChromium, needsChromium } from '@topicmill/test-support/chromium';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { explainPage } from '../../src/explain-page/index.js';
import { GUIDE, semantic, structural, twoTier } from './sample-pages.js';

const DESK = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };

describe.runIf(chromiumPath !== undefined)(`the page, ${needsChromium}`, () => {
  let browser: Browser;
  let folder: string;

  beforeAll(async () => {
    browser = await launchChromium();
    folder = mkdtempSync(join(tmpdir(), 'explain-page-'));
  });

  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Opens the page, and fails on any error in it and on any request but for itself. */
  async function open(options: BrowserContextOptions = {}, explain = structural, against = semantic, text = GUIDE) {
    const file = join(folder, 'page.html');
    writeFileSync(
      file,
      explainPage({ text, name: 'guide.md', title: 'Guide' }, await explain(text), await against(text)),
    );
    const context = await browser.newContext({ viewport: DESK, ...options });
    const page = await context.newPage();
    const troubles: string[] = [];
    page.on('pageerror', ({ message }) => troubles.push(message));
    page.on('console', (message) => troubles.push(message.text()));
    page.on('request', (request) => {
      if (request.url() !== pathToFileURL(file).href) troubles.push(request.url());
    });
    page.on('dialog', (dialog) => troubles.push(dialog.message()));
    await page.goto(pathToFileURL(file).href);
    return { page, troubles, close: () => context.close() };
  }

  it('shows reasons and sizes of the chunk that is pointed at', async () => {
    const { page, troubles, close } = await open();
    const explained = (await structural(GUIDE)).chunks;
    expect(await page.locator('#a .chunk').count()).toBe(explained.length);
    await page.locator('#a1 .label').hover();
    const why = await page.locator('.why-body').textContent();
    expect(why).toContain('Chunk 1');
    expect(why).toContain(explained[1]!.start.reason);
    expect(why).toContain(explained[1]!.end.reason);
    expect(why).toContain(`${explained[1]!.tokenCount} of at most 512`);
    expect(why).toContain('tokens by cl100k_base');
    for (const { part, tokenCount } of explained[1]!.sizes) expect(why).toMatch(new RegExp(`${part}\\s+${tokenCount}`));
    expect(troubles).toEqual([]);
    await close();
  });

  it('is used with the keyboard alone', async () => {
    const { page, troubles, close } = await open();
    const focused = () => page.evaluate(() => document.activeElement?.id);
    const heading = () => page.locator('.why-body .d-head').textContent();
    await page.keyboard.press('Tab');
    while (!(await focused())) await page.keyboard.press('Tab');
    expect(await focused()).toBe('a0');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    expect(await focused()).toBe('a2');
    expect(await heading()).toContain('Chunk 2 structural');
    await page.keyboard.press('ArrowRight');
    const id = (await focused())!;
    expect(id).toMatch(/^b\d+$/);
    const [one, other] = [(await structural(GUIDE)).chunks[2]!, (await semantic(GUIDE)).chunks[Number(id.slice(1))]!];
    expect(other.startOffset).toBeLessThanOrEqual(one.startOffset);
    expect(other.endOffset).toBeGreaterThan(one.startOffset);
    expect(await page.locator(`#${id}`).isVisible()).toBe(true);
    await page.keyboard.press('End');
    expect(await heading()).toContain(`Chunk ${(await semantic(GUIDE)).chunks.length - 1} semantic`);
    expect(await page.evaluate(() => location.hash)).toBe(`#b${(await semantic(GUIDE)).chunks.length - 1}`);
    await page.keyboard.press('Escape');
    expect(await page.locator('.why-body .hint').isVisible()).toBe(true);
    expect(troubles).toEqual([]);
    await close();
  });

  it('opens at the chunk that its address names', async () => {
    const { page, close } = await open();
    await page.goto(`${page.url()}#a3`);
    await page.reload();
    expect(await page.locator('.why-body .d-head').textContent()).toContain('Chunk 3');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('a3');
    await close();
  });

  it.each([['#a'], ['#b']])('keeps both panes at the same place while %s scrolls', async (scrolled) => {
    const { page, troubles, close } = await open({}, twoTier, semantic);
    await page.locator(`${scrolled} .scroll`).hover();
    for (const [distance, scrollTop] of [
      [700, 700],
      [900, 1600],
      [-400, 1200],
    ] as const) {
      await page.mouse.wheel(0, distance);
      await expect
        .poll(() => page.locator(`${scrolled} .scroll`).evaluate((scroll) => scroll.scrollTop))
        .toBe(scrollTop);
      await expect.poll(() => placesApart(page)).toBeLessThan(250);
    }
    expect(Math.min(...(await places(page)))).toBeGreaterThan(300);
    expect(troubles).toEqual([]);
    await close();
  });

  it('shows one pane at a time on a phone, at the same place, and nothing wider than the screen', async () => {
    const { page, troubles, close } = await open({ viewport: PHONE, hasTouch: true, isMobile: true });
    expect(await page.locator('.pane:visible').count()).toBe(1);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
    await page.locator('#a .scroll').evaluate((scroll) => {
      scroll.scrollTop = 1500;
    });
    const [before] = await places(page);
    await page.getByRole('button', { name: 'semantic' }).tap();
    expect(await page.locator('#a').isVisible()).toBe(false);
    await expect.poll(async () => Math.abs((await places(page))[1]! - before!)).toBeLessThan(250);
    await page.locator('#b .chunk:visible').nth(2).tap();
    await page.locator('.why.open').waitFor();
    expect(await page.locator('.why-body').textContent()).toContain('tokens by words');
    await page.getByRole('button', { name: 'Close' }).tap();
    await page.locator('.why').waitFor({ state: 'hidden' });
    expect(troubles).toEqual([]);
    await close();
  });

  it.each(['light', 'dark'] as const)('can be read in %s colours', async (colorScheme) => {
    const { page, close } = await open({ colorScheme }, twoTier, structural);
    await page.keyboard.press('ArrowDown');
    const contrasts = await page.evaluate(contrastsOfTexts);
    expect(contrasts.length).toBeGreaterThan(20);
    expect(contrasts.filter(({ contrast }) => contrast < 4.5)).toEqual([]);
    await close();
  });

  it('runs nothing that a document holds', async () => {
    const text = '# </script><script>alert(1)</script>\n\n<img src="x" onerror="alert(2)">\n';
    const { page, troubles, close } = await open({}, structural, semantic, text);
    await page.locator('#a0').hover();
    expect(await page.locator('#a .src').textContent()).toContain('<img src="x" onerror="alert(2)">');
    expect(troubles).toEqual([]);
    await close();
  });
});

/** Offset of the text that is a third down in each pane; 0 for one that is not shown. */
function places(page: Page): Promise<number[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('.pane .scroll')].map((scroll) => {
      const { top, height } = scroll.getBoundingClientRect();
      const line = top + height / 3;
      const spans = [...scroll.querySelectorAll<HTMLElement>('.src > span')];
      const span = spans.findLast((candidate) => candidate.getBoundingClientRect().top <= line);
      if (height === 0 || span === undefined) return 0;
      const box = span.getBoundingClientRect();
      const share = Math.min(1, (line - box.top) / box.height);
      return Number(span.dataset['o']) + share * span.textContent.length;
    }),
  );
}

async function placesApart(page: Page): Promise<number> {
  const [one, other] = await places(page);
  return Math.abs(one! - other!);
}

/** Contrast of every text on the page with its background, as WCAG 2 computes it. Runs in the page. */
function contrastsOfTexts(): { text: string; contrast: number }[] {
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })!;
  const rgba = (colour: string) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data].map((value) => value / 255);
  };
  const luminance = (colour: number[]) => {
    const [r, g, b] = colour.map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
  };
  const backdrop = (element: Element | null): number[] => {
    if (element === null) return [1, 1, 1, 1];
    const colour = rgba(getComputedStyle(element).backgroundColor);
    return colour[3]! > 0.99 ? colour : backdrop(element.parentElement);
  };
  return [...document.querySelectorAll('body *')]
    .filter((element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent!.trim() !== ''))
    .filter((element) => element.checkVisibility() && !['SCRIPT', 'STYLE'].includes(element.tagName))
    .map((element) => {
      const [one, other] = [rgba(getComputedStyle(element).color), backdrop(element)].map(luminance) as [
        number,
        number,
      ];
      const contrast = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
      return { text: `${element.className} ${element.textContent!.slice(0, 30)}`, contrast };
    });
}
