/// <reference lib="dom" />
import { type Browser, START_PAGE } from './box-search.js';
import { tracedTasks } from './box-tasks.js';
import type { HostedSite, Line } from './site-host.js';

const SETTLE_MS = 1500;
/** Longer tasks block a page that is touched meanwhile, as Lighthouse counts them. */
const BLOCKING_MS = 50;

/** What a page that is opened for the first time costs, as Lighthouse tells it. */
export interface PageLoad {
  readonly firstPaintMs: number;
  readonly largestPaintMs: number;
  readonly layoutShift: number;
  readonly blockingMs: number;
  /** Of the main thread, in which it ran. */
  readonly taskMs: number;
  readonly byteCount: number;
}

/** Opens a page on a line with nothing in the cache. */
export async function loadPage(browser: Browser, site: HostedSite, line: Line): Promise<PageLoad> {
  const context = await browser.newContext();
  try {
    site.line = line;
    site.served.length = 0;
    const page = await context.newPage();
    await page.addInitScript(observe);
    const { totalMs } = await tracedTasks(browser, page, async () => {
      await page.goto(site.url + START_PAGE, { waitUntil: 'networkidle' });
      await page.waitForTimeout(SETTLE_MS);
    });
    const seen = await page.evaluate<Observed>('observedLoad');
    return {
      firstPaintMs: seen.firstPaint,
      largestPaintMs: seen.largestPaint,
      layoutShift: seen.shift,
      blockingMs: seen.longTasks.reduce((sum, each) => sum + each - BLOCKING_MS, 0),
      taskMs: totalMs,
      byteCount: site.served.reduce((sum, { byteCount }) => sum + byteCount, 0),
    };
  } finally {
    await context.close();
  }
}

interface Observed {
  firstPaint: number;
  largestPaint: number;
  shift: number;
  longTasks: number[];
}

/** Runs in the page. */
function observe(): void {
  const observed: Observed = { firstPaint: 0, largestPaint: 0, shift: 0, longTasks: [] };
  Object.assign(globalThis, { observedLoad: observed });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (entry.name === 'first-contentful-paint') observed.firstPaint = entry.startTime;
      else if (entry.entryType === 'largest-contentful-paint') observed.largestPaint = entry.startTime;
      else if (entry.entryType === 'longtask') observed.longTasks.push(entry.duration);
      else if (entry.entryType === 'layout-shift')
        observed.shift += (entry as PerformanceEntry & { value: number }).value;
    }
  }).observe({ entryTypes: ['paint', 'largest-contentful-paint', 'longtask', 'layout-shift'] });
}
