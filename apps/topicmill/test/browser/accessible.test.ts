import { chromiumPath, launchChromium, needsChromium } from '@topicmill/test-support/chromium';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DocsRepo, reference, sampleRepo } from '../docs-repo.js';
import { serveRepo } from '../serve-repo.js';
import { axeFindings } from './axe.js';
import { buildViewer, openPage } from './viewed-docs.js';

const VIEWS = [
  '',
  'drinks',
  'drinks/tea',
  'drinks/tea?chunk=2',
  'drinks/tea?view=chunks',
  'drinks/tea?view=stripes&chunk=1',
  'drinks/tea?view=questions',
  'drinks/tea?q=storing',
  'drinks/tea?q=zzxqv',
  '?q=',
];
const WIDE_CODE = `\`\`\`ts\nconst line = '${'wide '.repeat(60)}';\n\`\`\`\n\n| a | b |\n| - | - |\n| ${'x'.repeat(200)} | ${'cell '.repeat(60)} |\n`;

describe.runIf(chromiumPath !== undefined)(`the viewer for everyone, ${needsChromium}`, () => {
  let browser: Browser;
  let repo: DocsRepo;
  let removeRepo: () => void;

  beforeAll(async () => {
    buildViewer();
    const text = `${reference('Tea', 'green leaves')}\n## Code\n\n${WIDE_CODE}`;
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

  const windows = [320, 390, 1440].flatMap((width) =>
    (['light', 'dark'] as const).map((scheme) => [width, scheme] as const),
  );

  it.each(windows)('gives axe nothing to find and does not overflow, %i px, %s', async (width, colorScheme) => {
    const server = await serveRepo(repo);
    server.notifyFindings([
      {
        severity: 'warning',
        code: 'EMPTY_DOCUMENT',
        message: 'It is empty.',
        file: 'docs/a/golden-reference.md',
        line: 3,
        remedy: 'Write it.',
      },
    ]);
    const page = await openPage(browser, 'about:blank', {
      viewport: { width, height: 800 },
      colorScheme,
      reducedMotion: 'reduce',
    });
    const found: string[] = [];
    for (const view of VIEWS) {
      await page.goto('about:blank');
      await page.goto(`${server.url}#/${view}`);
      await page.locator('main:not([aria-busy=true]) :is(h1, .explanation)').first().waitFor({ state: 'attached' });
      await page.locator('.findings').waitFor();
      if (view.includes('q=s')) await page.locator('.snippet mark').first().waitFor();
      for (const finding of await axeFindings(page)) found.push(`${view} ${finding}`);
      const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
      if (overflow > 0) found.push(`${view}: ${overflow} px too wide`);
    }
    expect(found).toEqual([]);
  });

  it('gives the drawer of a phone the focus, and takes it back', async () => {
    const server = await serveRepo(repo);
    const page = await openPage(browser, `${server.url}#/drinks/tea`, { viewport: { width: 390, height: 800 } });
    const toggle = page.getByRole('button', { name: 'Topics', exact: true });
    await page.getByRole('heading', { level: 1, name: 'Tea' }).waitFor();
    await toggle.click();
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Tea');
    await page.keyboard.press('Tab');
    expect(await page.evaluate("document.activeElement.closest('#main') === null")).toBe(true);
    expect(await page.evaluate("document.getElementById('main').inert")).toBe(true);
    await page.keyboard.press('Escape');
    await expect.poll(() => toggle.evaluate((it) => it === it.ownerDocument.activeElement)).toBe(true);
    expect(await page.evaluate("document.getElementById('main').inert")).toBe(false);
  });

  it('sorts the table of chunks by keys, and leads to the topics before and after', async () => {
    const server = await serveRepo(repo);
    const page = await openPage(browser, `${server.url}#/drinks/tea?view=chunks`, {
      viewport: { width: 1440, height: 800 },
    });
    const numbers = () => page.locator('.chunk-table tbody td.number:first-child').allTextContents();
    await page.locator('.chunk-table').waitFor();
    const inOrder = await numbers();
    const head = page.getByRole('columnheader', { name: 'Tokens' });
    await head.getByRole('button').focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => head.getAttribute('aria-sort')).toBe('ascending');
    const tokens = (await page.locator('.bar-figure').allTextContents()).map((text) => Number(text.replace(/\D/g, '')));
    expect(tokens).toEqual([...tokens].sort((a, b) => a - b));
    await page.keyboard.press('Enter');
    await expect.poll(() => head.getAttribute('aria-sort')).toBe('descending');
    await page.getByRole('columnheader', { name: '#' }).getByRole('button').click();
    expect(await numbers()).toEqual(inOrder);
    const links = page.getByRole('navigation', { name: 'Topics before and after' });
    await links.getByRole('link', { name: /^Previous/ }).click();
    await page.getByRole('heading', { level: 1, name: 'Coffee' }).waitFor();
    await links.getByRole('link', { name: 'Next Tea' }).click();
    await page.getByRole('heading', { level: 1, name: 'Tea' }).waitFor();
  });

  it('shows the selected topic in a long list', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 80 }, (_, at) => [
        `docs/many/topic-${at + 100}/golden-reference.md`,
        `# Topic ${at}\n\nA.\n`,
      ]),
    );
    const long = sampleRepo(many);
    await long.build();
    const server = await serveRepo(long);
    const page = await openPage(browser, `${server.url}#/many/topic-170`);
    const link = page.locator('.tree a[aria-current]');
    await link.waitFor();
    await expect.poll(() => link.evaluate((it) => it.getBoundingClientRect().bottom)).toBeLessThan(800);
  });

  it('keeps its columns between the views of a topic, a search and a category', async () => {
    const server = await serveRepo(repo);
    const page = await openPage(browser, server.url, { viewport: { width: 1440, height: 800 } });
    const places = new Set<string>();
    for (const view of VIEWS) {
      await page.goto(`${server.url}#/${view}`);
      await page.locator('main:not([aria-busy=true])').waitFor();
      const { x, width } = (await page.locator('main').boundingBox())!;
      places.add(`${x} ${width}`);
    }
    expect([...places]).toHaveLength(1);
  });
});
