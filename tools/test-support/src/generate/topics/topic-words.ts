import { partSeed, Random, ZipfList } from '../random.js';
import { ACCENTED_TERM_ENDS, ADJECTIVES, COMMON_NOUNS, SYLLABLES, TERM_ENDS, VERBS } from './word-lists.js';

const OWN_TERM_COUNT = 24;
const CATEGORY_TERM_COUNT = 30;
const CATEGORY_SHARE = 0.35;
const ACCENTED_TOPIC_SHARE = 0.25;

const nouns = new ZipfList(COMMON_NOUNS);
const verbs = new ZipfList(VERBS);
const adjectives = new ZipfList(ADJECTIVES);

/** The words that one topic is written with: common ones, made-up terms of its category, and made-up terms of its own. */
export class TopicWords {
  readonly ownTerms: readonly string[];
  private readonly own: ZipfList<string>;
  private readonly ofCategory: ZipfList<string>;

  constructor(
    readonly random: Random,
    categoryTerms: readonly string[],
  ) {
    const ends = random.chance(ACCENTED_TOPIC_SHARE) ? [...TERM_ENDS, ...ACCENTED_TERM_ENDS] : TERM_ENDS;
    this.ownTerms = Array.from({ length: OWN_TERM_COUNT }, () => madeUpTerm(random, ends));
    this.own = new ZipfList(this.ownTerms);
    this.ofCategory = new ZipfList(categoryTerms);
  }

  /** Fills the slots of a pattern of the word lists. */
  fill(pattern: string): string {
    return pattern.replace(/\{([tnvaik])\}/g, (_, slot: string) => this.word(slot));
  }

  sentence(patterns: readonly string[]): string {
    return this.fill(this.random.pick(patterns));
  }

  identifier(): string {
    return `${asciiOf(this.term())}_${nouns.pick(this.random)}`;
  }

  private word(slot: string): string {
    const { random } = this;
    if (slot === 't') return this.term();
    if (slot === 'n') return nouns.pick(random);
    if (slot === 'v') return verbs.pick(random);
    if (slot === 'a') return adjectives.pick(random);
    return slot === 'i' ? this.identifier() : String(random.integer(2, 900));
  }

  private term(): string {
    return (this.random.chance(CATEGORY_SHARE) ? this.ofCategory : this.own).pick(this.random);
  }
}

/** The made-up terms that the topics of a category share. */
export function categoryTerms(seed: number, categoryIndex: number): string[] {
  const random = new Random(partSeed(seed, 'category', categoryIndex));
  return Array.from({ length: CATEGORY_TERM_COUNT }, () => madeUpTerm(random, TERM_ENDS));
}

/** The letters of a term without their accents. */
export function asciiOf(term: string): string {
  return term.normalize('NFD').replace(/[^a-z]/g, '');
}

function madeUpTerm(random: Random, ends: readonly string[]): string {
  const syllables = Array.from({ length: random.integer(2, 3) }, () => random.pick(SYLLABLES));
  return syllables.join('') + random.pick(ends);
}
