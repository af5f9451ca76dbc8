import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core';
import type { Contender } from './client-contenders.js';

/** A line to the server; none for this machine as it is. */
export interface Line {
  readonly latencyMs: number;
  readonly bytesPerSecond: number;
}

/** What something took: requests and bytes that came over the wire, and the time until it was there. */
export interface Load {
  readonly requestCount: number;
  readonly byteCount: number;
  readonly ms: number;
}

/** What a visit took. */
export interface Visit {
  /** The first result, with an empty cache. */
  readonly cold: Load;
  /** Each query after the first, as a whole: all letters typed one after the other. */
  readonly queries: readonly Load[];
  /** CPU time of each keystroke of these queries, ms. */
  readonly keystrokes: readonly number[];
  /** The first result when the page is loaded again. */
  readonly warm: Load;
  /** As `cold`, when the first query has a mistake; `undefined` if nothing is found then. */
  readonly mistyped: Load | undefined;
}

/** Letters of a query that are typed before results are asked for. */
const FIRST_LETTERS = 3;

/** Types queries, the first one at once, into a page that searches, and loads the page again. */
export async function visit(
  { open }: Contender,
  {
    url,
    line,
    queries,
  }: { readonly url: string; readonly line: Line | undefined; readonly queries: readonly string[] },
  browser: Browser,
): Promise<Visit> {
  const context = await browser.newContext();
  try {
    const [first, ...others] = queries;
    const { page, session, counted } = await openPage(context, url, line);
    const start = (): Promise<Load> =>
      counted(() =>
        page.evaluate(`(async () => {
        globalThis.find = await ${open};
        if (typeof (await find(${JSON.stringify(first)}, true)) !== 'string') throw new Error('Nothing was found.');
      })()`),
      );
    const cold = await start();
    const keystrokes: number[] = [];
    const loads: Load[] = [];
    for (const query of others) {
      loads.push(
        await counted(async () => {
          for (let length = FIRST_LETTERS; length <= query.length; length++) {
            const before = await cpuMs(session);
            const isPause = length === query.length;
            await page.evaluate(`find(${JSON.stringify(query.slice(0, length))}, ${isPause}).then(() => undefined)`);
            keystrokes.push((await cpuMs(session)) - before);
          }
        }),
      );
    }
    await page.reload();
    return { cold, queries: loads, keystrokes, warm: await start(), mistyped: await visitMistyped() };
  } finally {
    await context.close();
  }

  async function visitMistyped(): Promise<Load | undefined> {
    const own = await browser.newContext();
    try {
      const { page, counted } = await openPage(own, url, line);
      let isFound = false;
      const load = await counted(async () => {
        isFound = await page.evaluate(
          `(async () => typeof (await (await ${open})(${JSON.stringify(mistype(queries[0]!))}, true)) === 'string')()`,
        );
      });
      return isFound ? load : undefined;
    } finally {
      await own.close();
    }
  }
}

/** With two letters swapped in the middle of its longest word. */
function mistype(query: string): string {
  const longest = query.split(' ').reduce((a, b) => (b.length > a.length ? b : a), '');
  const middle = Array.from(longest.slice(1, -1)).findIndex((letter, at, all) => at > 0 && letter !== all[at + 1]) + 1;
  const swapped = longest[middle + 1]! + longest[middle]!;
  return query.replace(longest, () => longest.slice(0, middle) + swapped + longest.slice(middle + 2));
}

async function openPage(
  context: BrowserContext,
  url: string,
  line: Line | undefined,
): Promise<{ page: Page; session: CDPSession; counted: (work: () => Promise<unknown>) => Promise<Load> }> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await page.goto(`${url}blank.txt`);
  await session.send('Network.enable');
  // By default its times are those of a clock, which waits for other processes, too.
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  if (line !== undefined) {
    const throughput = { downloadThroughput: line.bytesPerSecond, uploadThroughput: line.bytesPerSecond };
    await session.send('Network.emulateNetworkConditions', { offline: false, latency: line.latencyMs, ...throughput });
  }
  let byteCount = 0;
  const cached = new Set<string>();
  const loaded = new Set<string>();
  session.on('Network.requestServedFromCache', ({ requestId }) => cached.add(requestId));
  session.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.fromDiskCache) cached.add(requestId);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (cached.has(requestId)) return;
    loaded.add(requestId);
    byteCount += encodedDataLength;
  });
  const counted = async (work: () => Promise<unknown>): Promise<Load> => {
    const [bytesBefore, requestsBefore, startMs] = [byteCount, loaded.size, performance.now()];
    await work();
    const ms = performance.now() - startMs;
    return { requestCount: loaded.size - requestsBefore, byteCount: byteCount - bytesBefore, ms };
  };
  return { page, session, counted };
}

/** What the page's main thread has worked so far. */
async function cpuMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0);
}
