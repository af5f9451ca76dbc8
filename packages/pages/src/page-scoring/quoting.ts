import { ENGLISH_STOP_WORDS } from '@topicmill/text/stop-words';
import { oneLine } from '@topicmill/text/white-space';
import { plainText } from '@topicmill/topics/formats';

const MAX_STATEMENTS = 4;
/** A statement is left out if its score is below this share of the best one. */
const MIN_SHARE = 0.4;
/**
 * How rare words and names of a chosen statement find further ones: by this factor of their weight, unless they are in
 * more statements than this and in a greater share of them.
 */
const RARE_WORD = { factor: 0.5, statements: 3, share: 0.02 };
const NAME = { factor: 0.75, statements: 20, share: 0.5 };
const DIGITS = /^\p{N}+$/u;
const HEADING_SHARE = 0.5;
/** What a statement counts for that is about none of the names in the question. */
const OTHER_SHARE = 0.5;
const CAPITALIZED_WORD = /(?<![\p{L}\p{N}])\p{Lu}[\p{L}\p{N}]*/gu;

/** Statements that answer a question. */
export interface Quote {
  /** In the order of the document, separated by a space; '' for none. */
  readonly answer: string;
  /**
   * Share of the question's words that the statements have, from 0 to 1: weighted by rareness, half for one in a heading
   * above the statement only. Words that no page has do not count.
   */
  readonly confidence: number;
}

/**
 * Quotes the statements that share words with a question, weighted by inverse document frequency among the statements
 * read so far; the rare words of a chosen statement are added to the question, so that references can be followed.
 * Texts are added one by one, each at the price of its own length.
 */
export class Quoter {
  readonly #asked: ReadonlySet<string>;
  /** Two words that follow each other in the question, separated by a space. */
  readonly #pairs: ReadonlySet<string>;
  /** Words of the question with a capital. */
  readonly #names: ReadonlySet<string>;
  readonly #answerable: readonly string[];
  readonly #seen = new Set<string>();
  readonly #statementsWith = new Map<string, number>();
  /** Those that have a word of the question. */
  readonly #candidates: Candidate[] = [];
  /** Words of the question in them: 1, or the share that one in a heading has. */
  readonly #found = new Map<string, number>();

  /** @param isKnown whether a word, in lower case and without a plural s, can be in a text */
  constructor(question: string, isKnown: (word: string) => boolean = () => true) {
    const words = singularWords(question);
    this.#asked = new Set(words.filter((word) => !ENGLISH_STOP_WORDS.has(word)));
    this.#pairs = new Set(wordPairs(words).filter((pair) => pair.split(' ').some((word) => this.#asked.has(word))));
    this.#names = namesIn(question);
    this.#answerable = [...this.#asked].filter(isKnown);
  }

