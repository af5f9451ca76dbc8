import { chromiumPath, launchChromium, needsChromium } from '@topicmill/test-support/chromium';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { reference, sampleRepo } from '../docs-repo.js';
import { serveRepo } from '../serve-repo.js';
import { buildViewer, CONTEXT, openPage, slowDown } from './viewed-docs.js';

/** More than the six connections that a browser opens to one server. */
const TAB_COUNT = 12;

describe.runIf(chromiumPath !== undefined)(`many tabs and slow lines, ${needsChromium}`, () => {
  let browser: Browser;

  beforeAll(async () => {
    buildViewer();
    browser = await launchChromium();
  });

  afterAll(() => browser?.close());

  it(`shows an edit in ${TAB_COUNT} tabs, which share one connection and stay usable`, async () => {
    const repo = sampleRepo();
    await repo.build();
    const server = await serveRepo(repo);
    const context = await browser.newContext(CONTEXT);
    onTestFinished(() => context.close());
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
  }, 60_000);

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
  }, 60_000);
});
