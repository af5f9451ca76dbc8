import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { chromiumPath, launchChromium, needsChromium } from '@topicmill/test-support/chromium';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { reference, sampleRepo } from '../docs-repo.js';
import { buildViewer, openPage } from './viewed-docs.js';

const COMMAND = fileURLToPath(new URL('../../bin/topicmill.js', import.meta.url));

/** The compiled command in a process of its own; resolves with the address that it serves at. */
async function watchAndServe(cwd: string): Promise<string> {
  const child: ChildProcess = spawn(process.execPath, [COMMAND, 'watch', '--serve', '--port', '0', '--json'], { cwd });
  const ended = new Promise<unknown>((resolve) => child.once('exit', resolve));
  onTestFinished(async () => {
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
  });
  for await (const line of createInterface({ input: child.stdout! })) {
    const event = JSON.parse(line) as { readonly kind: string; readonly url?: string };
    if (event.kind === 'serving') {
      child.stdout!.resume();
      return event.url!;
    }
  }
  throw new Error('It ended before it served.');
}

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
