import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromiumPath, launchChromium, needsChromium } from '@topicmill/test-support/chromium';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { DocsRepo } from '../docs-repo.js';
import { serveRepo } from '../serve-repo.js';
import { hostFolder } from './static-server.js';
import { buildViewer, openPage } from './viewed-docs.js';

const DOCS = fileURLToPath(new URL('../../../../docs/start/serve-and-viewer/golden-reference.md', import.meta.url));
/** Of Card, Moran and Newell, "The keystroke-level model for user performance time", 1980: seconds of a thought, a key, a pointed click. */
const THOUGHT = 1.35;
const KEY = 0.28;
const CLICK = 1.1 + 0.2;

const PAGE = `<!doctype html><html lang="en"><head><title>Site</title><link rel="icon" href="data:,">
<script src="/topicmill-search/topicmill-search.js" defer></script></head><body><topicmill-search></topicmill-search></body></html>`;
const root = (name: string, docsRoot: string, more: string): string =>
  `  - { name: ${name}, docsRoot: ${docsRoot}, ${more}, site: { generator: mkdocs, url: /${name}/ } }\n`;
const OPTION = '## The option `--cooling`\n\nThe option `--cooling` opens the lid of the kiln after so many hours.\n';
const COMMAND = '```sh\nkiln fire --cooling 12\n```\n';
const FILLING = 'Clay is kept moist until it is fired.\n\n'.repeat(60);

/** Counts what somebody does with a page. */
class Hand {
  steps = 0;
  seconds = 0;

  constructor(readonly page: Page) {}

  async press(key: string): Promise<void> {
    this.count(KEY * key.split('+').length);
    await this.page.keyboard.press(key);
  }

  async type(text: string): Promise<void> {
    this.count(KEY * text.length);
    await this.page.keyboard.type(text);
  }

  async click(target: Locator): Promise<void> {
    this.count(CLICK);
    await target.click();
  }

  /** Opens a list of choices and takes one. */
  async choose(target: Locator, option: string): Promise<void> {
    this.count(2 * CLICK);
    await target.selectOption(option);
  }

  /** As the table of the docs has it. */
  toString(): string {
    return `${this.steps} | ${this.seconds.toFixed(1)}`;
  }

  private count(seconds: number): void {
    this.steps += 1;
    this.seconds += THOUGHT + seconds;
  }
}

/** What the docs say about a task: steps and seconds. */
function documented(task: string): string {
  const row = readFileSync(DOCS, 'utf8')
    .split('\n')
    .find((line) => line.startsWith(`| ${task} |`));
  return row?.split(' | ').slice(1).join(' | ').replace(/ \|$/, '') ?? `no row "${task}"`;
}

