import type { SearchIndex } from '@topicmill/search/retrieval';
import type { Row, Table } from '../table.js';
import { OWN_MODES, openIndex, ownIndex } from './own-index.js';
import type { SitePages } from './read-site-pages.js';

/** Rounds of which the fastest counts: all others were disturbed. */
const ROUND_COUNT = 7;

/** A site whose pages have questions, and what is asked. */
export interface QuestionedSite {
  readonly name: string;
  readonly pages: SitePages;
  /** Questions by topic id. */
  readonly expansions: ReadonlyMap<string, readonly string[]>;
  readonly queries: readonly string[];
}

/** How much larger an index and how much slower a query becomes by the questions of pages. */
export async function questionCosts(sites: readonly QuestionedSite[]): Promise<Table> {
  const rows: Row[] = [];
  for (const site of sites) rows.push(...(await costsOf(site)));
  return {
    title: 'What questions written for the pages cost',
    notes: [
      `Pages that have questions, without and with them. CPU time of one process, the least of ${ROUND_COUNT} alternating rounds, from memory.`,
    ],
    columns: ['without', 'with', 'times as much'],
    rows,
  };
}

async function costsOf({ name, pages, expansions, queries }: QuestionedSite): Promise<Row[]> {
  const asked = { ...pages, topics: pages.topics.filter(({ id }) => expansions.has(id)) };
  const count = [...expansions.values()].reduce((sum, questions) => sum + questions.length, 0);
  const files = [await ownIndex(asked, new Map()), await ownIndex(asked, expansions)] as const;
  const indexes = [await openIndex(files[0]), await openIndex(files[1])] as const;
  const sized = `${name}: ${(count / expansions.size).toFixed(1)} questions a page`;
  const rows: Row[] = [compared(`${sized}, kB`, sizeOf(files[0]) / 1000, sizeOf(files[1]) / 1000)];
  for (const mode of OWN_MODES) {
    const least: [number, number] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
    for (let round = 0; round < ROUND_COUNT; round++) {
      for (const at of [0, 1] as const) {
        least[at] = Math.min(least[at], await cpuOf(indexes[at], queries, mode));
      }
    }
    rows.push(compared(`${name}: ms of a query, ${mode}`, least[0], least[1]));
  }
  return rows;
}

/** Bytes of all files. */
export function sizeOf(files: ReadonlyMap<string, Uint8Array>): number {
  return [...files.values()].reduce((sum, bytes) => sum + bytes.length, 0);
}

function compared(name: string, without: number, withThem: number): Row {
  return { name, values: [without, withThem, withThem / without] };
}

/** Milliseconds of the processor for a query. */
async function cpuOf(
  index: SearchIndex,
  queries: readonly string[],
  mode: (typeof OWN_MODES)[number],
): Promise<number> {
  const before = process.cpuUsage();
  for (const query of queries) await index.search(query, { mode });
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / queries.length;
}
