import { TopicmillError } from '@topicmill/base/diagnostics';
import { ENGLISH_STOP_WORDS } from '@topicmill/text/stop-words';
import type { TokenCounter } from '@topicmill/text/tokens';
import { oneLine } from '@topicmill/text/white-space';
import { plainText } from '@topicmill/topics/formats';

/** Answers questions from texts. */
export interface Reader {
  /** The provider's exact name of the model, for reports. */
  readonly name: string;
  /** Maximum tokens of texts, question and answer together; `undefined` for no limit. */
  readonly contextTokens: number | undefined;
  /**
   * @param texts in the order of the document
   * @param label name of the question in errors
   */
  answer(texts: readonly string[], question: string, label: string, signal?: AbortSignal): Promise<Reading>;
}

/** An answer, and its time in milliseconds without pauses that a server requested. */
export interface Reading {
  readonly answer: string;
  readonly elapsedMs: number;
}

/** Tokens reserved for an answer. */
export const ANSWER_TOKENS = 1_024;

const MAX_STATEMENTS = 4;
/** A statement is left out if its score is below this share of the best one. */
const MIN_SHARE = 0.4;
/** Weight factor of the rare words of a chosen statement, by which further statements are found. */
const LED_ON = 0.5;
/** Words in more than this share of the statements are not used to find further ones. */
const COMMON_SHARE = 0.02;
const HEADING_SHARE = 0.5;
/** Short readings are timed in several rounds, and the shortest counts. */
const ROUNDS = 5;
const ENOUGH_MS = 20;

/**
 * A reader without a model: it quotes the statements that share words with the question, weighted by inverse document
 * frequency; the rare words of a chosen statement are added to the question, so that references can be followed. The
 * same texts give the same answer.
 *
 * @param now monotonic clock in milliseconds; without it each text is read once, and readings take 0 ms
 */
export function extractiveReader(now?: () => number): Reader {
  return {
    name: 'extractive',
    contextTokens: undefined,
    answer: async (texts, question) => {
      if (now === undefined) return { answer: quote(texts, question), elapsedMs: 0 };
      let answer = '';
      let elapsedMs = Number.POSITIVE_INFINITY;
      let spentMs = 0;
      for (let round = 0; round < ROUNDS && spentMs < ENOUGH_MS; round++) {
        const start = now();
        answer = quote(texts, question);
        const roundMs = now() - start;
        elapsedMs = Math.min(elapsedMs, roundMs);
        spentMs += roundMs;
      }
      return { answer, elapsedMs };
    },
  };
}

interface Candidate {
  readonly statement: Statement;
  readonly words: ReadonlySet<string>;
  readonly headingWords: ReadonlySet<string>;
}

function quote(texts: readonly string[], question: string): string {
  const asked = new Set(singularWords(question).filter((word) => !ENGLISH_STOP_WORDS.has(word)));
  const { candidates, statementsWith, count } = readCandidates(texts);
  const idf = (word: string): number => Math.log(1 + count / (statementsWith.get(word) ?? 1));
  const weights = new Map([...asked].map((word) => [word, idf(word)]));
  const covered = new Set<string>();
  const chosen: Candidate[] = [];
  let bestScore = 0;
  while (chosen.length < MAX_STATEMENTS) {
    const next = bestCandidate(candidates, { weights, asked, covered, chosen });
    if (next === undefined || next.score < bestScore * MIN_SHARE) break;
    bestScore = Math.max(bestScore, next.score);
    chosen.push(next.candidate);
    for (const word of next.candidate.words) {
      covered.add(word);
      if (!asked.has(word) && statementsWith.get(word)! <= Math.max(3, count * COMMON_SHARE)) {
        weights.set(word, idf(word) * LED_ON);
        covered.delete(word);
      }
    }
    for (const word of next.candidate.headingWords) covered.add(word);
  }
  const order = new Map(candidates.map((candidate, index) => [candidate, index]));
  return chosen
    .sort((a, b) => order.get(a)! - order.get(b)!)
    .map(({ statement }) => statement.text())
    .join(' ');
}

