import { fileURLToPath } from 'node:url';
import { launchChromium } from '@topicmill/test-support/chromium';
import { Random } from '@topicmill/test-support/generate';
import { installSearchBoxes } from '../peers.js';
import { readTopics } from '../read-topics.js';
import { median } from '../statistics.js';
import type { MeasureContext, Row, Table } from '../table-command.js';
import { type BoxSearch, type Browser, searchInBox } from './box-search.js';
import { type PageTasks, tasksPerKey } from './box-tasks.js';
import { loadPage, type PageLoad } from './page-load.js';
import { BARE, BOXES, buildSearchedSite, type PlacedBox, type SearchedSite } from './searched-site.js';
import { type HostedSite, type Line, NO_LINE } from './site-host.js';

const DOCS = fileURLToPath(new URL('../../../../docs', import.meta.url));
const LINES: Readonly<Record<string, Line>> = {
  '10 Mbit/s, 40 ms': { latencyMs: 40, bytesPerSecond: 1_250_000 },
  '1.6 Mbit/s, 150 ms': { latencyMs: 150, bytesPerSecond: 200_000 },
  '400 kbit/s, 400 ms': { latencyMs: 400, bytesPerSecond: 50_000 },
};
const LOAD_LINE = '1.6 Mbit/s, 150 ms';
const SEED = 1;
const WARM_UP = 'golden reference';

/** What of search boxes is measured: searches on three lines, what a key costs the page, a page with the box and without. */
export const BOX_PARTS = ['searches', 'keys', 'load'] as const;
type BoxPart = (typeof BOX_PARTS)[number];

/**
 * Our search box next to those that sites of docs use, on one site of our own docs, in a browser: what a reader waits for and
 * loads on three lines, what a key costs the page, and what the page costs with the box in it.
 */
export async function* searchBoxTables(
  { log }: Pick<MeasureContext, 'log'>,
  { rounds, only }: { readonly rounds: number; readonly only: BoxPart | undefined },
): AsyncGenerator<Table> {
  const isWanted = (part: BoxPart): boolean => only === undefined || only === part;
  if (!installSearchBoxes(log)) return;
  log('Building the site of our docs by VitePress, twice.\n');
  const site = await buildSearchedSite(DOCS);
  const browser = await launchChromium();
  try {
    const queries = await drawnQueries(rounds);
    if (isWanted('searches')) yield* searchTables({ browser, site, queries, log });
    if (isWanted('keys')) yield await taskTable({ browser, site, queries });
    if (isWanted('load')) yield await loadTable({ browser, site, rounds });
  } finally {
    await browser.close();
    site.remove();
  }
}

interface Measured {
  readonly browser: Browser;
  readonly site: SearchedSite;
}

/** Titles of two or three words, drawn before any was searched for; a longer one is rarely typed to its end. */
async function drawnQueries(count: number): Promise<string[]> {
  const topics = await readTopics(DOCS);
  const titles = topics.flatMap(({ title, chunks }) => [title, ...chunks.map((chunk) => chunk.title)]);
  const short = [...new Set(titles)].filter((title) => /^[\p{L}-]+(?: [\p{L}-]+){1,2}$/u.test(title));
  return new Random(SEED)
    .shuffled(short)
    .slice(0, count)
    .map((title) => title.toLowerCase());
}

async function* searchTables({
  browser,
  site,
  queries,
  log,
}: Measured & { queries: readonly string[]; log: MeasureContext['log'] }): AsyncGenerator<Table> {
  for (const [name, line] of Object.entries(LINES)) {
    log(`Searching on a line of ${name}.\n`);
    const searches = BOXES.map((): BoxSearch[] => []);
    // One box after the other for each query, so that what else the machine does is spread over all.
    for (const query of queries) {
      for (const [at, box] of BOXES.entries())
        searches[at]!.push(await hosted(site, box, (host) => searchInBox(browser, { box, site: host, line, query })));
    }
    yield {
      title: `Search boxes: ${name}`,
      notes: [
        `Medians of ${queries.length} queries, the least and the most in brackets: ${queries.join(', ')}; 80 ms a key.`,
        'From the key that opens the box, on a page that is loaded, with nothing in the cache; bytes and requests are those of the box, its style and index.',
      ],
      columns: ['first title, ms', 'first passage, ms', 'kB', 'requests'],
      rows: BOXES.map((box, at) => searchRow(box, searches[at]!)),
    };
  }
}

