import { QUESTION_KINDS, type QuestionKind } from '@topicmill/pipeline/gate';
import { meanInterval, rankMeasure } from '../statistics.js';
import { percent, type Table } from '../table-command.js';
import { ALL_BY_ENCODER, QUESTIONS_BY_ENCODER } from './site-searchers.js';

/** The name of the search that others are compared with. */
export const OWN_SEARCH = 'topicmill hybrid';

/** A question of a site as one search answered it. */
export interface AskedQuestion {
  readonly site: string;
  readonly use: 'choose' | 'report';
  readonly kind: QuestionKind;
  readonly question: string;
  /** Rank of the first page that answers by the search's name, from 1; 0 where none is found. */
  readonly ranks: ReadonlyMap<string, number>;
}

/** A table for each kind of question: every site apart, then all sites for choosing, then all for reporting. */
export function siteTables(asked: readonly AskedQuestion[], name: string): Table[] {
  return QUESTION_KINDS.flatMap((kind) => {
    const some = asked.filter((each) => each.kind === kind);
    return some.length === 0 ? [] : [kindTable(some, `${kind}: ${name}`)];
  });
}

function kindTable(asked: readonly AskedQuestion[], title: string): Table {
  const searches = shownSearches(asked);
  const compared = searches.filter((search) => search === QUESTIONS_BY_ENCODER || search === ALL_BY_ENCODER);
  const groups: [string, readonly AskedQuestion[]][] = [
    ...[...new Set(asked.map(({ site }) => site))].map((site): [string, readonly AskedQuestion[]] => [
      site,
      asked.filter((each) => each.site === site),
    ]),
    ['all for choosing', asked.filter(({ use }) => use === 'choose')],
    ['all for reporting', asked.filter(({ use }) => use === 'report')],
  ];
  return {
    title,
    notes: [
      'hit@1 / hit@3 / MRR. In the last column, the MRR of Topicmill less that of the best other search, with its 95 % interval.',
    ],
    columns: [
      'questions',
      ...searches,
      'ahead of the best other',
      ...compared.map((search) => `${search}: ahead of ${OWN_SEARCH}`),
    ],
    rows: groups
      .filter(([, some]) => some.length > 0)
      .map(([group, some]) => ({
        name: group,
        values: [
          some.length,
          ...searches.map((search) => cell(some, search)),
          lead(some, searches),
          ...compared.map((search) => ahead(some, search, OWN_SEARCH)),
        ],
      })),
  };
}

/** Of each family of searches that differ in a setting only, the one with the best answers for choosing. */
function shownSearches(asked: readonly AskedQuestion[]): string[] {
  const chosenBy = asked.some(({ use }) => use === 'choose') ? asked.filter(({ use }) => use === 'choose') : asked;
  const best = new Map<string, string>();
  for (const search of asked[0]!.ranks.keys()) {
    const family = search.replace(/, title × \d+$/, '');
    const known = best.get(family);
    if (known === undefined || reciprocal(chosenBy, search) > reciprocal(chosenBy, known)) best.set(family, search);
  }
  return [...best.values()];
}

function cell(asked: readonly AskedQuestion[], search: string): string {
  const { hitAt1, hitAt3, meanReciprocalRank } = rankMeasure(asked.map(({ ranks }) => ranks.get(search)!));
  return `${percent(hitAt1)} / ${percent(hitAt3)} / ${meanReciprocalRank.toFixed(3)}`;
}

function reciprocal(asked: readonly AskedQuestion[], search: string): number {
  return rankMeasure(asked.map(({ ranks }) => ranks.get(search)!)).meanReciprocalRank;
}

function lead(asked: readonly AskedQuestion[], searches: readonly string[]): string {
  const others = searches.filter((search) => !search.startsWith('topicmill'));
  const best = others.reduce((a, b) => (reciprocal(asked, b) > reciprocal(asked, a) ? b : a));
  return ahead(asked, OWN_SEARCH, best);
}

function ahead(asked: readonly AskedQuestion[], search: string, other: string): string {
  const worth = (rank: number): number => (rank === 0 ? 0 : 1 / rank);
  const { mean, low, high } = meanInterval(
    asked.map(({ ranks }) => worth(ranks.get(search)!) - worth(ranks.get(other)!)),
  );
  return `${signed(mean)} (${signed(low)} to ${signed(high)})`;
}

function signed(value: number): string {
  return `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(3)}`;
}
