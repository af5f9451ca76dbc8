import type { HashKind } from './hash-kinds.js';
import type { Asked } from './read-questions.js';
import type { Rewording } from './rewordings.js';

/** Something asked, and the group of questions that answers it, if any does. */
export interface Query {
  readonly set: string;
  readonly text: string;
  readonly group: string | undefined;
  readonly isChosenOn: boolean;
}

/** The nearest question to a query. */
interface NearestQuestion {
  readonly query: Query;
  readonly distance: number;
  /** Whether the nearest question, or one as near, is one that answers it. */
  readonly isRight: boolean;
}

/** How often a limit finds the right question, and how often a wrong one. */
export interface MatchRates {
  readonly right: number;
  readonly wrong: number;
}

/** Names of the sets that no rule made. */
export const REAL_SET = 'real rewordings';
export const ASIDE_SET = 'question kept aside';
export const STRANGER_SET = 'unrelated';

/** Everything that is asked. */
export function queriesOf(
  questions: readonly Asked[],
  rewordings: readonly Rewording[],
  strangers: readonly string[],
): Query[] {
  const first = questions.filter(({ isFirst }) => isFirst);
  const of = (set: string, { group, isChosenOn }: Asked, text: string | undefined): Query[] =>
    text === undefined ? [] : [{ set, text, group, isChosenOn }];
  return [
    ...questions.filter(({ isFirst }) => !isFirst).flatMap((each) => of(REAL_SET, each, each.text)),
    ...rewordings.flatMap(({ name, reword }) => first.flatMap((each) => of(name, each, reword(each.text)))),
    ...first.flatMap((each) => of(ASIDE_SET, each, each.text)),
    ...strangers.map((text, at) => ({ set: STRANGER_SET, text, group: undefined, isChosenOn: at % 2 === 0 })),
  ];
}

/** Compares every query with every question that left a hash; a question kept aside is not compared with its own group. */
export function matchAll(kind: HashKind, questions: readonly Asked[], queries: readonly Query[]): NearestQuestion[] {
  const stored = questions.filter(({ isFirst }) => isFirst);
  const distanceOf = kind.compare(
    stored.map(({ text }) => text),
    queries.map(({ text }) => text),
  );
  return queries.map((query, askedAt) => {
    const isAside = query.set === ASIDE_SET;
    let distance = Number.POSITIVE_INFINITY;
    let isRight = false;
    for (const [at, { group }] of stored.entries()) {
      const isOwn = group === query.group;
      if (isAside && isOwn) continue;
      const other = distanceOf(at, askedAt);
      if (other < distance || (other === distance && isOwn)) [distance, isRight] = [other, isOwn];
    }
    return { query, distance, isRight };
  });
}

export function ratesOf(found: readonly NearestQuestion[], maxDistance: number): MatchRates {
  const near = found.filter(({ distance }) => distance <= maxDistance);
  const share = (count: number): number => (found.length === 0 ? 0 : count / found.length);
  return {
    right: share(near.filter(({ isRight }) => isRight).length),
    wrong: share(near.filter(({ isRight }) => !isRight).length),
  };
}

/** How the distances between questions of different groups are spread. */
export interface Collisions {
  readonly pairCount: number;
  /** Pairs of the same hash. */
  readonly equalCount: number;
  /** Share of the pairs by distance in whole bits, 0 to 64. */
  readonly spread: readonly number[];
}

const BITS = 64;

export function collisionsOf(kind: HashKind, questions: readonly Asked[]): Collisions {
  const texts = questions.map(({ text }) => text);
  const distanceOf = kind.compare(texts, texts);
  const counts = new Array<number>(BITS + 1).fill(0);
  let pairCount = 0;
  for (let a = 0; a < texts.length; a++) {
    for (let b = a + 1; b < texts.length; b++) {
      if (questions[a]!.group === questions[b]!.group) continue;
      pairCount++;
      counts[Math.round(distanceOf(a, b))]!++;
    }
  }
  return { pairCount, equalCount: counts[0]!, spread: counts.map((count) => count / pairCount) };
}
