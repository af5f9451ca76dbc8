/// <reference lib="dom" />
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { launchChromium } from '@topicmill/test-support/chromium';
import { Random } from '@topicmill/test-support/generate';
import { startTopicmill } from '../bench/run-topicmill.js';
import { tracedTasks } from '../search-boxes/box-tasks.js';
import { median } from '../statistics.js';
import type { MeasureContext, Table } from '../table-command.js';

type Browser = Awaited<ReturnType<typeof launchChromium>>;
type Page = Awaited<ReturnType<Browser['newPage']>>;

const LARGE_BYTES = 1_000_000;
const LARGE = 'docs/large/golden-reference.md';
const SMALL = 'docs/small/golden-reference.md';
const TAB_COUNT = 12;
const QUICK_EDITS = 50;
const EDIT_PAUSE_MS = 40;
const SETTLE_MS = 3000;
const SEED = 1;
const WORDS =
  'ash brick clay cone fire flame glaze heat kiln night pot salt shelf slip smoke stone water wheel wood'.split(' ');

/** How long the viewer takes to show an edit: of a page of 1 MB, and in many tabs after many quick edits. */
export async function* viewerTables({ log }: Pick<MeasureContext, 'log'>, rounds: number): AsyncGenerator<Table> {
  const directory = mkdtempSync(join(tmpdir(), 'bench-viewer-'));
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(directory, path)), { recursive: true });
    writeFileSync(join(directory, path), text);
  };
  write('topicmill.yaml', 'docsRoot: docs\n');
  write(LARGE, largePage('nothing'));
  write(SMALL, smallPage(0));
  const { child, ended } = startTopicmill(directory, ['watch', '--serve', '--port', '0', '--json']);
  const browser = await launchChromium();
  try {
    const { url, nextTold } = await follow(createInterface({ input: child.stdout! }));
    log(`Editing a page of 1 MB, ${rounds} times.\n`);
    yield await largeTable(browser, url, { rounds, nextTold, edit: (text) => write(LARGE, largePage(text)) });
    log(`Editing a page ${QUICK_EDITS} times that ${TAB_COUNT} tabs show.\n`);
    yield await tabsTable(browser, url, { rounds, edit: (at) => write(SMALL, smallPage(at)) });
  } finally {
    await browser.close();
    child.kill('SIGTERM');
    await ended;
    rmSync(directory, { recursive: true, force: true });
  }
}

/** The address that the command serves at, and when it says that it has built a topic. */
async function follow(lines: AsyncIterable<string>): Promise<{ url: string; nextTold(): Promise<number> }> {
  let told: (ms: number) => void = () => {};
  const url = await new Promise<string>((serving) => {
    void (async () => {
      for await (const line of lines) {
        const event = JSON.parse(line) as { readonly kind: string; readonly url?: string };
        if (event.kind === 'serving') serving(event.url!);
        if (event.kind === 'topic') told(performance.now());
      }
    })();
  });
  return {
    url,
    nextTold: () =>
      new Promise((resolve) => {
        told = resolve;
      }),
  };
}

interface LargeEdits {
  readonly rounds: number;
  nextTold(): Promise<number>;
  edit(text: string): void;
}

async function largeTable(browser: Browser, url: string, { rounds, nextTold, edit }: LargeEdits): Promise<Table> {
  const page = await (await browser.newContext()).newPage();
  await page.goto(`${url}#/large`);
  await page.getByText('Here is nothing.').waitFor();
  const taken: { readonly show: number; readonly build: number; readonly tasks: number }[] = [];
  // The first edits are of code that is not compiled yet.
  for (let round = -2; round < rounds; round++) {
    await page.waitForTimeout(SETTLE_MS);
    const text = `edit ${round}`;
    let [show, build] = [0, 0];
    const { totalMs } = await tracedTasks(browser, page, async () => {
      const shown = page.evaluate(untilShown, `Here is ${text}.`);
      const built = nextTold();
      const before = performance.now();
      edit(text);
      await shown;
      show = performance.now() - before;
      build = (await built) - before;
    });
    if (round >= 0) taken.push({ show, build, tasks: totalMs });
  }
  await page.context().close();
  const row = (name: string, of: (each: (typeof taken)[number]) => number) => ({ name, values: spread(taken.map(of)) });
  return {
    title: 'The viewer: an edit of a page of 1 MB',
    notes: [
      `${rounds} edits of a paragraph, after two that are not counted. Wall time but for the tasks: those of the page's thread until it is built, from a trace.`,
    ],
    columns: ['median, ms', 'least', 'most'],
    rows: [
      row('saved to painted', ({ show }) => show),
      row('saved to built', ({ build }) => build),
      row('tasks of the page', ({ tasks }) => tasks),
    ],
  };
}