/** Each statement once, even if it occurs several times. */
function readCandidates(texts: readonly string[]) {
  const bySource = new Map<string, Candidate>();
  const statementsWith = new Map<string, number>();
  for (const text of texts) {
    for (const statement of statementsOf(text)) {
      if (bySource.has(statement.source)) continue;
      const words = new Set(singularWords(statement.source));
      if (words.size === 0) continue;
      bySource.set(statement.source, { statement, words, headingWords: statement.headingWords });
      for (const word of words) statementsWith.set(word, (statementsWith.get(word) ?? 0) + 1);
    }
  }
  return { candidates: [...bySource.values()], statementsWith, count: bySource.size };
}

interface QuotingState {
  /** Of the words of the question, and of the words added from chosen statements. */
  readonly weights: ReadonlyMap<string, number>;
  /** Words of the question. */
  readonly asked: ReadonlySet<string>;
  /** Words that chosen statements answer. */
  readonly covered: ReadonlySet<string>;
  readonly chosen: readonly Candidate[];
}

/**
 * The candidate with the highest geometric mean of its weight for the question and the weight it adds to the chosen
 * ones. It must add a word of the question itself; words added from chosen statements only rank such candidates.
 */
function bestCandidate(
  candidates: readonly Candidate[],
  { weights, asked, covered, chosen }: QuotingState,
): { candidate: Candidate; score: number } | undefined {
  let best: { candidate: Candidate; score: number } | undefined;
  for (const candidate of candidates) {
    let matched = 0;
    let added = 0;
    let isAsked = false;
    for (const [word, weight] of weights) {
      const isThere = candidate.words.has(word);
      if (!isThere && !candidate.headingWords.has(word)) continue;
      const value = isThere ? weight : weight * HEADING_SHARE;
      matched += value;
      if (covered.has(word)) continue;
      added += value;
      isAsked ||= asked.has(word);
    }
    const score = isAsked ? Math.sqrt(matched * added) : 0;
    if (score > (best?.score ?? 0) && !chosen.includes(candidate)) best = { candidate, score };
  }
  return best;
}

/** A sentence, a list item, a table row or a line of code. */
interface Statement {
  /** As written, on one line. */
  readonly source: string;
  /** Words of the headings above it, and of the header of its table. */
  readonly headingWords: ReadonlySet<string>;
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
export function statementsOf(text: string): Statement[] {
  const reading = new StatementReading();
  for (const line of text.split(/\r\n|\n|\r/)) reading.addLine(line);
  return reading.end();
}

class StatementReading {
  private readonly found: Statement[] = [];
  private readonly headings: string[] = [];
  private headingWords: ReadonlySet<string> = new Set();
  /** Heading words of the current table, including its header. */
  private tableWords: ReadonlySet<string> | undefined;
  private paragraph: string[] = [];
  private isCode = false;

  addLine(line: string): void {
    const isRow = ROW.test(line) && !this.isCode;
    if (!isRow) this.tableWords = undefined;
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
    if (this.tableWords === undefined) this.tableWords = new Set([...this.headingWords, ...singularWords(line)]);
    else if (!DELIMITERS.test(line)) this.add(line, () => shown(line.replaceAll('|', ' ')), this.tableWords);
  }

  private endParagraph(): void {
    const whole = this.paragraph.join(' ');
    this.paragraph = [];
    if (whole === '' || OF_THE_PAGE.test(whole)) return;
    for (const sentence of whole.split(SENTENCE_END)) if (sentence !== '') this.add(sentence, () => shown(sentence));
  }