describe.runIf(chromiumPath !== undefined)(`what people do with docs, ${needsChromium}`, () => {
  let browser: Browser;

  beforeAll(async () => {
    buildViewer();
    browser = await launchChromium();
  });

  afterAll(() => browser?.close());

  async function siteWithBox(): Promise<Hand> {
    const repo = new DocsRepo({
      'topicmill.yaml': `sources: pages\nroots:\n${root('v2', 'docs', "version: '2', isCurrent: true")}${root('v1', 'old', "version: '1'")}`,
      'docs/use/firing.md': `# Firing\n\nThe kiln gets hot.\n\n${OPTION}`,
      'old/use/firing.md': '# Firing with wood\n\nThe kiln gets hot.\n',
      'site/index.html': PAGE,
      'site/v2/use/firing/index.html': PAGE,
    });
    expect((await repo.run('search-index', '--out', 'site')).exitCode).toBe(0);
    return new Hand(await openPage(browser, await hostFolder(join(repo.root, 'site'), onTestFinished)));
  }

  async function viewer(path: string, options = {}): Promise<Hand> {
    const repo = new DocsRepo({
      'topicmill.yaml': 'docsRoot: docs\n',
      'docs/pottery/kiln/golden-reference.md': `# Kiln\n\nIt gets hot.\n\n${FILLING}## Firing\n\n${FILLING}${OPTION}\n${COMMAND}`,
      'docs/pottery/clay/golden-reference.md': `# Clay\n\n${FILLING}`,
    });
    await repo.build();
    const { url } = await serveRepo(repo);
    return new Hand(await openPage(browser, `${url}#/${path}`, options));
  }

  it('find an option', async () => {
    const hand = await siteWithBox();
    await hand.press('Control+k');
    await hand.type('cooling');
    await hand.page
      .getByRole('option', { name: /--cooling/ })
      .first()
      .waitFor();
    await hand.press('Enter');
    await hand.page.waitForURL(/v2\/use\/firing\/#the-option-cooling$/);
    expect(String(hand)).toBe(documented('find an option on a site'));
  });

  it('compare two versions', async () => {
    const hand = await siteWithBox();
    await hand.press('Control+k');
    await hand.type('firing');
    const version = hand.page.getByLabel('Version', { exact: true });
    await version.waitFor();
    await hand.choose(version, 'Version: All');
    await expect
      .poll(async () => (await hand.page.locator('.page').allTextContents()).sort())
      .toEqual(['Firing (2)', 'Firing with wood (1)']);
    expect(String(hand)).toBe(documented('compare two versions of a page'));
  });

  it('share a search', async () => {
    const hand = await siteWithBox();
    await hand.press('Control+k');
    await hand.type('cooling');
    await hand.page.waitForURL(/\?q=cooling$/);
    expect(String(hand)).toBe(documented('have an address of a search to share'));
    const other = await openPage(browser, hand.page.url());
    await other
      .getByRole('option', { name: /--cooling/ })
      .first()
      .waitFor();
  });

  it('copy a command', async () => {
    const hand = await viewer('', { permissions: ['clipboard-read', 'clipboard-write'] });
    await hand.page.getByRole('main').getByRole('link', { name: 'Kiln' }).waitFor();
    await hand.press('/');
    await hand.type('cooling');
    await hand.page.locator('.results li').first().waitFor();
    await hand.press('ArrowDown');
    await hand.press('Enter');
    const block = hand.page.locator('.code', { hasText: 'kiln fire' });
    await hand.click(block.getByRole('button', { name: 'Copy' }));
    await block.getByText('Copied').waitFor();
    expect(await hand.page.evaluate('navigator.clipboard.readText()')).toBe('kiln fire --cooling 12\n');
    expect(String(hand)).toBe(documented('find a command and copy it'));
  });

  it('read on a phone', async () => {
    const hand = await viewer('', { viewport: { width: 390, height: 800 }, isMobile: true, hasTouch: true });
    await hand.click(hand.page.getByRole('button', { name: 'Topics', exact: true }));
    await hand.click(hand.page.getByRole('navigation', { name: 'Topics' }).getByRole('link', { name: 'Kiln' }));
    const text = hand.page.locator('section.chunk p').first();
    await text.waitFor();
    expect((await text.boundingBox())!.y).toBeLessThan(600);
    expect(await hand.page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
    expect(String(hand)).toBe(documented('open a topic on a phone and read'));
  });

  it('print a topic', async () => {
    const hand = await viewer('pottery/kiln');
    await hand.page.locator('section.chunk').last().waitFor();
    await hand.press('Control+p');
    await hand.page.emulateMedia({ media: 'print' });
    for (const panel of ['.bar', '.tree', '.side', '.views'])
      expect(await hand.page.locator(panel).first().isVisible(), panel).toBe(false);
    expect(await hand.page.locator('section.chunk').last().isVisible()).toBe(true);
    expect(String(hand)).toBe(documented('print a topic without panels'));
  });

  it('share a section', async () => {
    const hand = await viewer('pottery/kiln');
    const heading = hand.page.getByRole('heading', { name: 'Firing' });
    await hand.click(heading.getByRole('link', { name: 'Link to Firing' }));
    await hand.page.waitForURL(/at=firing$/);
    expect(String(hand)).toBe(documented('have an address of a section to share'));
    const again = (await openPage(browser, hand.page.url())).getByRole('heading', { name: 'Firing' });
    await expect.poll(() => again.evaluate((it) => it.getBoundingClientRect().top)).toBeLessThan(200);
  });

  it('see what an agent reads', async () => {
    const hand = await viewer('pottery/kiln');
    await hand.click(hand.page.locator('section.chunk').nth(1).getByRole('button').first());
    const panel = hand.page.getByRole('complementary', { name: 'Chunks' });
    await hand.click(panel.getByText('As an agent reads it'));
    await expect.poll(() => panel.locator('pre').textContent()).toContain('# Kiln');
    expect(await panel.textContent()).toMatch(/Tokens\d+/);
    expect(String(hand)).toBe(documented('see what an agent reads of a section, and its tokens'));
  });

  it('find without the right word', async () => {
    const hand = await siteWithBox();
    await hand.press('Control+k');
    await hand.type('colling');
    await hand.page
      .getByRole('option', { name: /--cooling/ })
      .first()
      .waitFor();
    await hand.press('Enter');
    await hand.page.waitForURL(/#the-option-cooling$/);
    expect(String(hand)).toBe(documented('find an option by a misspelt word'));
  });

  it('search again what was searched', async () => {
    const hand = await siteWithBox();
    await hand.page.evaluate("document.querySelector('topicmill-search').open('cooling')");
    await hand.page.locator('.option').first().waitFor();
    await hand.page.keyboard.press('Enter');
    await hand.page.waitForURL(/firing/);
    await hand.press('Alt+ArrowLeft');
    await hand.page.goBack();
    await expect.poll(() => hand.page.getByRole('combobox', { name: 'Search' }).inputValue()).toBe('cooling');
    expect(String(hand)).toBe(documented('go back to the results'));
  });
});
