import { type Diagnostic, throwFaults } from '@topicmill/base/diagnostics';
import { groupBy } from '@topicmill/base/groups';
import { parseJsonIfValid } from '@topicmill/base/json';
import { compareCodeUnits } from '@topicmill/base/order';
import { oneLine } from '@topicmill/text/white-space';
import { lowerCase } from '@topicmill/text/words';
import * as z from 'zod';
import type { Asked } from './ask.js';
import type { GateTopic } from './gate-topic.js';

const lineSchema = z.object({
  query: z.string(),
  count: z.number().int().nonnegative(),
  chosen: z.string().nullish(),
  ms: z.number().nonnegative().nullish(),
});

/** A search that a reader made. */
interface LoggedSearch {
  readonly query: string;
  /** Results that it had. */
  readonly count: number;
  /** Address of the result that the reader went to. */
  readonly chosen: string | undefined;
  /** Milliseconds until the results were there, where they were measured. */
  readonly ms: number | undefined;
}

/** All searches of one query, in whatever case. */
export interface LoggedQuery {
  /** As it was first written. */
  readonly query: string;
  readonly searchCount: number;
  /** How many of them had no result. */
  readonly emptyCount: number;
  /** Addresses that readers went to, the most frequent first; several times where several went. */
  readonly chosen: readonly string[];
}

/** What a log contains. */
export interface QueryLog {
  /** The most frequent first. */
  readonly queries: readonly LoggedQuery[];
  readonly searchCount: number;
  /** Of the searches whose time is known: half and 95 % took at most so many milliseconds. */
  readonly milliseconds: { readonly median: number; readonly p95: number } | undefined;
}

/**
 * Reads a log of searches: a JSON object `{ query, count, chosen, ms }` on each line; `chosen` and `ms` may be missing. A
 * blank query is not a search.
 *
 * @param file path that errors name
 * @throws FaultsError `QUESTIONS_INVALID` for every line that is something else
 */
export function readQueryLog(text: string, file: string): QueryLog {
  const faults: Diagnostic[] = [];
  const searches = text.split('\n').flatMap((line, at): LoggedSearch[] => {
    if (line.trim() === '') return [];
    const parsed = lineSchema.safeParse(parseJsonIfValid(line));
    if (!parsed.success) {
      faults.push(invalidLine(file, at + 1));
      return [];
    }
    const { query, count, chosen, ms } = parsed.data;
    const asked = oneLine(query);
    return asked === '' ? [] : [{ query: asked, count, chosen: chosen || undefined, ms: ms ?? undefined }];
  });
  throwFaults(faults);
  const times = searches.flatMap(({ ms }) => ms ?? []).sort((a, b) => a - b);
  const quantile = (share: number): number => times[Math.ceil(share * times.length) - 1]!;
  return {
    queries: queriesOf(searches),
    searchCount: searches.length,
    milliseconds: times.length === 0 ? undefined : { median: quantile(0.5), p95: quantile(0.95) },
  };
}

/** Questions to ask again, each with the topics that readers went to as its answer, and the addresses that no topic has. */
export function questionsOfLog(
  { queries }: QueryLog,
  topics: readonly GateTopic[],
): { asked: Asked[]; unknown: string[] } {
  const byAddress = topicsByAddress(topics);
  const unknown = new Set<string>();
  const asked = queries.flatMap(({ query, chosen }): Asked[] => {
    const right = chosen.flatMap((address) => {
      const topic = byAddress(address);
      if (topic === undefined) unknown.add(address);
      return topic ?? [];
    });
    const [topic, ...others] = new Set(right);
    return topic === undefined ? [] : [{ topic, otherTopics: others, text: query, answer: '', kind: 'people' }];
  });
  return { asked, unknown: [...unknown].sort(compareCodeUnits) };
}

function queriesOf(searches: readonly LoggedSearch[]): LoggedQuery[] {
  const groups = groupBy(searches, ({ query }) => lowerCase(query));
  const queries = [...groups.values()].map(
    (same): LoggedQuery => ({
      query: same[0]!.query,
      searchCount: same.length,
      emptyCount: same.filter(({ count }) => count === 0).length,
      chosen: byFrequency(same.flatMap(({ chosen }) => chosen ?? [])),
    }),
  );
  return queries.sort((a, b) => b.searchCount - a.searchCount || compareCodeUnits(a.query, b.query));
}

function byFrequency(addresses: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const address of addresses) counts.set(address, (counts.get(address) ?? 0) + 1);
  return [...counts].sort(([a, m], [b, n]) => n - m || compareCodeUnits(a, b)).map(([address]) => address);
}

/**
 * Finds the topic of an address by its path, wherever the log was made: a site is also read from previews and mirrors, and
 * below other folders. Ids of topics are addresses too.
 */
function topicsByAddress(topics: readonly GateTopic[]): (address: string) => string | undefined {
  const byPath = new Map<string, string>();
  for (const { id, chunks } of topics) {
    byPath.set(`/${id}`, id);
    for (const { url } of chunks) if (url !== undefined) byPath.set(pathOf(url), id);
  }
  return (address) => {
    const parts = pathOf(address).split('/').slice(1);
    for (let from = 0; from < parts.length; from++) {
      const id = byPath.get(`/${parts.slice(from).join('/')}`);
      if (id !== undefined) return id;
    }
    return byPath.get(pathOf(address));
  };
}

/** `/guide/install` for each form in which a page is linked. */
function pathOf(address: string): string {
  const path = URL.canParse(address) ? new URL(address).pathname : address.split(/[?#]/, 1)[0]!;
  return `/${path}`.replace(/^\/+/, '/').replace(/(?:\/index)?(?:\.html|\.md)?\/?$/, '');
}

function invalidLine(file: string, line: number): Diagnostic {
  return {
    severity: 'error',
    code: 'QUESTIONS_INVALID',
    message: 'The line is not a search of a log.',
    file,
    line,
    remedy: 'Write a JSON object on each line: query and count; chosen and ms where they are known.',
  };
}
