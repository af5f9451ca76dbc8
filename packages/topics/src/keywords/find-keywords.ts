import { isPhraseBoundary, PhraseTrie } from './collect-phrases.js';
import { byScoreThenTerm, type Keyword } from './term.js';
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
 * Finds keywords in texts. Words are those of `extractTerms`: code does not count, case does not matter, a hyphen is equal
 * to a space, and a dotted name is found as a whole. A keyword inside a longer one is found as well. Linear in the length
 * of the text and of the keywords, whatever their number.
 *
 * @param keywords the topic's keywords, in any order
 * @returns a function from markdown without front matter, such as a chunk, to what it contains, best first: by score, then
 *   by name
 */
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