  /**
   * Adds the statements of a text, each once, even if it occurs several times.
   *
   * @param position of the text in the document
   */
  add(text: string, position: number): void {
    readStatements(text).forEach((statement, order) => {
      if (this.#seen.has(statement.source)) return;
      const inOrder = singularWords(statement.source);
      if (inOrder.length === 0) return;
      const words = new Set([
        ...inOrder,
        ...statement.columnWords,
        ...wordPairs(inOrder).filter((pair) => this.#pairs.has(pair)),
      ]);
      this.#seen.add(statement.source);
      for (const word of words) this.#statementsWith.set(word, (this.#statementsWith.get(word) ?? 0) + 1);
      const { headingWords } = statement;
      const asked = [...this.#asked].filter((word) => words.has(word) || headingWords.has(word));
      if (asked.length === 0) return;
      for (const word of asked) this.#found.set(word, Math.max(this.#found.get(word) ?? 0, shareIn(word, words)));
      const phrases = [...this.#pairs].filter((pair) => words.has(pair));
      this.#candidates.push({ statement, words, headingWords, asked, phrases, position, order });
    });
  }

  /** The statements that answer the question best, of all texts added so far. */
  quote(): Quote {
    const { chosen, related } = this.#choose();
    const confidence = this.#confidence(chosen, related);
    chosen.sort((a, b) => a.position - b.position || a.order - b.order);
    return { answer: chosen.map(({ statement }) => statement.text()).join(' '), confidence };
  }

  /** What the confidence of a quote is at most, without choosing statements. */
  greatestConfidence(): number {
    return this.#weightedShare((word) => this.#found.get(word) ?? 0);
  }

  #idf(word: string): number {
    return Math.log(1 + this.#seen.size / (this.#statementsWith.get(word) ?? 1));
  }

  /** Weight of a word of a chosen statement; 0 for numbers, which other statements share by chance. */
  #leadingWeight(word: string, names: ReadonlySet<string>): number {
    const { factor, statements, share } = names.has(word) ? NAME : RARE_WORD;
    const isCommon = this.#statementsWith.get(word)! > Math.max(statements, this.#seen.size * share);
    return isCommon || DIGITS.test(word) ? 0 : this.#idf(word) * factor;
  }

  /**
   * Statements, and the words that they are about: names of the question, and what these lead to. Each is looked for
   * once more when the others are known, since what leads on may have been found after what it leads to.
   */
  #choose(): { chosen: Candidate[]; related: ReadonlySet<string> } {
    const chosen: Candidate[] = [];
    let bestScore = 0;
    while (chosen.length < MAX_STATEMENTS) {
      const next = this.#best(chosen);
      if (next === undefined || next.score < bestScore * MIN_SHARE) break;
      bestScore = Math.max(bestScore, next.score);
      chosen.push(next.candidate);
    }
    for (let index = 0; index < chosen.length && chosen.length > 1; index++) {
      chosen[index] = this.#best(chosen.filter((_, at) => at !== index))?.candidate ?? chosen[index]!;
    }
    return { chosen, related: this.#ledOn(chosen).related };
  }

  /** What chosen statements cover of the question, the words by which they lead on, and which are about its names. */
  #ledOn(chosen: readonly Candidate[]) {
    const covered = new Set<string>();
    const weights = new Map<string, number>();
    const related = new Set(this.#names);
    for (const { statement, words, headingWords } of chosen) {
      const isRelated = hasAny(words, related);
      const names = namesIn(statement.source);
      for (const word of words) {
        covered.add(word);
        if (this.#asked.has(word) || this.#pairs.has(word) || weights.has(word)) continue;
        const weight = this.#leadingWeight(word, names);
        if (weight === 0) continue;
        weights.set(word, weight);
        covered.delete(word);
        if (isRelated) related.add(word);
      }
      for (const word of headingWords) covered.add(word);
    }
    return { covered, weights, related };
  }

  /**
   * The candidate with the highest geometric mean of its weight for the question and the weight it adds to the chosen
   * ones, phrases of the question preferred. It must add a word of the question itself; words added from chosen
   * statements only rank such candidates.
   */
  #best(chosen: readonly Candidate[]): { candidate: Candidate; score: number } | undefined {
    const { covered, weights } = this.#ledOn(chosen);
    const idf = new Map([...this.#asked, ...this.#pairs].map((word) => [word, this.#idf(word)]));
    let best: { candidate: Candidate; score: number } | undefined;
    let bestRank = 0;
    for (const candidate of this.#candidates) {
      const { words, headingWords, asked, phrases } = candidate;
      if (asked.every((word) => covered.has(word))) continue;
      let matched = 0;
      let added = 0;
      const count = (word: string, weight: number): void => {
        const value = words.has(word) ? weight : weight * HEADING_SHARE;
        matched += value;
        if (!covered.has(word)) added += value;
      };
      for (const word of asked) count(word, idf.get(word)!);
      for (const [word, weight] of weights) if (words.has(word) || headingWords.has(word)) count(word, weight);
      const score = Math.sqrt(matched * added);
      const rank = phrases.reduce((sum, phrase) => sum + idf.get(phrase)!, score);
      if (rank <= bestRank || chosen.includes(candidate)) continue;
      best = { candidate, score };
      bestRank = rank;
    }
    return best;
  }

  #confidence(chosen: readonly Candidate[], related: ReadonlySet<string>): number {
    const shareOf = (word: string, { words, headingWords }: Candidate): number => {
      if (!words.has(word) && !headingWords.has(word)) return 0;
      return shareIn(word, words) * (related.size === 0 || hasAny(words, related) ? 1 : OTHER_SHARE);
    };
    return this.#weightedShare((word) => Math.max(0, ...chosen.map((candidate) => shareOf(word, candidate))));
  }

  /** Mean over the words of the question that can be answered, weighted by rareness; 1 without any. */
  #weightedShare(shareOf: (word: string) => number): number {
    let covered = 0;
    let all = 0;
    for (const word of this.#answerable) {
      const weight = this.#idf(word);
      all += weight;
      covered += weight * shareOf(word);
    }
    return all === 0 ? 1 : covered / all;
  }
}

/** What a word of a candidate counts for: less if only a heading above it has the word. */
function shareIn(word: string, words: ReadonlySet<string>): number {
  return words.has(word) ? 1 : HEADING_SHARE;
}

/** Words with a capital, without stop words. */
function namesIn(text: string): Set<string> {
  const words = singularWords((text.match(CAPITALIZED_WORD) ?? []).join(' '));
  return new Set(words.filter((word) => !ENGLISH_STOP_WORDS.has(word)));
}

function wordPairs(words: readonly string[]): string[] {
  return words.slice(1).map((word, index) => `${words[index]} ${word}`);
}

function hasAny(words: ReadonlySet<string>, among: ReadonlySet<string>): boolean {
  for (const word of among) if (words.has(word)) return true;
  return false;
}

interface Candidate {
  readonly statement: Statement;
  readonly words: ReadonlySet<string>;
  readonly headingWords: ReadonlySet<string>;
  /** Words of the question that it or a heading above it has, and pairs of them that it has. */
  readonly asked: readonly string[];
  readonly phrases: readonly string[];
  /** Of its text in the document, and of the statement in its text. */
  readonly position: number;
  readonly order: number;
}

/** A sentence, a list item, a table row or a line of code. */
interface Statement {
  /** As written, on one line. */
  readonly source: string;
  /** Words of the headings above it. */
  readonly headingWords: ReadonlySet<string>;
  /** Words of the header of its table, which a row leaves out. */
  readonly columnWords: readonly string[];
  /** Without markdown. */
  text(): string;
}

const HEADING = /^ {0,3}(#{1,6})[ \t]+(?![ \t])(.*)$/;
const CLOSING_MARKS = /(?<!#)#+$/;
const SPACE_AT_END = /(?<![ \t])[ \t]+$/;
const FENCE = /^ {0,3}(?:`{3,}|~{3,})/;
const ITEM = /^[ \t]*(?:[-*+]|\d{1,9}[.)]|>|\[\^[^\]]+\]:)[ \t]+/;
const ROW = /^ {0,3}\|/;
const DELIMITERS = /^[ \t|:-]+$/;
const SENTENCE_END = /(?<=[.!?]["')\]]?)\s+(?=["'([`*_]?[\p{Lu}\p{N}])/u;
/** Comments with continuity tokens, lead-ins and lead-outs. */
const OF_THE_PAGE = /^(?:<!--CT |\[Lead-(?:in|out)\] )/;

/** The statements of a markdown text in order, without comments, lead-ins and lead-outs. */
export function readStatements(text: string): Statement[] {
  const reading = new StatementReading();
  for (const line of text.split(/\r\n|\n|\r/)) reading.addLine(line);
  return reading.end();
}

class StatementReading {
  private readonly found: Statement[] = [];
  private readonly headings: string[] = [];
  private headingWords: ReadonlySet<string> = new Set();
  /** Of the header of the current table. */
  private columnWords: readonly string[] | undefined;
  private paragraph: string[] = [];
  private isCode = false;

  addLine(line: string): void {
    const isRow = ROW.test(line) && !this.isCode;
    if (!isRow) this.columnWords = undefined;
    if (FENCE.test(line)) {
      this.endParagraph();
      this.isCode = !this.isCode;
    } else if (this.isCode) {
      if (line.trim() !== '') this.add(line, () => line.trim());
    } else if (isRow) this.addRow(line);
    else if (line.trim() === '') this.endParagraph();
    else if (HEADING.test(line)) this.addHeading(line);
    else {
      if (ITEM.test(line)) this.endParagraph();
      this.paragraph.push(line.replace(ITEM, '').trim());
    }
  }

  end(): Statement[] {
    this.endParagraph();
    return this.found;
  }

  private addHeading(line: string): void {
    this.endParagraph();
    const [, marks = '', title = ''] = HEADING.exec(line)!;
    this.headings.length = Math.min(this.headings.length, marks.length - 1);
    this.headings[marks.length - 1] = title.replace(CLOSING_MARKS, '').replace(SPACE_AT_END, '');
    this.headingWords = new Set(singularWords(this.headings.join(' ')));
  }

  private addRow(line: string): void {
    this.endParagraph();
    if (this.columnWords === undefined) this.columnWords = singularWords(line);
    else if (!DELIMITERS.test(line)) this.add(line, () => shown(line.replaceAll('|', ' ')));
  }

  private endParagraph(): void {
    const whole = this.paragraph.join(' ');
    this.paragraph = [];
    if (whole === '' || OF_THE_PAGE.test(whole)) return;
    for (const sentence of whole.split(SENTENCE_END)) if (sentence !== '') this.add(sentence, () => shown(sentence));
  }

  private add(source: string, text: () => string): void {
    this.found.push({ source, headingWords: this.headingWords, columnWords: this.columnWords ?? [], text });
  }
}

function shown(markdown: string): string {
  return oneLine(plainText(markdown));
}

/** Marks are not part of a word here, as they are elsewhere: scores that are recorded depend on it. */
const WORD = /[\p{L}\p{N}]+/gu;
/** A word of four letters or more that ends with s, and what is before the s. */
const PLURAL = /^(.{3,})s$/;

/** The words of a text in lower case, without a plural s. */
export function singularWords(text: string): string[] {
  return (text.toLowerCase().match(WORD) ?? []).map(singular);
}

/** A word in lower case without a plural s. */
export function singular(word: string): string {
  return word.replace(PLURAL, '$1');
}
