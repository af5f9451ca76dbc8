import { chromiumPath, launchChromium, needsChromium } from '@topicmill/test-support/chromium';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DocsRepo } from '../docs-repo.js';
import { axeFindings } from './axe.js';
import { buildViewer } from './viewed-docs.js';
import { findingsInViews, overflow, wideRepo } from './views.js';

describe.runIf(chromiumPath !== undefined)(`the viewer in other windows, ${needsChromium}`, () => {
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

  it.each([320, 390])('gives axe nothing to find and does not overflow, %i px', async (width) => {
    const look = async (page: Page) => [...(await axeFindings(page)), ...(await overflow(page))];
    expect(await findingsInViews({ browser, repo, width, colorScheme: 'light', look })).toEqual([]);
  });

  // What is where depends on the width alone.
  it.each([320, 390, 1440])('gives axe no colour to find in the dark, %i px', async (width) => {
    const look = (page: Page) => axeFindings(page, 'colours');
    expect(await findingsInViews({ browser, repo, width, colorScheme: 'dark', look })).toEqual([]);
  });
});
