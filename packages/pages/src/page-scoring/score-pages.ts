import { type Diagnostic, TopicmillError, throwFaults } from '@topicmill/base/diagnostics';
import type { Embedder } from '@topicmill/text/embedder';
import type { TokenCounter } from '@topicmill/text/tokens';
import { oneLine } from '@topicmill/text/white-space';
import { cosineSimilarity } from '@topicmill/topics/similarity';
import { readPage, tokenDifferences, verifyGraph } from '../pagination/index.js';
import { AnswerFacts } from './facts.js';
import { answerF1, isExactMatch, requiredTokens, summarize } from './metrics.js';
import type { Question } from './questions.js';
import { Quoter, singularWords } from './quoting.js';
import { ANSWER_TOKENS, measureFastest, type Reader, type Reading } from './readers.js';
import {
  type CheckedEdges,
  checkEdges,
  type FoundPage,
  missingPassages,
  type ReadingPath,
  searchText,
  walkPages,
} from './reading-way.js';
import type { MetricName, QuestionScore, ScoredAnswer, ScoreReport } from './report.js';

export interface ScoreInput {
  /** In the order of the manifest. */
  readonly pages: readonly FoundPage[];
  /** The whole document, for the control; `undefined` when the joined pages are not the document. */
  readonly document: string | undefined;
  /** At least one. */
  readonly questions: readonly Question[];
  readonly reader: Reader;
  readonly counter: Pick<TokenCounter, 'count'>;
  /** Without it answers are compared by words only. */
  readonly embedder?: Embedder | undefined;
  /** Thresholds of the metrics to measure. */
  readonly thresholds: Partial<Readonly<Record<MetricName, number>>>;
  /** Whether the start page is also read alone, to show the gain from following the tokens. */
  readonly comparesFirstPage?: boolean;
  /** Monotonic clock in milliseconds; without it nothing takes time. */
  readonly now?: (() => number) | undefined;
  /** Path of the manifest, and of the questions, for errors. */
  readonly file: string;
  readonly questionsFile: string;
  /** Name of the document and hash of the set, for the report. */
  readonly source?: string | undefined;
  readonly set?: string | undefined;
  readonly onQuestion?: ((done: number, all: number) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Readings of one question, before the answers are compared. */
interface AskedQuestion {
  readonly question: Question;
  readonly startPage: FoundPage;
  readonly way: ReadingPath & CheckedEdges;
  readonly pages: Reading;
  readonly control: Reading | undefined;
  readonly firstPage: Reading | undefined;
}

/**
 * Answers each question from the pages: starting at the page that best matches its words, along the continuity tokens,
 * until what is quoted from them is enough; and from the whole document, as the control.
 *
 * @throws FaultsError `CT_…` for a graph that is not a chain, or a page whose token differs from the manifest, before
 *   the reader is asked; `QUERIES_INVALID` for required passages that are not in the document; whatever reader and
 *   embedder throw
 */
export async function scorePages(input: ScoreInput): Promise<ScoreReport> {
  const { pages, questions, document, reader, counter } = input;
  const tokens = pages.map(({ ct }) => ct);
  throwFaults([...verifyGraph(tokens, input.file), ...differentTokens(pages, input.file)]);
  if (questions.length === 0) throw noQuestions(input);
  if (document !== undefined) throwFaults(unknownPassages(questions, document, input.questionsFile));
  const ordered = inReadingOrder(pages);
  const search = new PageSearch(ordered.map(searchText));
  const documentTokens = document === undefined ? 0 : counter.count(document);
  const asked: AskedQuestion[] = [];
  for (const question of questions) {
    asked.push(await askQuestion(question, { input, pages: ordered, search, documentTokens }));
    input.onQuestion?.(asked.length, questions.length);
  }
  const similarity = await similarities(asked, input.embedder);
  const facts = new AnswerFacts(document === undefined ? ordered.map(searchText) : [document]);
  const scores = asked.map((each) => scoreQuestion(each, { counter, similarity, facts }));
  return summarize(scores, {
    source: input.source,
    set: input.set,
    model: reader.name,
    embedder: input.embedder?.model,
    pageCount: pages.length,
    thresholds: input.thresholds,
    controlNotMeasured: controlNotMeasured(input, scores),
  });
}

/** What all questions of a run share. */
interface Run {
  readonly input: ScoreInput;
  /** In reading order. */
  readonly pages: readonly FoundPage[];
  readonly search: PageSearch;
  readonly documentTokens: number;
}

async function askQuestion(question: Question, { input, pages, search, documentTokens }: Run): Promise<AskedQuestion> {
  const { reader, now, signal, document } = input;
  const label = `question on line ${question.line}`;
  const { result, elapsedMs: walkMs } = measureFastest(now, () => {
    const start = search.bestPage(question.question);
    const quoter = new Quoter(question.question, (word) => search.knows(word));
    return { startPage: pages[start]!, way: walkPages(pages, start, quoter) };
  });
  const { startPage } = result;
  const way = { ...result.way, ...checkEdges(pages, result.way) };
  const read = async (texts: readonly string[]): Promise<Reading> =>
    reader.answer(texts, question.question, label, signal);
  const onPages = reader.isQuoting
    ? { answer: way.answer, elapsedMs: 0 }
    : await read(way.pages.map(({ text }) => text!));
  const fits =
    documentTokens + input.counter.count(question.question) + ANSWER_TOKENS <=
    (reader.contextTokens ?? Number.POSITIVE_INFINITY);
  return {
    question,
    startPage,
    way,
    pages: { ...onPages, elapsedMs: onPages.elapsedMs + walkMs },
    control:
      input.thresholds.latency === undefined || document === undefined || !fits ? undefined : await read([document]),
    firstPage: input.comparesFirstPage === true ? await read([startPage.text ?? '']) : undefined,
  };
}

/** Cosines of expected and given answers, by the two texts. */
type AnswerSimilarity = (answer: string, expected: string) => number | undefined;

async function similarities(
  asked: readonly AskedQuestion[],
  embedder: Embedder | undefined,
): Promise<AnswerSimilarity> {
  if (embedder === undefined) return () => undefined;
  const answers = asked.flatMap(({ question, pages, control, firstPage }) => [
    question.answer,
    pages.answer,
    control?.answer ?? '',
    firstPage?.answer ?? '',
  ]);
  const texts = [...new Set(answers)].filter((text) => text.trim() !== '');
  const vectors = await embedder.embed(texts);
  const byText = new Map(texts.map((text, index) => [text, vectors[index]!]));
  return (answer, expected) => {
    const [vector, other] = [byText.get(answer), byText.get(expected)];
    return vector === undefined || other === undefined ? 0 : Math.max(0, cosineSimilarity(vector, other));
  };
}

/** What answers and passages are compared by. */
interface Comparison {
  readonly counter: Pick<TokenCounter, 'count'>;
  readonly similarity: AnswerSimilarity;
  readonly facts: AnswerFacts;
}

function scoreQuestion(asked: AskedQuestion, comparison: Comparison): QuestionScore {
  const { question, way, startPage, control, firstPage } = asked;
  const { counter } = comparison;
  const scored = (reading: Reading): ScoredAnswer => scoreAnswer(reading, question, comparison);
  const missing = missingPassages(way, question.required);
  const { all } = requiredTokens(question.required, [], counter);
  const held = requiredTokens(
    question.required.filter((passage) => !missing.includes(passage)),
    [],
    counter,
  ).all;
  return {
    question: question.question,
    expected: question.answer,
    line: question.line,
    start_page: startPage.ct.id,
    pages_read: way.pages.map(({ ct }) => ct.id),
    required_tokens: all,
    held_tokens: held,
    missing_passages: missing,
    hits: way.hits,
    misses: way.misses,
    pages: scored(asked.pages),
    ...(control === undefined ? {} : { control: scored(control) }),
    ...(firstPage === undefined
      ? {}
      : {
          first_page: {
            ...scored(firstPage),
            held_tokens: requiredTokens(question.required, [startPage.text ?? ''], counter).held,
          },
        }),
  };
}

function scoreAnswer(
  { answer, elapsedMs }: Reading,
  { answer: expected, question }: Question,
  { similarity, facts }: Comparison,
): ScoredAnswer {
  const lexical = answerF1(answer, expected);
  const semantic = similarity(answer, expected);
  const factual = facts.compare(answer, expected, question);
  return {
    answer,
    f1: Math.min(Math.max(lexical, semantic ?? 0), factual ?? 1),
    exact_match: isExactMatch(answer, expected),
    lexical_f1: lexical,
    ...(semantic === undefined ? {} : { semantic_f1: semantic }),
    ...(factual === undefined ? {} : { fact_f1: factual }),
    elapsed_ms: elapsedMs,
  };
}

function controlNotMeasured(
  { document, thresholds, reader }: ScoreInput,
  scores: readonly QuestionScore[],
): string | undefined {
  if (thresholds.latency === undefined || scores.every(({ control }) => control !== undefined)) return undefined;
  if (document === undefined) return 'the joined pages are not the document';
  return `the document exceeds the context of ${reader.name}, ${reader.contextTokens} tokens`;
}

function inReadingOrder(pages: readonly FoundPage[]): FoundPage[] {
  const byId = new Map(pages.map((page) => [page.ct.id, page]));
  const ordered: FoundPage[] = [];
  let at = pages.find(({ ct }) => ct.prev === null);
  for (; at !== undefined; at = at.ct.next === null ? undefined : byId.get(at.ct.next)) ordered.push(at);
  return ordered;
}

/** Pages that would lead elsewhere than the manifest says. */
function differentTokens(pages: readonly FoundPage[], file: string): Diagnostic[] {
  return pages.flatMap(({ ct, text, hasComment }) => {
    const comment = hasComment && text !== undefined ? readPage(text)?.comment : undefined;
    if (comment === undefined) return [];
    return tokenDifferences(comment, ct).map(
      (message): Diagnostic => ({
        severity: 'error',
        code: 'CT_DIFFERS',
        message,
        file,
        remedy: 'Split the document again, or roll back to the previous set.',
      }),
    );
  });
}

function unknownPassages(questions: readonly Question[], document: string, file: string): Diagnostic[] {
  const text = oneLine(document);
  return questions.flatMap(({ required, line }) =>
    required
      .filter((passage) => !text.includes(oneLine(passage)))
      .map(
        (passage): Diagnostic => ({
          severity: 'error',
          code: 'QUERIES_INVALID',
          message: `The document does not contain the required passage ${JSON.stringify(oneLine(passage).slice(0, 80))}.`,
          file,
          line,
          remedy: 'Copy the passage from the document, including its markdown.',
        }),
      ),
  );
}

function noQuestions({ source, questionsFile }: ScoreInput): TopicmillError {
  return new TopicmillError('QUERIES_INVALID', `No question is about ${source ?? 'this document'}.`, {
    file: questionsFile,
    remedy: 'Use the name of the document in the manifest, or omit document.',
  });
}

/** Okapi BM25's usual constants. */
const K1 = 1.2;
const B = 0.75;

/** Finds the page that best matches the words of a question. */
export class PageSearch {
  readonly #counts: readonly ReadonlyMap<string, number>[];
  readonly #lengths: readonly number[];
  readonly #meanLength: number;
  readonly #pagesWith = new Map<string, number>();

  constructor(pages: readonly string[]) {
    this.#counts = pages.map((page) => {
      const counts = new Map<string, number>();
      for (const word of singularWords(page)) counts.set(word, (counts.get(word) ?? 0) + 1);
      for (const word of counts.keys()) this.#pagesWith.set(word, (this.#pagesWith.get(word) ?? 0) + 1);
      return counts;
    });
    this.#lengths = this.#counts.map((counts) => [...counts.values()].reduce((sum, count) => sum + count, 0));
    this.#meanLength = this.#lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, pages.length);
  }

  /** Index of the page with the highest BM25 score for the distinct words of the question; the first of equals. */
  bestPage(question: string): number {
    const words = new Set(singularWords(question));
    let best = 0;
    let bestScore = -1;
    this.#counts.forEach((_, page) => {
      let score = 0;
      for (const word of words) score += this.#score(word, page);
      if (score > bestScore) [best, bestScore] = [page, score];
    });
    return best;
  }

  /** Whether a page has a word, in lower case and without a plural s. */
  knows(word: string): boolean {
    return this.#pagesWith.has(word);
  }

  #score(word: string, page: number): number {
    const count = this.#counts[page]!.get(word);
    if (count === undefined) return 0;
    const pagesWith = this.#pagesWith.get(word)!;
    const idf = Math.log(1 + (this.#counts.length - pagesWith + 0.5) / (pagesWith + 0.5));
    const length = 1 - B + B * (this.#lengths[page]! / this.#meanLength);
    return (idf * count * (K1 + 1)) / (count + K1 * length);
  }
}
