import { type AuthorityTerm, buildAuthority, type LocalTerm, type ShareClass } from '@topicmill/topics/keywords';

/** Of `topicCount` topics, `holdingCount` hold a term (one or more): the share to class it by, from 0 to 1. */
export type ShareEstimate = (holdingCount: number, topicCount: number) => number;

/** One-sided 95 %. */
const WILSON_Z = 1.645;

/** Ways to read a share from few topics. None of their constants is chosen by what it gives here. */
export const SHARE_ESTIMATES: readonly (readonly [name: string, estimate: ShareEstimate])[] = [
  ['of the other topics, (k − 1) / (n − 1)', (holding, topics) => (holding - 1) / Math.max(1, topics - 1)],
  ['of at least 20 topics', (holding, topics) => (holding === 1 ? 0 : holding / Math.max(topics, 20))],
  ['of at least 42 topics', (holding, topics) => (holding === 1 ? 0 : holding / Math.max(topics, 42))],
  ['absolute discount, (k − 0.75) / n', (holding, topics) => (holding - 0.75) / topics],
  ['lower end of the Wilson interval, 95 %', wilsonLowerBound],
  ['Jeffreys, (k + 0.5) / (n + 1)', (holding, topics) => (holding + 0.5) / (topics + 1)],
  ['Laplace, (k + 1) / (n + 2)', (holding, topics) => (holding + 1) / (topics + 2)],
];

function wilsonLowerBound(holding: number, topics: number): number {
  const share = holding / topics;
  const squared = WILSON_Z ** 2;
  const spread = WILSON_Z * Math.sqrt((share * (1 - share)) / topics + squared / (4 * topics ** 2));
  return (share + squared / (2 * topics) - spread) / (1 + squared / topics);
}

type LocalTerms = Iterable<{ readonly terms: readonly LocalTerm[] }>;

/** The terms of a docs root that are not rare, classed by an estimate of their shares. */
export function authorityBy(estimate: ShareEstimate): (topics: LocalTerms) => AuthorityTerm[] {
  return (topics) => {
    const counts = new Map<string, number>();
    let topicCount = 0;
    for (const { terms } of topics) {
      topicCount++;
      for (const term of new Set(terms.map(({ term }) => sharedForm(term)))) {
        counts.set(term, (counts.get(term) ?? 0) + 1);
      }
    }
    return [...counts].flatMap(([term, count]) => {
      const share = classOf(estimate(count, topicCount));
      return share === undefined ? [] : [{ term, share }];
    });
  };
}

/**
 * The classes that a docs root of many topics gives, as far as lists of its keywords show them, and for all other terms
 * those of the topics at hand.
 *
 * @param multipliers the global multiplier of each term that a list holds
 */
export function authorityOfLists(
  multipliers: ReadonlyMap<string, number>,
  topics: readonly { readonly terms: readonly LocalTerm[] }[],
): AuthorityTerm[] {
  const classes = new Map(buildAuthority(topics).terms.map(({ term, share }) => [term, share]));
  for (const [term, multiplier] of multipliers) {
    if (multiplier >= 2) classes.delete(sharedForm(term));
    else classes.set(sharedForm(term), multiplier >= 1.5 ? '10-25' : '25-50');
  }
  return [...classes].map(([term, share]) => ({ term, share }));
}

function classOf(share: number): ShareClass | undefined {
  if (share < 0.1) return undefined;
  if (share < 0.25) return '10-25';
  return share < 0.5 ? '25-50' : '50-100';
}

function sharedForm(term: string): string {
  return term.replaceAll('-', ' ');
}