function searchRow({ name }: PlacedBox, searches: readonly BoxSearch[]): Row {
  return {
    name,
    values: [
      spread(searches.map(({ titleMs }) => titleMs)),
      spread(searches.map(({ passageMs }) => passageMs)),
      spread(searches.map(({ byteCount }) => byteCount / 1000)),
      spread(searches.map(({ requestCount }) => requestCount)),
    ],
  };
}

async function taskTable({ browser, site, queries }: Measured & { queries: readonly string[] }): Promise<Table> {
  const tasks = BOXES.map((): PageTasks[] => []);
  for (const query of queries) {
    for (const [at, box] of BOXES.entries())
      tasks[at]!.push(await hosted(site, box, (host) => tasksPerKey(browser, host, { warmUp: WARM_UP, query })));
  }
  return {
    title: 'Search boxes: tasks of a key',
    notes: [
      'Time in which the main thread of the page ran, from a trace of the browser; the index is loaded, letters are typed every 300 ms.',
      `Medians of ${queries.length} queries, the least and the most in brackets.`,
    ],
    columns: ['ms a key', 'longest task, ms'],
    rows: BOXES.map(({ name }, at) => ({
      name,
      values: [spread(tasks[at]!.map(({ totalMs }) => totalMs)), spread(tasks[at]!.map(({ longestMs }) => longestMs))],
    })),
  };
}

const LOAD_FIGURES: Readonly<Record<string, (load: PageLoad) => number>> = {
  'first paint, ms': ({ firstPaintMs }) => firstPaintMs,
  'largest paint, ms': ({ largestPaintMs }) => largestPaintMs,
  'layout shift, thousandths': ({ layoutShift }) => 1000 * layoutShift,
  'blocked, ms': ({ blockingMs }) => blockingMs,
  'tasks, ms': ({ taskMs }) => taskMs,
  'page, kB': ({ byteCount }) => byteCount / 1000,
};

async function loadTable({ browser, site, rounds }: Measured & { rounds: number }): Promise<Table> {
  const boxes = [BARE, BOXES[0]!];
  const loads = boxes.map((): PageLoad[] => []);
  for (let round = 0; round < rounds; round++) {
    for (const [at, box] of boxes.entries())
      loads[at]!.push(await hosted(site, box, (host) => loadPage(browser, host, LINES[LOAD_LINE]!)));
  }
  return {
    title: 'A page with the search box and without',
    notes: [
      `Medians of ${rounds} alternating loads with nothing in the cache, the least and the most in brackets, on a line of ${LOAD_LINE}.`,
      'Blocked is what tasks take beyond 50 ms each.',
    ],
    columns: ['without', 'with', 'difference, %'],
    rows: Object.entries(LOAD_FIGURES).map(([name, figure]) => {
      const [without, withBox] = loads.map((each) => each.map(figure));
      const [before, after] = [median(without!), median(withBox!)];
      return {
        name,
        values: [spread(without!), spread(withBox!), before === 0 ? undefined : 100 * (after / before - 1)],
      };
    }),
  };
}

async function hosted<T>(site: SearchedSite, box: PlacedBox, use: (host: HostedSite) => Promise<T>): Promise<T> {
  const host = await site.host(box);
  try {
    return await use(host);
  } finally {
    host.line = NO_LINE;
    host.close();
  }
}

/** The median, and the least and the most; `undefined` if something was never shown. */
function spread(values: readonly (number | undefined)[]): string | undefined {
  const known = values.filter((value) => value !== undefined);
  if (known.length < values.length) return `never in ${values.length - known.length}`;
  const [middle, least, most] = [median(known), Math.min(...known), Math.max(...known)].map((each) =>
    each.toFixed(each >= 10 || Number.isInteger(each) ? 0 : 1),
  );
  return `${middle} (${least}–${most})`;
}
