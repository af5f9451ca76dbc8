import { addTo } from '@topicmill/base/groups';
import { compareCodeUnits } from '@topicmill/base/order';
import { analyzeWords } from '../analyze-text.js';
import { type DescriptionCounts, readWeighed, termRareness } from '../description-weights.js';

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
  /** Known to be no term of the docs, so that nothing is to be looked up for it. */
  readonly isAbsent?: boolean | undefined;
}

/** Gives what docs may call the things that some different terms describe: what they point to most comes first. */
export type TermDescriptions = (
  asked: readonly string[],
) => readonly DescribedTerm[] | Promise<readonly DescribedTerm[]>;

interface NamedTerm {
  readonly term: string;
  readonly word: string;
  /** What a description says for it: less for each of its other words, and for each name before its own. */
  readonly share: number;
}

/** How much less a name counts that is after another one. */
const NAME_DECAY = 0.3;
/** A description of which fewer terms are asked for counts only if all are. */
const MIN_MATCHED_TERMS = 2;

const [TAB, BLANK, COMMA] = [9, 32, 44];

/**
 * Reads descriptions of terms: lines of descriptions, a tab and the names of what they describe, descriptions and names between
 * commas. A description is a list of terms, as `analyzeText` gives them, each once, between blanks, or what `writeWeighed` makes
 * of these.
 *
 * @param counts left out, the text has all descriptions
 */
export function readTermDescriptions(
  text: string,
  counts?: DescriptionCounts,
): (asked: readonly string[]) => readonly DescribedTerm[] {
  const descriptions = new Descriptions(text, counts);
  return (asked) => {
    const matched = new Map<number, string[]>();
    for (const term of asked) {
      for (const start of descriptions.startsWith(term)) addTo(matched, start, term);
    }
    return countVotes(asked, matched, descriptions);
  };
}

/** Descriptions by their terms. */
class Descriptions {
  /** Where those start that have a term, as UTF-16 offsets in order. */
  private readonly starts = new Map<string, number[]>();
  private readonly counts: DescriptionCounts;
  /** By where the names start. */
  private readonly named = new Map<number, readonly NamedTerm[]>();

  constructor(
    private readonly text: string,
    counts?: DescriptionCounts,
  ) {
    let count = 0;
    for (let lineStart = 0; lineStart < text.length; lineStart = this.lineEnd(lineStart) + 1) {
      const lineEnd = text.indexOf('\t', lineStart);
      let [start, termStart] = [lineStart, lineStart];
      for (let at = lineStart; at <= lineEnd; at++) {
        const code = text.charCodeAt(at);
        if (code !== BLANK && code !== COMMA && code !== TAB) continue;
        addTo(this.starts, text.slice(termStart, at), start);
        termStart = at + 1;
        if (code === BLANK) continue;
        start = termStart;
        count++;
      }
    }
    this.counts = counts ?? { count, holdersOf: (term) => this.startsWith(term).length };
  }

  startsWith(term: string): readonly number[] {
    return this.starts.get(term) ?? [];
  }

  /** How rare some terms are, together. */
  weightOf(terms: readonly string[]): number {
    return termRareness(terms, this.counts);
  }

  /** How many terms the description has that starts at an offset, and how rare they are together. */
  describedAt(start: number): { readonly termCount: number; readonly weight: number } {
    const end = this.text.slice(start).search(/[,\t]/);
    const { terms, weight = this.weightOf(terms) } = readWeighed(this.text.slice(start, start + end));
    return { termCount: terms.length, weight };
  }

  /** What the description that starts at an offset describes. */
  namedAt(start: number): readonly NamedTerm[] {
    const namesStart = this.text.indexOf('\t', start) + 1;
    const named = this.named.get(namesStart) ?? parseNames(this.text.slice(namesStart, this.lineEnd(namesStart)));
    this.named.set(namesStart, named);
    return named;
  }

  private lineEnd(at: number): number {
    const end = this.text.indexOf('\n', at);
    return end === -1 ? this.text.length : end;
  }
}

/**
 * Each description votes for the terms that it describes: as much as its terms that are asked for are rare among descriptions,
 * times their share in it.
 */
function countVotes(
  asked: readonly string[],
  matched: ReadonlyMap<number, readonly string[]>,
  descriptions: Descriptions,
): DescribedTerm[] {
  const counted = new Map<string, { readonly word: string; votes: number; readonly from: Set<string> }>();
  for (const [start, common] of matched) {
    const { termCount, weight } = descriptions.describedAt(start);
    if (common.length < MIN_MATCHED_TERMS && common.length < termCount) continue;
    const strength = descriptions.weightOf(common) ** 2 / weight;
    for (const { term, word, share } of descriptions.namedAt(start)) {
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
