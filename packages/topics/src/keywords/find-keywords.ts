import { compareCodeUnits } from '@topicmill/base/order';
import { isPhraseBoundary, PhraseTrie } from './collect-phrases.js';
import { byScoreThenTerm, type Keyword, type LocalTerm, scoreOf, sharedFormOf, typeMultiplierOf } from './term.js';
import { Join, joinOf } from './token-stream.js';
import { tokenize } from './tokenize.js';
import { Vocabulary } from './vocabulary.js';

const NO_STOP_WORDS: ReadonlySet<string> = new Set();

/** A keyword of a topic that a chunk of it contains. */
export interface FoundKeyword {
  readonly name: string;
  /** Its score in the topic. */
  readonly score: number;
  /** Its count in the topic. */
  readonly count: number;
}

/**
 * The keywords that occur in a text, best first (by score, then by name). Words are those of `extractTerms`: code does
 * not count, case does not matter, a hyphen is equal to a space, and a dotted name is found as a whole. A keyword inside
 * a longer one is found as well. Linear in the length of the text and of the keywords, whatever their number.
 *
 * @param text markdown, such as a chunk; it has no front matter
 * @param keywords the topic's keywords, in any order
 */
export function findKeywords(
  text: string,
  keywords: readonly Pick<Keyword, 'term' | 'score' | 'count'>[],
): FoundKeyword[] {
  return keywordFinder(keywords)(text);
}

/** `findKeywords` for many texts with the same keywords. */
export function keywordFinder(
  keywords: readonly Pick<Keyword, 'term' | 'score' | 'count'>[],
): (text: string) => FoundKeyword[] {
  const names = keywords.flatMap(({ term }) => term.match(/[A-Z]{2,}/g) ?? []);
  const vocabulary = new Vocabulary(NO_STOP_WORDS, new Set(names.map((name) => name.toLowerCase())));
  const trie = new PhraseTrie();
  const ordered = [...keywords].sort(byScoreThenTerm);
  const rankByPhrase = new Map<number, number>();
  for (const [rank, { term }] of ordered.entries()) {
    const { parts } = tokenize(term, vocabulary);
    if (parts.length === 0 || parts.some((part, i) => i > 0 && joinOf(part) === Join.Break)) continue;
    const phrase = trie.add(parts, 0, parts.length);
    if (phrase !== undefined && !rankByPhrase.has(phrase)) rankByPhrase.set(phrase, rank);
  }
  vocabulary.close();
  return (text) => {
    const found = new Set<number>();
    for (const phrase of phrasesIn(tokenize(text, vocabulary).parts, trie)) found.add(rankByPhrase.get(phrase)!);
    return [...found]
      .sort((a, b) => a - b)
      .map((rank) => {
        const { term, score, count } = ordered[rank]!;
        return { name: term, score, count };
      });
  };
}

function phrasesIn(parts: readonly number[], trie: PhraseTrie): Set<number> {
  const found = new Set<number>();
  for (let start = 0; start < parts.length; start++) {
    let node = trie.startAt(parts[start]!);
    for (let end = start + 1; node !== -1; end++) {
      const phrase = trie.phraseAt(node);
      const isWhole = end - start === 1 || (isPhraseBoundary(parts[start]) && isPhraseBoundary(parts[end]));
      if (phrase !== -1 && isWhole) found.add(phrase);
      if (end === parts.length) break;
      node = trie.step(node, parts[end]!);
    }
  }
  return found;
}

/** The share of the topics that a term is found in, in percent, the lower limit included. */
type ShareClass = '10-25' | '25-50' | '50-100';

/** A term that many topics contain. */
export interface AuthorityTerm {
  /** Written with spaces where topics may write hyphens. */
  readonly term: string;
  readonly share: ShareClass;
}

/** How terms are shared among the topics of a docs root. A term that is not listed is rare. */
interface Authority {
  /** Topics that were looked at. Not kept in `authority.md`, whose bytes change only when a class does. */
  readonly topicCount: number;
  /** Ordered by term, in code units. */
  readonly terms: readonly AuthorityTerm[];
}

/** Below this number of topics, shares are taken of this number. */
const MIN_TOPICS_FOR_SHARES = 10;

/**
 * Finds the terms that at least 10 % of the topics contain. A topic contains a term if it is among its local terms; a
 * hyphen is equal to a space. The order of the topics does not matter.
 *
 * With few topics a share says little. So shares are taken of at least ten topics, and a term of one topic alone is
 * rare, whatever the share: in a docs root of three topics, a term of one is rare, of two is in the class 10-25, of
 * all three in 25-50.
 */
export function buildAuthority(topics: Iterable<{ readonly terms: readonly Pick<LocalTerm, 'term'>[] }>): Authority {
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
  return { topicCount, terms: terms.sort((a, b) => compareCodeUnits(a.term, b.term)) };
}

function shareClassOf(count: number, topicCount: number): ShareClass | undefined {
  if (count === 1 || count * 10 < topicCount) return undefined;
  if (count * 4 < topicCount) return '10-25';
  return count * 2 < topicCount ? '25-50' : '50-100';
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
