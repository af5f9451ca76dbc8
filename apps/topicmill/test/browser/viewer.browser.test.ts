import { cpSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { viewerDirectory } from '@topicmill/serve/viewer';
import { chromiumPath, launchChromium, needsChromium } from '@topicmill/test-support/chromium';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { DocsRepo } from '../docs-repo.js';
import { serveRepo } from '../serve-repo.js';
import { staticServer } from './static-server.js';
import { buildViewer, openPage } from './viewed-docs.js';

const SECTIONS = ['Brewing', 'Storing', 'Serving', 'Growing', 'Trading', 'Blending', 'Tasting', 'Naming', 'Packing'];
const HOSTILE = [
  '<script>window.ran = true</script>',
  '<img src=x onerror="window.ran = true">',
  '[a link](javascript:window.ran=true)',
  '[to storing](#storing) and [to coffee](../coffee/golden-reference.md)',
].join('\n\n');

function tea(sections = SECTIONS): string {
  const parts = sections.map(
    (name, at) => `## ${name}\n\n${`${name} of green tea takes ${at + 2} steps and some patience.\n`.repeat(30)}`,
  );
  return `# Tea\n\nLeaves in water.\n\n${HOSTILE}\n\n${parts.join('\n')}`;
}

function sample(): DocsRepo {
  return new DocsRepo({
    'topicmill.yaml': 'docsRoot: docs\n',
    'docs/drinks/tea/golden-reference.md': tea(),
    'docs/drinks/tea/qa-pairs.md': '## Q: How is brewing of green tea done?\n\nA: With patience.\n',
    'docs/drinks/coffee/golden-reference.md': '# Coffee\n\nRoasted beans, kept dry, ground and brewed.\n',
  });
}

async function serveDocs() {
  const repo = sample();
  await repo.build();
  const server = await serveRepo(repo);
  return { repo, server };
}

function idOf({ chunk, text_hash }: { chunk: string; text_hash: string }): { chunk: string; text_hash: string } {
  return { chunk, text_hash };
}

/** A page draws a moment after a key or a click. */
function soon<T>(read: () => T) {
  return expect.poll(read);
}

describe.runIf(chromiumPath !== undefined)(`the viewer, ${needsChromium}`, () => {
  let browser: Browser;

  beforeAll(async () => {
    buildViewer();
    browser = await launchChromium();
  });

  afterAll(() => browser?.close());

  it('leads from the catalogue to a topic, its chunks and all that is known of one', async () => {
    const { server } = await serveDocs();
    const page = await openPage(browser, server.url);
    await page.getByRole('main').getByRole('link', { name: 'Tea' }).click();
    await page.getByRole('heading', { level: 1, name: 'Tea' }).waitFor();
    const sections = page.locator('section.chunk');
    const count = await sections.count();
    expect(count).toBeGreaterThan(8);
    await soon(() => page.locator('.chunk-list li').count()).toBe(count);
    await sections.nth(2).getByRole('button').click();
    const panel = page.getByRole('complementary', { name: 'Chunks' });
    await panel.getByRole('heading', { name: 'Chunk 2' }).waitFor();
    await soon(() => panel.textContent()).toMatch(/Tokens\d+/);
    await panel.getByText('As an agent reads it').click();
    await expect.poll(() => panel.locator('pre').textContent()).toContain('# Tea');
    await soon(() => page.url()).toContain('chunk=2');
  });

  it('writes tags of a document as text, runs nothing of it, and follows its links', async () => {
    const { server } = await serveDocs();
    const page = await openPage(browser, `${server.url}#/drinks/tea`);
    await page.getByText('<script>window.ran = true</script>').waitFor();
    await soon(() => page.evaluate('window.ran')).toBeUndefined();
    await soon(() => page.locator('.prose img, .prose script').count()).toBe(0);
    await soon(() => page.getByText('[a link](javascript:window.ran=true)').count()).toBe(1);
    await page.getByRole('link', { name: 'to storing', exact: true }).click();
    await expect
      .poll(() => page.locator('#heading-storing').evaluate((it) => it.getBoundingClientRect().top))
      .toBeLessThan(400);
    await page.getByRole('link', { name: 'to coffee' }).click();
    await page.getByRole('heading', { level: 1, name: 'Coffee' }).waitFor();
  });

  it('shows stripes as a plot and an order, and what a larger sample costs', async () => {
    const { server } = await serveDocs();
    const page = await openPage(browser, `${server.url}#/drinks/tea?view=stripes`);
    await page.locator('.plot .point.taken').first().waitFor();
    await soon(() => page.locator('.plot .point.taken').count()).toBe(4);
    await soon(() => page.locator('.stripe-rows .card.taken').count()).toBe(4);
    const index = (await (await fetch(`${server.url}drinks/tea/index.json`)).json()) as {
      _embedded: { chunks: { 'golden-reference': { stripe_order: number[] } } };
    };
    const order = index._embedded.chunks['golden-reference'].stripe_order;
    const cards = await page.locator('.stripe-rows .card').allTextContents();
    expect(cards.map(Number)).toEqual(order);
    await page.getByRole('slider', { name: /takes the first/ }).focus();
    await page.keyboard.press('ArrowRight');
    await soon(() => page.locator('.plot .point.taken').count()).toBe(5);
    await soon(async () => (await page.locator('.sample .number').allTextContents()).map(Number)).toEqual(
      order.slice(0, 5),
    );
  });

  it('marks a keyword, and dims the chunks without it', async () => {
    const { server } = await serveDocs();
    const page = await openPage(browser, `${server.url}#/drinks/tea`);
    const keyword = page.locator('.keywords button', { hasText: /^storing/ });
    await keyword.click();
    await soon(() => keyword.getAttribute('aria-pressed')).toBe('true');
    await expect.poll(() => page.evaluate("CSS.highlights.get('keyword')?.size > 20")).toBe(true);
    await soon(() => page.locator('section.chunk.dim').count()).toBeGreaterThan(0);
    await keyword.click();
    await soon(() => page.locator('section.chunk.dim').count()).toBe(0);
  });

  it('shows questions with the chunks that answer them', async () => {
    const { server } = await serveDocs();
    const page = await openPage(browser, `${server.url}#/drinks/tea?view=questions`);
    await page.getByText('How is brewing of green tea done?').click();
    await soon(() => page.locator('.questions .prose').textContent()).toContain('With patience.');
  });

  it('says which questions a model wrote, of a topic, of a chunk and of what a search found', async () => {
    const repo = sample();
    const listed = await repo.run('questions', 'todo', 'drinks/tea', '--json', '--limit', '1');
    const { chunks } = JSON.parse(listed.out) as { chunks: { chunk: string; text_hash: string }[] };
    const questions = ['Which mug keeps warmth for guests?'];
    repo.write('answers.json', JSON.stringify({ by: 'agent', chunks: [{ ...idOf(chunks[0]!), questions }] }));
    await repo.run('questions', 'add', 'answers.json');
    await repo.build();
    const server = await serveRepo(repo);
    const page = await openPage(browser, `${server.url}#/drinks/tea?view=questions`);
    await soon(() => page.locator('.questions').textContent()).toContain(`${questions[0]} by a model`);
    await page.goto(`${server.url}#/drinks/tea?chunk=0&view=chunks`);
    await soon(() => page.locator('.prompts').textContent()).toMatch(/Which mug .* by a model/);
    await page.goto(`${server.url}#/?q=mug+for+guests`);
    await soon(() => page.locator('.results li').first().textContent()).toContain(
      `question: ${questions[0]} by a model`,
    );
  });

  it('is worked by keys alone: search, results, chunks, views, help', async () => {
    const { server } = await serveDocs();
    const page = await openPage(browser, server.url);
    await page.getByRole('main').getByRole('link', { name: 'Tea' }).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('storing green tea');
    await page.locator('.results li').first().waitFor();
    await soon(() => page.locator('.results li').first().textContent()).toMatch(/text: storing, green, tea/);
    await soon(() => page.locator('.results li').first().textContent()).toContain('meaning');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await page.locator('section.chunk.selected', { hasText: 'Storing of green tea' }).waitFor();
    const selected = async () => Number(new URLSearchParams(page.url().split('?')[1]).get('chunk'));
    const first = await selected();
    await page.keyboard.press('j');
    await soon(selected).toBe(first + 1);
    await page.keyboard.press('k');
    await soon(selected).toBe(first);
    await page.keyboard.press('k');
    await soon(selected).toBe(first - 1);
    await page.keyboard.press('3');
    await page.locator('.plot').waitFor();
    await page.keyboard.press('Escape');
    await soon(() => page.url()).not.toContain('chunk=');
    await page.keyboard.press('?');
    await soon(() => page.getByRole('dialog').isVisible()).toBe(true);
    await page.keyboard.press('Escape');
    await soon(() => page.getByRole('dialog').count()).toBe(0);
    await page.keyboard.press('h');
    await page.getByRole('heading', { level: 1, name: 'Topics' }).waitFor();
  });

  it('keeps a search to code, to a topic, and says when there is nothing', async () => {
    const { server } = await serveDocs();
    const page = await openPage(browser, `${server.url}#/drinks/coffee?q=brewing`);
    await page.locator('.results li').first().waitFor();
    await page.getByLabel('only in Coffee').check();
    await expect.poll(() => page.locator('.result-topic').allTextContents()).toEqual(['Coffee']);
    await page.getByLabel('code').check();
    await page.getByText('Nothing was found').waitFor();
  });

  it('says what it searched for instead of a misspelt word, and marks that', async () => {
    const { server } = await serveDocs();
    const page = await openPage(browser, `${server.url}#/?q=brewng`);
    await page.getByText('Searched for “brewing” instead of “brewng”.').waitFor();
    await page.locator('.snippet mark').first().waitFor();
    await expect.poll(() => page.locator('.reason').allTextContents()).toContain('text: brewing');
    await page.locator('.results a').first().click();
    await page.locator('section.chunk.selected').waitFor();
    await expect.poll(() => page.evaluate("CSS.highlights.get('query')?.size > 0")).toBe(true);
  });

  it('names the related words that it found, and marks them in the result and in the text', async () => {
    const { server } = await serveDocs();
    const page = await openPage(browser, `${server.url}#/?q=avoid%20repetition`);
    await page.getByText(/Found by related words alone: .*dry.* \(for “avoid repetition”\)\./).waitFor();
    const coffee = page.locator('.results li', { hasText: 'Coffee' }).first();
    await coffee.locator('mark', { hasText: 'dry' }).first().waitFor();
    expect(await coffee.locator('.reason').allTextContents()).toContainEqual(
      expect.stringMatching(/^related: .*dry.* \(for “avoid repetition”\)$/),
    );
    await coffee.locator('a').first().click();
    await page.locator('section.chunk.selected').waitFor();
    await expect.poll(() => page.evaluate("CSS.highlights.get('query')?.size > 0")).toBe(true);
  });

  it('loads again what changed, where the reader is', async () => {
    const { repo, server } = await serveDocs();
    const page = await openPage(browser, `${server.url}#/drinks/tea?chunk=3`);
    await page.locator('section.chunk.selected').waitFor();
    repo.write('docs/drinks/tea/golden-reference.md', tea(['Steeping', ...SECTIONS]));
    await repo.build();
    // The viewer connects some time after it has shown the page.
    const steeping = page.locator('h2', { hasText: 'Steeping' });
    const isShown = async () => {
      server.notifyChange(['drinks/tea/index.json']);
      return steeping.count();
    };
    await expect.poll(isShown, { interval: 300 }).toBe(1);
    await soon(() => page.getByText('Updated: drinks/tea/index.json').isVisible()).toBe(true);
    await soon(() => page.url()).toContain('chunk=3');
  });

  it.each(['light', 'dark'] as const)('fits a phone, with readable colours: %s', async (colorScheme) => {
    const { server } = await serveDocs();
    const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, colorScheme };
    const page = await openPage(browser, server.url, phone);
    await page.getByRole('button', { name: 'Topics', exact: true }).click();
    await page.getByRole('navigation', { name: 'Topics' }).getByRole('link', { name: 'Tea' }).click();
    for (const view of ['', '?chunk=2', '?view=chunks', '?view=stripes', '?view=questions', '?q=tea']) {
      await page.goto(`${server.url}#/drinks/tea${view}`);
      await page.getByRole('main').waitFor();
      const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
      expect([view, overflow]).toEqual([view, 0]);
    }
    const [ink, paper] = await page.evaluate<number[]>(
      '[getComputedStyle(document.body).color, getComputedStyle(document.body).backgroundColor].map((c) => Number(c.match(/\\d+/)[0]))',
    );
    expect(colorScheme === 'dark' ? ink! - paper! : paper! - ink!).toBeGreaterThan(150);
  });

  it('says what to do about docs that are not built, topics that are not there and a missing search index', async () => {
    const { repo } = await serveDocs();
    rmSync(join(repo.root, 'topicmill.yaml'));
    const bare = await serveRepo(repo, { docsRoot: 'docs' });
    const context = await browser.newContext();
    onTestFinished(() => context.close());
    const page = await context.newPage();
    await page.goto(`${bare.url}#/drinks/nothing`);
    await page.getByRole('heading', { name: 'There is no such topic' }).waitFor();
    await page.goto(`${bare.url}#/?q=tea`);
    await page.getByText('These docs have no search index').waitFor();
    rmSync(join(repo.root, 'docs/index.json'));
    await page.goto('about:blank');
    await page.goto(bare.url);
    await page.getByRole('heading', { name: 'There are no docs here yet' }).waitFor();
  });

  it('works below a path of a plain static host, without a word of our server', async () => {
    const { repo } = await serveDocs();
    const docs = join(repo.root, 'docs');
    cpSync(viewerDirectory(), docs, { recursive: true });
    expect((await repo.run('search-index')).exitCode).toBe(0);
    const host = createServer(staticServer(repo.root));
    await new Promise<void>((listening) => host.listen(0, '127.0.0.1', listening));
    onTestFinished(() => void host.close());
    const base = `http://127.0.0.1:${(host.address() as AddressInfo).port}/docs/index.html`;
    const page = await openPage(browser, `${base}#/?q=storing`);
    await page.locator('.results li').first().waitFor();
    await soon(() => page.locator('.explanation').textContent()).toContain('by words and questions.');
    await page.locator('.results a').first().click();
    await page.locator('section.chunk.selected').waitFor();
  });
});
