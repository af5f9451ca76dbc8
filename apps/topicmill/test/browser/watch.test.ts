import { chromiumPath, launchChromium, needsChromium } from '@topicmill/test-support/chromium';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { reference, sampleRepo } from '../docs-repo.js';
import { buildViewer, openPage } from './viewed-docs.js';
import { watchAndServe } from './watch-process.js';

describe.runIf(chromiumPath !== undefined)(`watch --serve, ${needsChromium}`, () => {
  let browser: Browser;

  beforeAll(async () => {
    buildViewer();
    browser = await launchChromium();
  });

  afterAll(() => browser?.close());

  it('shows a saved file by itself, and finds its new words', async () => {
    const repo = sampleRepo();
    const url = await watchAndServe(repo.root);
    const page = await openPage(browser, `${url}#/drinks/tea`);
    await page.getByRole('heading', { name: 'Storing' }).waitFor();
    const added = `## Whisking\n\n${'A chasen froths the powder with a bamboo whisk.\n'.repeat(40)}`;
    repo.write('docs/drinks/tea/golden-reference.md', `${reference('Tea', 'green leaves')}\n${added}`);
    await page.getByRole('heading', { name: 'Whisking' }).waitFor();
    await page.goto(`${url}#/?q=chasen%20bamboo`);
    await page.getByRole('link', { name: 'Whisking' }).first().waitFor();
  });
});
