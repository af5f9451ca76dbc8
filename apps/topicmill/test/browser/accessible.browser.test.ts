import { chromiumPath, launchChromium, needsChromium } from '@topicmill/test-support/chromium';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DocsRepo, sampleRepo } from '../docs-repo.js';
import { serveRepo } from '../serve-repo.js';
import { axeFindings } from './axe.js';
import { buildViewer, openPage } from './viewed-docs.js';
import { findingsInViews, overflow, VIEWS, wideRepo } from './views.js';

describe.runIf(chromiumPath !== undefined)(`the viewer for everyone, ${needsChromium}`, () => {
  let browser: Browser;
  let repo: DocsRepo;
  let removeRepo: () => void;

  beforeAll(async () => {
    buildViewer();
    repo = await wideRepo((remove) => {
      removeRepo = remove;
    });
    browser = await launchChromium();
  });

  afterAll(async () => {
    await browser?.close();
    removeRepo();
  });

  it.each([320, 390, 1440])('gives axe nothing to find and does not overflow, %i px', async (width) => {
    const look = async (page: Page) => [...(await axeFindings(page)), ...(await overflow(page))];
    expect(await findingsInViews({ browser, repo, width, colorScheme: 'light', look })).toEqual([]);
  });

  // What is where depends on the width alone.
  it.each([320, 390, 1440])('gives axe no colour to find in the dark, %i px', async (width) => {
    const look = (page: Page) => axeFindings(page, 'colours');
    expect(await findingsInViews({ browser, repo, width, colorScheme: 'dark', look })).toEqual([]);
  });

  it.each([
    ['with the colours of the system', 1440, { forcedColors: 'active' }],
    // A window of 1280 px in which everything is twice as large.
    ['at 200 %', 640, { deviceScaleFactor: 2 }],
  ] as const)('gives axe nothing to find and does not overflow, %s', async (_, width, options) => {
    const look = async (page: Page) => [...(await axeFindings(page)), ...(await overflow(page))];
    expect(await findingsInViews({ browser, repo, width, colorScheme: 'light', options, look })).toEqual([]);
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
