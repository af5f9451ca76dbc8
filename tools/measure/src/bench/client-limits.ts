import type { Browser } from 'playwright-core';
import type { Row } from '../table.js';
import type { Contender } from './client-contenders.js';
import type { QueryKind } from './client-queries.js';
import { firstVisits, furtherVisits, type Load, type QueryLoads } from './client-visits.js';

/** The most that any of many queries takes, asked first of all and after another one. */
export async function limitRows(
  contender: Contender,
  kinds: readonly QueryKind[],
  url: string,
  browser: Browser,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const { name, queries } of kinds) {
    const row = (what: string, value: number): void => {
      rows.push({ name: `${contender.name}: ${name}: ${what}`, values: [value] });
    };
    const first = await firstVisits(contender, { url, queries }, browser);
    const further = await furtherVisits(contender, { url, queries }, browser);
    row('queries', queries.length);
    row('nothing found', first.filter((each) => each === undefined).length);
    row(
      'cold, most requests',
      most(first, (each) => each.first, requests),
    );
    row(
      'cold, most kB',
      most(first, (each) => each.first, kilobytes),
    );
    row('cold, all results, most requests', most(first, both, requests));
    row('cold, all results, most kB', most(first, both, kilobytes));
    row(
      'further query, most requests',
      most(further, (each) => each.first, requests),
    );
    row('further query, all results, most requests', most(further, both, requests));
  }
  return rows;
}

function most(
  loads: readonly (QueryLoads | undefined)[],
  part: (loads: QueryLoads) => Load,
  value: (load: Load) => number,
): number {
  return Math.max(...loads.flatMap((each) => (each === undefined ? [] : [value(part(each))])));
}

function both({ first, rest }: QueryLoads): Load {
  return {
    requestCount: first.requestCount + rest.requestCount,
    byteCount: first.byteCount + rest.byteCount,
    ms: first.ms + rest.ms,
  };
}

function requests({ requestCount }: Load): number {
  return requestCount;
}

function kilobytes({ byteCount }: Load): number {
  return byteCount / 1000;
}
