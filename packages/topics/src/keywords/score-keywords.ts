import type { AuthorityTerm, ShareClass } from './authority.js';
import { byScoreThenTerm, type Keyword, type LocalTerm, scoreOf, sharedFormOf, typeMultiplierOf } from './term.js';

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
