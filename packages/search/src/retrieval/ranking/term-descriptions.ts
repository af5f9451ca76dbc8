import { compareCodeUnits } from '@topicmill/base/order';
import { analyzeWords } from '../analyze-text.js';

/** A term of docs that descriptions connect with a query. */
export interface DescribedTerm {
  /** By which the docs are searched. */
  readonly term: string;
  /** As the descriptions name it. */
  readonly word: string;
  /** What the descriptions that have words of the query say for it, together; above 0. */
  readonly votes: number;
  /** Terms of the query that these have, in the order of the query. */
  readonly from: readonly string[];
}

/** Gives what docs may call the things that some different terms describe: what they point to most comes first. */
export type TermDescriptions = (asked: readonly string[]) => readonly DescribedTerm[];

/** What a description describes: one list for all descriptions of the same terms. */
interface NamedTerms {
  readonly names: string;
  parsed?: readonly NamedTerm[];
}

interface NamedTerm {
  readonly term: string;
  readonly word: string;
  /** What a description says for it: less for each of its other words, and for each name before its own. */
  readonly share: number;
}

interface Description {
  readonly terms: readonly string[];
  readonly named: NamedTerms;
}

/** How much less a name counts that is after another one. */
const NAME_DECAY = 0.3;
/** A description of which fewer terms are asked for counts only if all are. */
const MIN_MATCHED = 2;

/**
 * Reads descriptions of terms: lines of descriptions, a tab and the names of what they describe, descriptions and names between
 * commas. A description is a list of terms, as `analyzeText` gives them, each once, between blanks.
 */
export function readTermDescriptions(text: string): TermDescriptions {
  const descriptions = text.split('\n').flatMap(readLine);
  const byTerm = new Map<string, number[]>();
  for (const [at, { terms }] of descriptions.entries()) {
    for (const term of terms) {
      const own = byTerm.get(term);
      if (own === undefined) byTerm.set(term, [at]);
      else own.push(at);
    }
  }
  const rareness = new Map(
    Array.from(byTerm, ([term, own]) => [term, Math.log(1 + descriptions.length / own.length)] as const),
  );
  return (asked) => {
    const matched = new Map<number, string[]>();
    for (const term of asked) {
      for (const at of byTerm.get(term) ?? []) {
        const own = matched.get(at);
        if (own === undefined) matched.set(at, [term]);
        else own.push(term);
      }
    }
    return countVotes(asked, matched, descriptions, rareness);
  };
}

function readLine(line: string): Description[] {
  const [own = '', names = ''] = line.split('\t');
  const named: NamedTerms = { names };
  return own.split(',').map((description) => ({ terms: description.split(' '), named }));
}

/**
 * Each description votes for the terms that it describes: as much as its terms that are asked for are rare among descriptions,
 * times their share in it.
 */
function countVotes(
  asked: readonly string[],
  matched: ReadonlyMap<number, readonly string[]>,
  descriptions: readonly Description[],
  rareness: ReadonlyMap<string, number>,
): DescribedTerm[] {
  const counted = new Map<string, { readonly word: string; votes: number; readonly from: Set<string> }>();
  const sum = (terms: readonly string[]): number => terms.reduce((total, term) => total + rareness.get(term)!, 0);
  for (const [at, common] of matched) {
    const { terms, named } = descriptions[at]!;
    if (common.length < MIN_MATCHED && common.length < terms.length) continue;
    const weight = sum(common);
    const strength = (weight * weight) / sum(terms);
    for (const { term, word, share } of namedTerms(named)) {
      if (asked.includes(term)) continue;
      const own = counted.get(term) ?? { word, votes: 0, from: new Set() };
      own.votes += strength * share;
      for (const each of common) own.from.add(each);
      counted.set(term, own);
    }
  }
  return Array.from(counted, ([term, { word, votes, from }]) => ({
    term,
    word,
    votes,
    from: asked.filter((each) => from.has(each)),
  })).sort((a, b) => b.votes - a.votes || compareCodeUnits(a.term, b.term));
}

function namedTerms(named: NamedTerms): readonly NamedTerm[] {
  named.parsed ??= parseNames(named.names);
  return named.parsed;
}

function parseNames(names: string): NamedTerm[] {
  const parsed = new Map<string, NamedTerm>();
  for (const [at, name] of names.split(',').entries()) {
    const words = analyzeWords(name);
    const share = 1 / ((1 + NAME_DECAY * at) * Math.sqrt(words.length));
    for (const { word, terms } of words) {
      for (const term of terms) if (!parsed.has(term)) parsed.set(term, { term, word, share });
    }
  }
  return [...parsed.values()];
}
