import { type Browser, openBox, START_PAGE } from './box-search.js';
import type { HostedSite } from './site-host.js';

/** Slow enough that each key has its answer before the next. */
const KEY_MS = 300;
const SETTLE_MS = 3000;
const CATEGORIES = ['disabled-by-default-devtools.timeline', 'devtools.timeline', 'toplevel', '__metadata'];

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds. */
  readonly dur?: number;
  /** Of them those in which the thread ran. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

/** What the tasks of a page took, in milliseconds in which its thread ran. */
export interface PageTasks {
  readonly totalMs: number;
  readonly longestMs: number;
}

/**
 * What each key costs the page's main thread once the box and its index are loaded: a first query warms up, the second is
 * traced.
 */
export async function tasksPerKey(
  browser: Browser,
  site: HostedSite,
  { warmUp, query }: { warmUp: string; query: string },
): Promise<PageTasks> {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    await page.goto(site.url + START_PAGE, { waitUntil: 'networkidle' });
    await openBox(page);
    await page.keyboard.type(warmUp, { delay: KEY_MS });
    await page.waitForTimeout(SETTLE_MS);
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Delete');
    await page.waitForTimeout(SETTLE_MS);
    const { totalMs, longestMs } = await tracedTasks(browser, page, async () => {
      await page.keyboard.type(query, { delay: KEY_MS });
      await page.waitForTimeout(SETTLE_MS);
    });
    return { totalMs: totalMs / query.length, longestMs };
  } finally {
    await context.close();
  }
}

/** Traces the main thread of a page while something is done with it. */
export async function tracedTasks(
  browser: Browser,
  page: Parameters<Browser['startTracing']>[0] & object,
  act: () => Promise<void>,
): Promise<PageTasks> {
  await browser.startTracing(page, { categories: CATEGORIES });
  await act();
  const trace = JSON.parse((await browser.stopTracing()).toString()) as { readonly traceEvents: readonly TraceEvent[] };
  const busiest = busiestMainThread(trace.traceEvents);
  const times = busiest.map(({ dur, tdur }) => (tdur ?? dur ?? 0) / 1000);
  return { totalMs: times.reduce((sum, each) => sum + each, 0), longestMs: Math.max(0, ...times) };
}

/** The tasks of the page's main thread: other renderers of the browser, such as the one kept in reserve, do nothing. */
function busiestMainThread(events: readonly TraceEvent[]): readonly TraceEvent[] {
  const mains = events.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain');
  const tasks = mains.map(({ pid, tid }) =>
    events.filter((event) => event.name === 'RunTask' && event.pid === pid && event.tid === tid),
  );
  return tasks.reduce((most, each) => (each.length > most.length ? each : most), []);
}
