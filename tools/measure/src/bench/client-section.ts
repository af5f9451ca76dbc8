import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startDocsServer } from '@topicmill/serve/docs-server';
import { chromiumPath, launchChromium } from '@topicmill/test-support/chromium';
import type { Browser } from 'playwright-core';
import { loadPagefind, type Pagefind } from '../peers.js';
import { median } from '../statistics.js';
import type { Row, Table } from '../table.js';
import { type Contender, writeContenders } from './client-contenders.js';
import { limitRows } from './client-limits.js';
import { evenly, QUERY_COUNT, typedQueries } from './client-queries.js';
import { type Line, type Load, type Visit, visit } from './client-visits.js';
import { type GeneratedDocs, generatedDocs } from './generated-docs.js';

const ROUNDS = 3;
const SLOW: Line = { latencyMs: 400, bytesPerSecond: 50_000 };
/** Queries typed after the first, letter by letter. */
const FURTHER_QUERIES = 5;

/**
 * What a browser loads and how long people wait: the first result with an empty cache, again with a full one, and while
 * further queries are typed; the search box, the reading client, Pagefind and MiniSearch on the same chunks.
 */
export async function clientSection(
  chunkCounts: readonly number[],
  withPeers: boolean,
  log: (message: string) => void,
): Promise<Table> {
  const title = 'Client';
  if (chromiumPath === undefined) {
    return { title, notes: ['Not measured: there is no chromium; set CHROMIUM_PATH.'], columns: [], rows: [] };
  }
  const pagefind = withPeers ? await loadPagefind(log) : undefined;
  const browser = await launchChromium();
  try {
    const measured: (readonly Row[])[] = [];
    for (const chunkCount of chunkCounts) {
      log(`First results from ${chunkCount} chunks.\n`);
      measured.push(await measureSize(chunkCount, pagefind, browser));
    }
    return {
      title,
      notes: [
        `In chromium, over topicmill serve, which compresses; the median of ${ROUNDS} visits. Every chunk is a record.`,
        `"Slow" is ${SLOW.latencyMs} ms and ${SLOW.bytesPerSecond / 1000} kB/s. The client's own code is included.`,
        `Queries are titles of topics; ${FURTHER_QUERIES} are typed after the first, with results from the third letter on, and the passage of the first result after the last.`,
        '"All results": those of the texts, too, after the first one. The search box has that by titles where any has the query.',
        `The last rows: ${QUERY_COUNT} titles of topics and sections each, as they are, cut, and with one random edit; the most of them all.`,
      ],
      columns: chunkCounts.map((count) => `${count} chunks`),
      rows: measured[0]!.map(({ name }, at) => ({ name, values: measured.map((rows) => rows[at]?.values[0]) })),
    };
  } finally {
    await browser.close();
    await pagefind?.close();
  }
}

async function measureSize(chunkCount: number, pagefind: Pagefind | undefined, browser: Browser): Promise<Row[]> {
  const directory = mkdtempSync(join(tmpdir(), 'bench-client-'));
  try {
    const docs = await generatedDocs(chunkCount);
    const contenders = await writeContenders(docs, pagefind, directory);
    const server = await startDocsServer({ docsRoot: directory });
    try {
      const rows: Row[] = [];
      for (const contender of contenders) {
        const at = { url: server.url, queries: queriesOf(docs) };
        rows.push(...rowsOf(contender, await visits(contender, at, browser)));
      }
      for (const contender of contenders.filter(({ showsTitlesFirst }) => showsTitlesFirst)) {
        rows.push(...(await limitRows(contender, typedQueries(docs), server.url, browser)));
      }
      return rows;
    } finally {
      await server.close();
    }
  } finally {
    rmSync(directory, { recursive: true });
  }
}

function queriesOf({ topics }: GeneratedDocs): string[] {
  return evenly(
    topics.map(({ title }) => title),
    1 + FURTHER_QUERIES,
  );
}

interface Visits {
  readonly fast: readonly Visit[];
  readonly slow: readonly Visit[];
}

async function visits(
  contender: Contender,
  at: { readonly url: string; readonly queries: readonly string[] },
  browser: Browser,
): Promise<Visits> {
  const all = async (line: Line | undefined): Promise<Visit[]> => {
    const made: Visit[] = [];
    for (let round = 0; round < ROUNDS; round++) made.push(await visit(contender, { ...at, line }, browser));
    return made;
  };
  return { fast: await all(undefined), slow: await all(SLOW) };
}

function rowsOf({ name }: Contender, { fast, slow }: Visits): Row[] {
  const row = (what: string, value: number | undefined): Row => ({ name: `${name}: ${what}`, values: [value] });
  const of = (
    made: readonly Visit[],
    loads: (visit: Visit) => readonly Load[],
    value: (load: Load) => number,
  ): number => median(made.flatMap((each) => loads(each).map(value)));
  const cold = (each: Visit): readonly Load[] => [each.cold];
  const rest = (each: Visit): readonly Load[] => [each.rest];
  const warm = (each: Visit): readonly Load[] => [each.warm];
  const queries = (each: Visit): readonly Load[] => each.queries;
  const requests = (load: Load): number => load.requestCount;
  const kilobytes = (load: Load): number => load.byteCount / 1000;
  const time = (load: Load): number => load.ms;
  const keystrokes = fast.flatMap((each) => each.keystrokes).sort((a, b) => a - b);
  const searches = fast.flatMap((each) => each.searches);
  return [
    row('cold, requests', of(fast, cold, requests)),
    row('cold, kB', of(fast, cold, kilobytes)),
    row('cold, ms', of(fast, cold, time)),
    row('cold, ms, slow', of(slow, cold, time)),
    row('cold, all results, further requests', of(fast, rest, requests)),
    row('cold, all results, further kB', of(fast, rest, kilobytes)),
    row('warm, requests', of(fast, warm, requests)),
    row('warm, kB', of(fast, warm, kilobytes)),
    row('warm, ms', of(fast, warm, time)),
    row('warm, ms, slow', of(slow, warm, time)),
    row('further query, requests', of(fast, queries, requests)),
    row('further query, most requests', Math.max(...fast.flatMap((each) => each.queries.map(requests)))),
    row('further query, kB', of(fast, queries, kilobytes)),
    row('further query, ms, slow', of(slow, queries, time)),
    row('keystroke, ms of CPU', median(keystrokes)),
    row('keystroke, ms of CPU, 95 of 100', keystrokes[Math.floor(0.95 * keystrokes.length)]!),
    row('all results, ms of CPU', median(searches)),
  ];
}
