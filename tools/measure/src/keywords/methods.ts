import { compareCodeUnits } from '@topicmill/base/order';
import {
  type AuthorityTerm,
  buildAuthority,
  extractTerms,
  type LocalTerm,
  scoreKeywords,
} from '@topicmill/topics/keywords';
import type { ExpectedTopic } from './read-expected-topics.js';

/** The terms of each text, best first. */
export type Method = (texts: readonly string[]) => string[][];

/** Topicmill's keywords, and plain weights. */
export const METHODS: readonly (readonly [name: string, method: Method])[] = [
  ['as built', keywordsAsBuilt],
  ['TF-IDF of the same terms', termTfIdf],
  ['TF-IDF of plain words', plainTfIdf],
];

/**
 * Topicmill's keywords with the shares of the docs root that the lists are of, where they name them. What is known of a
 * topic's terms comes from the lists of the other topics alone.
 */
export function keywordsOfLists(topics: readonly ExpectedTopic[]): string[][] {
  const local = topics.map(({ text }) => ({ terms: extractTerms(text) }));
  return topics.map((topic, i) => {
    const others = topics.filter((other) => other !== topic);
    const multipliers = new Map(others.flatMap(({ globalMultipliers }) => [...globalMultipliers]));
    return scoreKeywords(local[i]!.terms, authorityOfLists(multipliers, local)).map(({ term }) => term);
  });
}

function keywordsAsBuilt(texts: readonly string[]): string[][] {
  const topics = texts.map((text) => ({ terms: extractTerms(text) }));
  const shared = buildAuthority(topics);
  return topics.map(({ terms }) => scoreKeywords(terms, shared).map(({ term }) => term));
}

function termTfIdf(texts: readonly string[]): string[][] {
  return rankByTfIdf(texts.map((text) => new Map(extractTerms(text).map(({ term, count }) => [term, count]))));
}

function plainTfIdf(texts: readonly string[]): string[][] {
  const countsByTopic = texts.map((text) => {
    const counts = new Map<string, number>();
    const prose = text.replace(/^```.*?^```/gms, '').replace(/`[^`\n]*`/g, '');
    for (const [word] of prose.toLowerCase().matchAll(/[\p{L}\p{N}]+(?:[-'][\p{L}\p{N}]+)*/gu)) {
      counts.set(word, (counts.get(word) ?? 0) + 1);
    }
    return counts;
  });
  return rankByTfIdf(countsByTopic);
}

function rankByTfIdf(countsByTopic: readonly ReadonlyMap<string, number>[]): string[][] {
  const holdingCounts = new Map<string, number>();
  for (const counts of countsByTopic) {
    for (const term of counts.keys()) holdingCounts.set(term, (holdingCounts.get(term) ?? 0) + 1);
  }
  return countsByTopic.map((counts) =>
    [...counts]
      .map(([term, count]) => ({ term, weight: count * Math.log(countsByTopic.length / holdingCounts.get(term)!) }))
      .sort((a, b) => b.weight - a.weight || compareCodeUnits(a.term, b.term))
      .map(({ term }) => term),
  );
}

/**
 * The classes that a docs root of many topics gives, as far as lists of its keywords show them, and for all other terms
 * those of the topics at hand.
 *
 * @param multipliers the global multiplier of each term in a list
 */
function authorityOfLists(
  multipliers: ReadonlyMap<string, number>,
  topics: readonly { readonly terms: readonly LocalTerm[] }[],
): AuthorityTerm[] {
  const classes = new Map(buildAuthority(topics).map(({ term, share }) => [term, share]));
  for (const [term, multiplier] of multipliers) {
    if (multiplier >= 2) classes.delete(sharedForm(term));
    else classes.set(sharedForm(term), multiplier >= 1.5 ? '10-25' : '25-50');
  }
  return [...classes].map(([term, share]) => ({ term, share }));
}

function sharedForm(term: string): string {
  return term.replaceAll('-', ' ');
}
