/// <reference lib="dom" />
import type { launchChromium } from '@topicmill/test-support/chromium';
import type { PlacedBox } from './searched-site.js';
import type { HostedSite, Line } from './site-host.js';

export type Browser = Awaited<ReturnType<typeof launchChromium>>;
type Page = Awaited<ReturnType<Browser['newPage']>>;

/** Of a fast typist. */
const KEY_MS = 80;
const LIMIT_MS = 60_000;
const POLL_MS = 10;
/** A page that is hydrated has its listeners before that. */
const OPENED_MS = 20_000;
const MAX_ATTEMPTS = 3;
/** A page that readers come to. */
export const START_PAGE = 'start/quick-start/';

/** What a reader waited for, from the key that opens the box, and what was loaded for it. */
export interface BoxSearch {
  readonly titleMs: number | undefined;
  readonly passageMs: number | undefined;
  /** Of the box and its index until the passage was there, those with the page among them. */
  readonly byteCount: number;
  readonly requestCount: number;
}

/** Opens a page on a line, with nothing in the cache, opens the box by its keys and types a query into it. */
export async function searchInBox(
  browser: Browser,
  { box, site, line, query }: { box: PlacedBox; site: HostedSite; line: Line; query: string },
): Promise<BoxSearch> {
  const context = await browser.newContext();
  try {
    site.line = line;
    site.served.length = 0;
    const page = await context.newPage();
    page.setDefaultTimeout(LIMIT_MS);
    await page.addInitScript(watchFor, { title: box.title, passage: box.passage, pollMs: POLL_MS });
    await page.goto(site.url + START_PAGE, { waitUntil: 'networkidle' });
    await openBox(page);
    await page.keyboard.type(query, { delay: KEY_MS });
    const seen = () => page.evaluate<{ title?: number; passage?: number }>('seenInBox');
    await page.waitForFunction('seenInBox.passage !== undefined').catch(() => undefined);
    const { title, passage } = await seen();
    const files = site.served.filter(({ path }) => box.files.test(path));
    return {
      titleMs: title,
      passageMs: passage,
      byteCount: files.reduce((sum, { byteCount }) => sum + byteCount, 0),
      requestCount: files.length,
    };
  } finally {
    await context.close();
  }
}

/** Opens the box by its keys, and waits until it takes letters: keys that come before a page listens are pressed again. */
export async function openBox(page: Page): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    await page.keyboard.press('Control+k');
    try {
      await page.waitForFunction(takesLetters, undefined, { timeout: OPENED_MS, polling: POLL_MS });
      return;
    } catch (error) {
      if (attempt === MAX_ATTEMPTS) throw error;
    }
  }
}

/** Runs in the page. */
function takesLetters(): boolean {
  const active = document.activeElement?.shadowRoot?.activeElement ?? document.activeElement;
  return active instanceof HTMLInputElement;
}

/** Runs in the page: notes when the first title and the first passage are shown, in milliseconds from Ctrl+K. */
function watchFor({ title, passage, pollMs }: { title: string; passage: string; pollMs: number }): void {
  const seen: { title?: number; passage?: number } = {};
  Object.assign(globalThis, { seenInBox: seen });
  let startMs: number | undefined;
  addEventListener(
    'keydown',
    ({ key, ctrlKey }) => {
      if (ctrlKey && key === 'k') startMs = performance.now();
    },
    true,
  );
  const isShown = (selector: string): boolean =>
    [document, ...Array.from(document.querySelectorAll('topicmill-search'), ({ shadowRoot }) => shadowRoot)].some(
      (root) => {
        const found = root?.querySelector(selector);
        return found !== null && found !== undefined && found.textContent !== '' && found.getClientRects().length > 0;
      },
    );
  setInterval(() => {
    if (startMs === undefined) return;
    if (seen.title === undefined && isShown(title)) seen.title = performance.now() - startMs;
    if (seen.passage === undefined && isShown(passage)) seen.passage = performance.now() - startMs;
  }, pollMs);
}
