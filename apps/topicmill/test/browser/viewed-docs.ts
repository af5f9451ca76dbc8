import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { onTestFinished } from 'vitest';

/** A desk's window. Without a graphics card, drawing what moves takes a processor. */
export const CONTEXT: BrowserContextOptions = { viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' };

/** Milliseconds that a page may take to show something: a page that hangs still fails, one of a busy machine does not. */
export const PAGE_TIMEOUT = 120_000;

let isBuilt = false;

/** Builds the viewer from its source of this moment, where `serve` takes it from; once in a process of tests. */
export function buildViewer(): void {
  if (isBuilt) return;
  const script = fileURLToPath(new URL('../../../../packages/serve/build-viewer.mjs', import.meta.url));
  execFileSync(process.execPath, [script]);
  isBuilt = true;
}

/** A page whose errors, and requests that leave the server, fail the test. */
export async function openPage(browser: Browser, url: string, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({ ...CONTEXT, ...options });
  context.setDefaultTimeout(PAGE_TIMEOUT);
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(`${message.text()} ${message.location().url}`);
  });
  page.on('request', (request) => {
    const target = request.url();
    if (url !== 'about:blank' && !target.startsWith(new URL(url).origin) && !target.startsWith('data:'))
      faults.push(`request to ${target}`);
  });
  onTestFinished(async () => {
    await context.close();
    if (faults.length > 0) throw new Error(faults.join('\n'));
  });
  await page.goto(url);
  // Chromium drops keys that come before a page is painted first.
  await page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))));
  return page;
}

/** Lets a page load as over a line of 50 kB/s with 400 ms to the server. */
export async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const [latency, throughput] = [400, 50_000];
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency,
    downloadThroughput: throughput,
    uploadThroughput: throughput,
  });
}