  private add(source: string, text: () => string, headingWords = this.headingWords): void {
    this.found.push({ source, headingWords, text });
  }
}

function shown(markdown: string): string {
  return oneLine(plainText(markdown));
}

/** Marks are no part of a word here, as they are elsewhere: scores that are recorded depend on it. */
const WORD = /[\p{L}\p{N}]+/gu;
/** A word of four letters or more that ends with s, and what is before the s. */
const PLURAL = /^(.{3,})s$/;

/** The words of a text in lower case, without a plural s. */
export function singularWords(text: string): string[] {
  return (text.toLowerCase().match(WORD) ?? []).map((word) => word.replace(PLURAL, '$1'));
}

/** The part of a language model that a reader uses. */
export interface AnsweringModel {
  readonly model: string;
  readonly contextTokens: number;
  generate(
    prompt: { readonly system: string; readonly user: string; readonly temperature: number },
    label: string,
    signal?: AbortSignal,
  ): Promise<{ readonly text: string; readonly elapsedMs: number }>;
}

const ANSWER = `You answer questions about a document. You get the document, or pages of it in order; a comment at the top of a page names the pages before and after it, and the paragraphs that start with [Lead-in] and [Lead-out] only lead from page to page.
Use nothing but what the text says. Answer as briefly as the question allows, in the words of the text, without any introduction. If the text does not contain the answer, reply: unknown`;
const COLLECT = `You collect what is needed to answer a question. You get some pages of a document; others come later.
Copy out, word for word, each sentence, item or row of a table that helps to answer the question, one per line. If there is none, reply: none`;
const NONE = /^none\W*$/i;

/**
 * A reader that asks a language model at temperature 0. Texts that exceed its context are sent in several requests, each
 * of which collects what is relevant to the question; the model then answers from the collected notes.
 *
 * @throws when answering: TopicmillError `INVALID_OPTION` for a page that exceeds the context; whatever the model throws
 */
export function modelReader(model: AnsweringModel, counter: Pick<TokenCounter, 'count'>): Reader {
  return {
    name: model.model,
    contextTokens: model.contextTokens,
    answer: async (texts, question, label, signal) => {
      let elapsedMs = 0;
      const ask = async (system: string, material: string): Promise<string> => {
        const user = `${material}\n\nQuestion: ${question}`;
        const reply = await model.generate({ system, user, temperature: 0 }, label, signal);
        elapsedMs += reply.elapsedMs;
        return reply.text;
      };
      const room = model.contextTokens - ANSWER_TOKENS - counter.count(ANSWER) - counter.count(question);
      const groups = groupTexts(texts, room, counter, label);
      if (groups.length <= 1) return { answer: await ask(ANSWER, groups[0] ?? ''), elapsedMs };
      const collected: string[] = [];
      for (const group of groups) collected.push(await ask(COLLECT, group));
      const answer = await ask(ANSWER, collected.filter((notes) => !NONE.test(notes)).join('\n'));
      return { answer, elapsedMs };
    },
  };
}

/** Consecutive texts joined into groups of at most `room` tokens. */
function groupTexts(
  texts: readonly string[],
  room: number,
  counter: Pick<TokenCounter, 'count'>,
  label: string,
): string[] {
  const groups: string[] = [];
  let used = 0;
  for (const text of texts) {
    // One more: joined texts may have one token more than the sum.
    const tokenCount = counter.count(text) + 1;
    if (tokenCount > room) throw pageTooLarge(tokenCount, room, label);
    if (groups.length > 0 && used + tokenCount <= room) {
      groups[groups.length - 1] += `\n${text}`;
      used += tokenCount;
    } else {
      groups.push(text);
      used = tokenCount;
    }
  }
  return groups;
}

function pageTooLarge(tokenCount: number, room: number, label: string): TopicmillError {
  const message = `A page of ${tokenCount} tokens does not fit into the model's context, which has room for ${room} (${label}).`;
  return new TopicmillError('INVALID_OPTION', message, {
    remedy: 'Split the document into smaller pages, use another model, or set --context to its real context.',
  });
}
