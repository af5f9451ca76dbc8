import { resolve } from 'node:path';
import { type CommandIo, counted, joinLines, screenOf, shownLine } from '@topicmill/base/cli';
import { readDocument } from '@topicmill/base/files';
import { indentedJson } from '@topicmill/base/json';
import {
  type Answer,
  type LoggedQuery,
  type QueryLog,
  questionsOfLog,
  readQueryLog,
  type Scores,
  scoreAnswers,
  worktreeSnapshot,
} from '@topicmill/pipeline/gate';
import type { Workspace } from '@topicmill/pipeline/runner';
import { askInTurn, cutTopicsAndReport } from './ask-docs.js';

/** Queries that are listed for people; JSON has all. */
const SHOWN = 20;

/**
 * Reports what readers asked and did not find, and asks again what they found: a page that somebody went to is right.
 *
 * @param log path of a file with a line for each search, relative to the folder of the command
 * @throws FaultsError `QUESTIONS_INVALID` for a line that is not a search; TopicmillError `FILE_UNREADABLE`
 * @returns whether all topics could be read
 */
export async function evaluateLog(
  log: string,
  workspace: Workspace,
  json: true | undefined,
  io: CommandIo,
): Promise<boolean> {
  const logged = readQueryLog(readDocument(resolve(io.cwd, log), log).text, log);
  const { topics, diagnostics } = await cutTopicsAndReport(worktreeSnapshot(workspace), io);
  const { asked, unknown } = questionsOfLog(logged, topics);
  const [answers = []] = asked.length === 0 ? [[]] : await askInTurn(asked, topics, workspace, io, [undefined]);
  const report = reportOf(logged, answers, unknown);
  io.stdout.write(json ? indentedJson(report) : formatReport(report, io));
  return diagnostics.length === 0;
}

/** What `eval --log --json` prints. */
interface LogReport {
  readonly searches: number;
  readonly queries: number;
  readonly milliseconds: NonNullable<QueryLog['milliseconds']> | null;
  /** Queries without a result, the most frequent first. */
  readonly not_found: readonly CountedQuery[];
  /** Queries with results, of which nobody went to one. */
  readonly not_chosen: readonly CountedQuery[];
  /** Of queries after which somebody went to a page of these docs, asked again. */
  readonly scores: Scores;
  /** Those of them whose page is not the first now; place 0 where it is not found. */
  readonly not_first: readonly { readonly query: string; readonly topic: string; readonly place: number }[];
  /** Addresses that readers went to and no topic has. */
  readonly unknown_addresses: readonly string[];
}

interface CountedQuery {
  readonly query: string;
  readonly searches: number;
}

function reportOf(
  { queries, searchCount, milliseconds }: QueryLog,
  answers: readonly Answer[],
  unknown: readonly string[],
): LogReport {
  const counts = (some: readonly LoggedQuery[]): CountedQuery[] =>
    some.map(({ query, searchCount: searches }) => ({ query, searches }));
  const isEmpty = ({ searchCount: all, emptyCount }: LoggedQuery): boolean => emptyCount === all;
  return {
    searches: searchCount,
    queries: queries.length,
    milliseconds: milliseconds ?? null,
    not_found: counts(queries.filter(isEmpty)),
    not_chosen: counts(queries.filter((query) => !isEmpty(query) && query.chosen.length === 0)),
    scores: scoreAnswers(answers),
    not_first: answers
      .filter(({ place }) => place !== 1)
      .map(({ question, topic, place }) => ({ query: question, topic, place })),
    unknown_addresses: unknown,
  };
}

function formatReport(report: LogReport, io: CommandIo): string {
  const screen = screenOf(io);
  const { searches, queries, milliseconds, scores, not_first: notFirst, unknown_addresses: unknown } = report;
  const time = milliseconds === null ? '' : `; ${milliseconds.median} ms, 95 % within ${milliseconds.p95} ms`;
  const share = (hits: number): string => `${(100 * hits).toFixed(1)} %`;
  const { questionCount, hitAt1, hitAt3 } = scores;
  const lines = [
    `Log: ${counted(searches, 'search', 'searches')} for ${counted(queries, 'query', 'queries')}${time}`,
    ...queryLines('Not found', report.not_found, searches),
    ...queryLines('Found, and nobody went to a result', report.not_chosen, searches),
    `Went to a page, asked again: ${counted(questionCount, 'query', 'queries')}${questionCount === 0 ? '' : `, the page is first for ${share(hitAt1)}, among three for ${share(hitAt3)}`}`,
    ...shown(notFirst, ({ query, topic, place }) => `${query} (${topic}, place ${place || 'none'})`),
    ...(unknown.length === 0
      ? []
      : [`Addresses that are in no topic: ${counted(unknown.length, 'address', 'addresses')}`]),
    ...shown(unknown, (address) => address),
  ];
  return joinLines(lines.map((line) => shownLine(line, screen)));
}

function queryLines(what: string, queries: readonly CountedQuery[], all: number): string[] {
  const searches = queries.reduce((sum, each) => sum + each.searches, 0);
  if (all === 0) return [];
  return [
    `${what}: ${counted(queries.length, 'query', 'queries')}, ${((100 * searches) / all).toFixed(1)} % of the searches`,
    ...shown(queries, (each) => `${each.searches} × ${each.query}`),
  ];
}

function shown<T>(items: readonly T[], format: (item: T) => string): string[] {
  const more = items.length - SHOWN;
  return [
    ...items.slice(0, SHOWN).map((item) => `  ${format(item)}`),
    ...(more > 0 ? [`  and ${more} more (--json lists them all)`] : []),
  ];
}
