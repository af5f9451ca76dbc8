import { chromiumPath, launchChromium, needsChromium } from '@topicmill/test-support/chromium';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DocsRepo } from '../docs-repo.js';
import { serveRepo } from '../serve-repo.js';
import { buildViewer, openPage } from './viewed-docs.js';

const CONFIG = `sources: pages
roots:
  - { name: docs, docsRoot: docs, version: '2', isCurrent: true, site: { generator: docusaurus, url: 'https://kiln.example.org/' } }
  - { name: docs-1, docsRoot: old, version: '1', site: { generator: docusaurus, url: 'https://kiln.example.org/', routeBasePath: docs/1 } }
`;
const SITE = 'https://kiln.example.org/docs';
const section = (heading: string, text: string): string => {
  const lines = Array.from({ length: 40 }, (_, hour) => `In hour ${hour}: ${text}\n`);
  return `## ${heading}\n\n${lines.join('')}\n`;
};
const FIRING = `# Firing\n\nTwo firings make a pot.\n\n${section('Bisque firing', 'The kiln is slowly heated to 1000 degrees.')}${section('Glaze firing', 'The kiln is heated faster, to 1250 degrees.')}`;

async function served(): Promise<string> {
  const repo = new DocsRepo({
    'topicmill.yaml': CONFIG,
    'docs/firing.md': FIRING,
    'old/firing.md': '# Firing\n\nThe kiln is heated with wood.\n',
  });
  expect((await repo.run('build')).exitCode).toBe(0);
  return (await serveRepo(repo)).url;
}

describe.runIf(chromiumPath !== undefined)(`the viewer of pages, ${needsChromium}`, () => {
  let browser: Browser;

  beforeAll(async () => {
    buildViewer();
    browser = await launchChromium();
  });

  afterAll(() => browser?.close());

  it('leads from a topic, each chunk and each result to the site, at the anchor of the heading', async () => {
    const url = await served();
    const page = await openPage(browser, `${url}#/docs/firing`);
    const chunks = page.locator('section.chunk');
    await chunks.first().waitFor();
    const addresses = await chunks
      .locator('> a.site-link')
      .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).href));
    expect(addresses[0]).toBe(`${SITE}/firing`);
    expect(addresses).toContain(`${SITE}/firing#glaze-firing`);
    expect(addresses).toHaveLength(await chunks.count());
    expect(await page.locator('.facts a.site-link').getAttribute('href')).toBe(`${SITE}/firing`);
    await chunks.last().getByRole('button').click();
    const panel = page.getByRole('complementary', { name: 'Chunks' });
    await panel.getByText('/docs/firing#glaze-firing').waitFor();
    await page.goto(`${url}#/?q=heated%20faster`);
    const link = page.locator('.results li').first().locator('a.site-link');
    await link.waitFor();
    expect(await link.getAttribute('href')).toBe(`${SITE}/firing#glaze-firing`);
    expect(await link.getAttribute('rel')).toContain('noopener');
    // The rest of the result leads to the chunk in the viewer.
    await page.keyboard.press('ArrowDown');
    await page.locator('.results li').first().getByText('Glaze firing').first().click();
    await page.locator('section.chunk.selected').waitFor();
  });

  it('keeps to the current version until another is chosen', async () => {
    const page = await openPage(browser, `${await served()}#/?q=kiln`);
    const topics = () => page.locator('.results .result-topic').allTextContents();
    await expect.poll(async () => new Set(await topics())).toEqual(new Set(['Firing (2)']));
    await page.getByLabel('Version').selectOption('1');
    await expect.poll(topics).toEqual(['Firing (1)']);
    await page.getByLabel('Version').selectOption('all');
    await expect.poll(async () => new Set(await topics())).toEqual(new Set(['Firing (1)', 'Firing (2)']));
    expect(page.url()).toContain('version=all');
  });

  it('shows what an agent sees, what it costs, and copies it', async () => {
    const url = await served();
    const page = await openPage(browser, `${url}#/?q=glaze%20firing`, {
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    await page.locator('.results li').first().waitFor();
    await page.getByLabel('what an agent sees').check({ force: true });
    const context = page.getByRole('region', { name: 'What an agent sees' });
    const text = context.locator('pre');
    await expect.poll(() => text.textContent()).toContain(`](${SITE}/firing#glaze-firing)`);
    const cost = async () =>
      Number(/([\d,]+) tokens? by cl100k_base/.exec((await context.textContent())!)![1]!.replace(',', ''));
    const whole = await cost();
    expect(whole).toBeGreaterThan(300);
    await context.getByRole('button', { name: 'Copy' }).click();
    await context.getByText('Copied.').waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(await text.textContent());
    await context.getByRole('combobox').selectOption('1000');
    await expect.poll(cost).toBeLessThanOrEqual(1000);
    expect(page.url()).toContain('context');
  });
});
