import { compareCodeUnits } from '@topicmill/base/order';
import { byScoreThenTerm, type Keyword, type LocalTerm, scoreOf, sharedFormOf, typeMultiplierOf } from './term.js';

/** The share of the topics that a term is found in, in percent, the lower limit included. */
type ShareClass = '10-25' | '25-50' | '50-100';

/** A term that many topics contain. */
export interface AuthorityTerm {
  /** Written with spaces where topics may write hyphens. */
  readonly term: string;
  readonly share: ShareClass;
}

/** Below this number of topics, shares are taken of this number. */
const MIN_TOPICS_FOR_SHARES = 10;

/**
 * The terms that at least 10 % of the topics contain, in code-unit order; a term that is not listed is rare. A topic contains a term if it is among its local terms; a
 * hyphen is equal to a space. The order of the topics does not matter.
 *
 * With few topics a share says little. So shares are taken of at least ten topics, and a term of one topic alone is
 * rare, whatever the share: in a docs root of three topics, a term of one is rare, of two is in the class 10-25, of
 * all three in 25-50.
 */
export function buildAuthority(
  topics: Iterable<{ readonly terms: readonly Pick<LocalTerm, 'term'>[] }>,
): AuthorityTerm[] {
  const topicCounts = new Map<string, number>();
  let topicCount = 0;
  for (const topic of topics) {
    topicCount++;
    for (const form of new Set(topic.terms.map(({ term }) => sharedFormOf(term)))) {
      topicCounts.set(form, (topicCounts.get(form) ?? 0) + 1);
    }
  }
  const terms: AuthorityTerm[] = [];
  for (const [term, count] of topicCounts) {
    const share = shareClassOf(count, Math.max(topicCount, MIN_TOPICS_FOR_SHARES));
    if (share !== undefined) terms.push({ term, share });
  }
  return terms.sort((a, b) => compareCodeUnits(a.term, b.term));
}

function shareClassOf(count: number, topicCount: number): ShareClass | undefined {
  if (count === 1 || count * 10 < topicCount) return undefined;
  if (count * 4 < topicCount) return '10-25';
  return count * 2 < topicCount ? '25-50' : '50-100';
}

/** What an authority says about some terms: the keywords of their topic depend on nothing else of it. */
export function authorityOf<Row extends AuthorityTerm>(terms: readonly string[], authority: readonly Row[]): Row[] {
  const forms = new Set(terms.map(sharedFormOf));
  return authority.filter(({ term }) => forms.has(term));
}

const RARE_MULTIPLIER = 2;
const GLOBAL_MULTIPLIERS: Readonly<Record<ShareClass, number>> = { '10-25': 1.5, '25-50': 1, '50-100': 1 };
const DISTINCTIVE_MULTIPLIER = 1.5;
const MIN_COMMON_COUNT = 10;

/**
 * The keywords of a topic: score = count × header × type × global. Global is 2.0 for a rare term, 1.5 for one of the
 * class 10-25, else 1.0 (see `ShareClass`). Kept are the terms with a global multiplier of 1.5 or more, and those used at
 * least 10 times here that under half of the topics contain.
 *
 * @param terms the topic's local terms
 * @param authority the terms that many topics contain; all others are rare
 * @returns by score, highest first, then by term
 */
export function scoreKeywords(terms: readonly LocalTerm[], authority: readonly AuthorityTerm[]): Keyword[] {
  const shares = new Map(authority.map(({ term, share }) => [term, share]));
  const keywords: Keyword[] = [];
  for (const { term, type, count, headerMultiplier } of terms) {
    const share = shares.get(sharedFormOf(term));
    const globalMultiplier = share === undefined ? RARE_MULTIPLIER : GLOBAL_MULTIPLIERS[share];
    const isDistinctive = globalMultiplier >= DISTINCTIVE_MULTIPLIER;
    if (!isDistinctive && (count < MIN_COMMON_COUNT || share === '50-100')) continue;
    const typeMultiplier = typeMultiplierOf(type);
    const score = scoreOf(count, headerMultiplier, typeMultiplier, globalMultiplier);
    keywords.push({ term, type, count, headerMultiplier, typeMultiplier, globalMultiplier, score });
  }
  return keywords.sort(byScoreThenTerm);
}
