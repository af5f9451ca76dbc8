import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { type DocsRepo, reference, sampleRepo } from '../docs-repo.js';
import { serveRepo } from '../serve-repo.js';
import { openPage } from './viewed-docs.js';

/** Addresses, after the `#/`, of every kind of view that the sample has. */
export const VIEWS = [
  '',
  'drinks',
  'drinks/tea',
  'drinks/tea?chunk=2',
  'drinks/tea?view=chunks',
  'drinks/tea?view=stripes&chunk=1',
  'drinks/tea?view=questions',
  'drinks/tea?view=explain',
  'drinks/tea?q=storing',
  'drinks/tea?q=zzxqv',
  '?q=',
];
const WIDE_CODE = `\`\`\`ts\nconst line = '${'wide '.repeat(60)}';\n\`\`\`\n\n| a | b |\n| - | - |\n| ${'x'.repeat(200)} | ${'cell '.repeat(60)} |\n`;

interface ViewedRepo {
  readonly browser: Browser;
  readonly repo: DocsRepo;
  readonly width: number;
  readonly colorScheme: 'light' | 'dark';
  /** Of the browser, such as the colours of the system. */
  readonly options?: BrowserContextOptions;
  /** What is wrong with a view. */
  readonly look: (page: Page) => Promise<string[]>;
}

/** The sample with a topic that has wide code and a wide table; built. */
export async function wideRepo(onFinished: (remove: () => void) => void): Promise<DocsRepo> {
  const text = `${reference('Tea', 'green leaves')}\n## Code\n\n${WIDE_CODE}`;
  const repo = sampleRepo({ 'docs/drinks/tea/golden-reference.md': text }, onFinished);
  await repo.build();
  return repo;
}

/** What is found in any of the views of a repository, in a window of a width in CSS pixels. */
export async function findingsInViews({
  browser,
  repo,
  width,
  colorScheme,
  options,
  look,
}: ViewedRepo): Promise<string[]> {
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
    ...options,
  });
  const found: string[] = [];
  for (const view of VIEWS) {
    await page.goto('about:blank');
    await page.goto(`${server.url}#/${view}`);
    await page.locator('main:not([aria-busy=true]) :is(h1, .explanation)').first().waitFor({ state: 'attached' });
    await page.locator('.findings').waitFor();
    if (view.includes('q=s')) await page.locator('.snippet mark').first().waitFor();
    found.push(...(await look(page)).map((finding) => `${view}: ${finding}`));
  }
  return found;
}

/** Says by how much a page is wider than its window. */
export async function overflow(page: Page): Promise<string[]> {
  const tooWide = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
  return tooWide > 0 ? [`${tooWide} px too wide`] : [];
}
