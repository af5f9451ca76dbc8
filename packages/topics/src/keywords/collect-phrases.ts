import { type HeadingParts, isInsideWord, Join, joinOf, type TokenStream, wordIdOf } from './token-stream.js';
import type { Vocabulary } from './vocabulary.js';

const LINK_KINDS = 3;
/** More than any vocabulary's size times `LINK_KINDS`; times `MAX_NODES` it still is an exact integer. */
const EDGES_PER_NODE = 2 ** 30;
const NONE = -1;

/** The longest phrase, in parts: five dotted or hyphenated words seldom have more. */
export const MAX_PHRASE_PARTS = 8;

/** Phrases by their parts. A hyphen is equal to a space; a dot, or nothing between two parts, is not. */
export class PhraseTrie {
  /** Bounds the memory of a document made from headings only. Phrases beyond it are not added. */
  static readonly MAX_NODES = 2 ** 20;

  private readonly firstNodes: number[] = [];
  private readonly nodes = new Map<number, number>();
  private readonly phrases: number[] = [];
  private phraseCount = 0;

  /** Number of phrases; they are numbered from 0 in the order in which they were added. */
  get size(): number {
    return this.phraseCount;
  }

  /** The number of the phrase that is parts `start` to `end` (exclusive); `undefined` when there is no room for it. */
  add(parts: readonly number[], start: number, end: number): number | undefined {
    if (this.phrases.length + (end - start) > PhraseTrie.MAX_NODES) return undefined;
    let node = this.firstNodes[wordIdOf(parts[start]!)] ?? NONE;
    if (node === NONE) {
      node = this.addNode();
      this.firstNodes[wordIdOf(parts[start]!)] = node;
    }
    for (let i = start + 1; i < end; i++) node = this.childOf(node, edgeOf(parts[i]!));
    if (this.phrases[node] === NONE) this.phrases[node] = this.phraseCount++;
    return this.phrases[node]!;
  }

  /** The node of phrases that start with this part, or -1. */
  startAt(part: number): number {
    return this.firstNodes[wordIdOf(part)] ?? NONE;
  }

  /** The node that `part` leads to, or -1; no phrase crosses a break. */
  step(node: number, part: number): number {
    return joinOf(part) === Join.Break ? NONE : (this.nodes.get(node * EDGES_PER_NODE + edgeOf(part)) ?? NONE);
  }

  /** The phrase that ends at this node, or -1. */
  phraseAt(node: number): number {
    return this.phrases[node]!;
  }

  private childOf(node: number, edge: number): number {
    const key = node * EDGES_PER_NODE + edge;
    let child = this.nodes.get(key);
    if (child === undefined) {
      child = this.addNode();
      this.nodes.set(key, child);
    }
    return child;
  }

  private addNode(): number {
    this.phrases.push(NONE);
    return this.phrases.length - 1;
  }
}

function edgeOf(part: number): number {
  const join = joinOf(part);
  const link = join === Join.Dot ? 1 : join === Join.Adjacent ? 2 : 0;
  return wordIdOf(part) * LINK_KINDS + link;
}

/** Whether a phrase may start at this part of a text or end before it: not inside a dotted name. */
export function isPhraseBoundary(part: number | undefined): boolean {
  return part === undefined || joinOf(part) !== Join.Dot;
}

const MAX_PHRASE_WORDS = 5;
const NO_HEADING = 1;

/** What may be a compound of a topic, before its uses are counted. */
export interface Phrases {
  readonly trie: PhraseTrie;
  /** By phrase number: 1.5, 1.25, 1.1, or 1 without a heading. */
  readonly headerMultipliers: readonly number[];
  /**
   * By phrase number: the first part of the use that shows how the term is written. The first use as a hyphenated word,
   * for hyphens mark a term best; else the first one in the highest heading that contains it.
   */
  readonly starts: readonly number[];
}

/**
 * The phrases of a topic that may be compounds: sequences of two to five words of its headings, cut at punctuation and
 * stop words; dotted words of its headings; hyphenated words anywhere. Han characters count as parts of one word, so
 * that a sequence of two to eight of them is a phrase. A heading of n words gives at most 8 n phrases.
 */
export function collectPhrases(stream: TokenStream, vocabulary: Vocabulary): Phrases {
  const collector = new PhraseCollector(stream.parts, vocabulary);
  for (const heading of stream.headings) collector.addHeading(heading);
  collector.addHyphenatedWords();
  return collector;
}

class PhraseCollector implements Phrases {
  readonly trie = new PhraseTrie();
  readonly headerMultipliers: number[] = [];
  readonly starts: number[] = [];
  private readonly hyphenated = new Set<number>();

  constructor(
    private readonly parts: readonly number[],
    private readonly vocabulary: Vocabulary,
  ) {}

  addHeading(heading: HeadingParts): void {
    const multiplier = headerMultiplierOf(heading.level);
    for (let start = heading.start; start < heading.end; start++) {
      if (!isInsideWord(this.parts[start]!)) this.addPhrasesFrom(start, heading.end, multiplier);
    }
  }

  private addPhrasesFrom(start: number, limit: number, multiplier: number): void {
    let wordCount = 0;
    for (let at = start; at < limit; ) {
      if (at > start) {
        const join = joinOf(this.parts[at]!);
        if (join === Join.Break) return;
        if (join === Join.Space) wordCount++;
      }
      const end = this.endOfWord(at, limit);
      if (wordCount === MAX_PHRASE_WORDS || end - start > MAX_PHRASE_PARTS || this.isStop(at, end)) return;
      if (at === start && !this.hasLetter(at, end)) return;
      if (end - start > 1) this.add(start, end, multiplier);
      at = end;
    }
  }

  /** The part after the hyphenated or dotted word that starts at `start`. */
  private endOfWord(start: number, limit: number): number {
    let end = start + 1;
    while (end < limit && end - start <= MAX_PHRASE_PARTS && isInsideWord(this.parts[end]!)) end++;
    return end;
  }

  private isStop(start: number, end: number): boolean {
    return end - start === 1 && this.vocabulary.isStop(wordIdOf(this.parts[start]!));
  }

  private hasLetter(start: number, end: number): boolean {
    for (let i = start; i < end; i++) if (this.vocabulary.hasLetter(wordIdOf(this.parts[i]!))) return true;
    return false;
  }

  addHyphenatedWords(): void {
    for (let start = 0; start < this.parts.length; ) {
      let end = start + 1;
      let hasHyphen = false;
      for (; end < this.parts.length && isInsideWord(this.parts[end]!); end++) {
        if (joinOf(this.parts[end]!) === Join.Hyphen) hasHyphen = true;
      }
      if (hasHyphen && end - start <= MAX_PHRASE_PARTS && this.hasLetter(start, end)) this.addHyphenated(start, end);
      start = end;
    }
  }

  private addHyphenated(start: number, end: number): void {
    const phrase = this.add(start, end, NO_HEADING);
    if (phrase === undefined || this.hyphenated.has(phrase)) return;
    this.hyphenated.add(phrase);
    this.starts[phrase] = start;
  }

  private add(start: number, end: number, multiplier: number): number | undefined {
    const phrase = this.trie.add(this.parts, start, end);
    if (phrase === undefined || multiplier <= (this.headerMultipliers[phrase] ?? 0)) return phrase;
    this.headerMultipliers[phrase] = multiplier;
    this.starts[phrase] = start;
    return phrase;
  }
}

function headerMultiplierOf(level: number): number {
  if (level === 1) return 1.5;
  return level === 2 ? 1.25 : 1.1;
}
