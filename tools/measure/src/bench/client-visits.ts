import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core';
import type { Contender, Step } from './client-contenders.js';

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
  /** What all results take beyond the first one. */
  readonly rest: Load;
  /** Each query after the first, as a whole: all letters typed one after the other. */
  readonly queries: readonly Load[];
  /** CPU time of each keystroke of these queries, ms. */
  readonly keystrokes: readonly number[];
  /** CPU time of each search for all results of these queries, ms. */
  readonly searches: readonly number[];
  /** The first result when the page is loaded again. */
  readonly warm: Load;
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
        if (typeof (await find(${JSON.stringify(first)}, 'first')) !== 'string') throw new Error('Nothing was found.');
      })()`),
      );
    const ask = (query: string, step: Step): Promise<unknown> =>
      page.evaluate(`find(${JSON.stringify(query)}, '${step}').then(() => undefined)`);
    const cold = await start();
    const rest = await counted(() => ask(first!, 'all'));
    const keystrokes: number[] = [];
    const searches: number[] = [];
    const cpuOf = async (work: () => Promise<unknown>): Promise<number> => {
      const before = await cpuMs(session);
      await work();
      return (await cpuMs(session)) - before;
    };
    const loads: Load[] = [];
    for (const query of others) {
      loads.push(
        await counted(async () => {
          for (let length = FIRST_LETTERS; length <= query.length; length++) {
            const step = length === query.length ? 'first' : 'letter';
            keystrokes.push(await cpuOf(() => ask(query.slice(0, length), step)));
          }
        }),
      );
      searches.push(await cpuOf(() => ask(query, 'all')));
    }
    await page.reload();
    return { cold, rest, queries: loads, keystrokes, searches, warm: await start() };
  } finally {
    await context.close();
  }
}

/** What a query takes: until the first result, and for all of them. */
export interface QueryLoads {
  readonly first: Load;
  readonly rest: Load;
}

/** Asks each query first of all, in a browser that knows nothing; `undefined` for one that finds nothing. */
export async function firstVisits(
  { open }: Contender,
  { url, queries }: { readonly url: string; readonly queries: readonly string[] },
  browser: Browser,
): Promise<readonly (QueryLoads | undefined)[]> {
  const visits: (QueryLoads | undefined)[] = [];
  for (const query of queries) {
    const context = await browser.newContext();
    try {
      const opened = await openPage(context, url, undefined);
      visits.push(await askFirst(opened, `(globalThis.find = await ${open})`, query));
    } finally {
      await context.close();
    }
  }
  return visits;
}

/** Asks each query, letter by letter, in a browser where another one was asked before. */
export async function furtherVisits(
  { open }: Contender,
  { url, queries }: { readonly url: string; readonly queries: readonly string[] },
  browser: Browser,
): Promise<readonly (QueryLoads | undefined)[]> {
  const context = await browser.newContext();
  try {
    const opened = await openPage(context, url, undefined);
    await opened.page.evaluate(`(async () => { globalThis.find = await ${open}; await find('first', 'all'); })()`);
    const visits: (QueryLoads | undefined)[] = [];
    for (const query of queries) visits.push(await askFirst(opened, 'find', query));
    return visits;
  } finally {
    await context.close();
  }
}

async function askFirst(
  { page, counted }: Awaited<ReturnType<typeof openPage>>,
  find: string,
  query: string,
): Promise<QueryLoads | undefined> {
  let isFound = false;
  const letters = Array.from({ length: query.length }, (_, at) => query.slice(0, at + 1)).slice(FIRST_LETTERS - 1, -1);
  const first = await counted(async () => {
    isFound = await page.evaluate(`(async () => {
      const search = ${find};
      for (const typed of ${JSON.stringify(letters)}) await search(typed, 'letter');
      return typeof (await search(${JSON.stringify(query)}, 'first')) === 'string';
    })()`);
  });
  const rest = await counted(() => page.evaluate(`find(${JSON.stringify(query)}, 'all').then(() => undefined)`));
  return isFound ? { first, rest } : undefined;
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