/** Runs in the page: resolves when a text comes into a chunk and is painted. Looks at nothing but what changes. */
function untilShown(text: string): Promise<void> {
  return new Promise((painted) => {
    const isIn = (node: Node): boolean =>
      node.parentElement?.closest('section.chunk') != null && node.textContent?.includes(text) === true;
    const observer = new MutationObserver((records) => {
      if (!records.some(({ target, addedNodes }) => [target, ...addedNodes].some(isIn))) return;
      observer.disconnect();
      requestAnimationFrame(() => setTimeout(painted));
    });
    observer.observe(document.body, { subtree: true, childList: true, characterData: true });
  });
}

interface QuickEdits {
  readonly rounds: number;
  edit(at: number): void;
}

async function tabsTable(browser: Browser, url: string, { rounds, edit }: QuickEdits): Promise<Table> {
  const context = await browser.newContext();
  let requestCount = 0;
  context.on('request', () => {
    requestCount += 1;
  });
  const pages: Page[] = [];
  for (let at = 0; at < TAB_COUNT; at++) {
    const page = await context.newPage();
    await page.goto(`${url}#/small`);
    await page.getByRole('heading', { level: 1, name: 'Edit 0' }).waitFor();
    pages.push(page);
  }
  const taken: { readonly requests: number; readonly ms: number }[] = [];
  for (let round = 0; round < rounds; round++) {
    await pages[0]!.waitForTimeout(SETTLE_MS);
    requestCount = 0;
    const last = (round + 1) * QUICK_EDITS;
    const shown = Promise.all(
      pages.map((page) => page.getByRole('heading', { level: 1, name: `Edit ${last}`, exact: true }).waitFor()),
    );
    for (let at = last - QUICK_EDITS + 1; at <= last; at++) {
      edit(at);
      await new Promise((rested) => setTimeout(rested, EDIT_PAUSE_MS));
    }
    const lastMs = performance.now();
    await shown;
    taken.push({ requests: requestCount, ms: performance.now() - lastMs });
  }
  await context.close();
  return {
    title: `The viewer: ${TAB_COUNT} tabs and ${QUICK_EDITS} quick edits`,
    notes: [
      `${rounds} times ${QUICK_EDITS} saves, one every ${EDIT_PAUSE_MS} ms; until the right text is in every tab, the build included.`,
    ],
    columns: ['median', 'least', 'most'],
    rows: [
      { name: 'requests', values: spread(taken.map(({ requests }) => requests)) },
      { name: 'last save to the right text, ms', values: spread(taken.map(({ ms }) => ms)) },
    ],
  };
}

function spread(values: readonly number[]): number[] {
  return [median(values), Math.min(...values), Math.max(...values)].map(Math.round);
}

function smallPage(at: number): string {
  const section = (name: string): string => `## ${name}\n\n${`What ${name} does is told here.\n`.repeat(40)}\n`;
  return `# Edit ${at}\n\nAll of it.\n\n${['Making', 'Storing', 'Serving'].map(section).join('')}`;
}

function largePage(edited: string): string {
  const random = new Random(SEED);
  const word = (): string => random.pick(WORDS);
  let text = '# Large\n\nAll of it.\n\n';
  for (let at = 0; text.length < LARGE_BYTES; at++) {
    const paragraph = (): string =>
      `${Array.from({ length: 60 }, word).join(' ')} with \`${word()}\` and [${word()}](#section-1).\n\n`;
    text += `## Section ${at} ${word()}\n\n${Array.from({ length: 4 }, paragraph).join('')}`;
    if (at % 5 === 0) text += '```js\nconst kiln = 1;\nfunction fire() { return kiln; }\n```\n\n';
    if (at === 300) text += `Here is ${edited}.\n\n`;
  }
  return text;
}
