import { TopicmillError } from '@topicmill/base/diagnostics';
import { sum } from '@topicmill/base/sums';
import type { TextGenerator } from '@topicmill/embedding/llm-infrastructure';
import { loadTokenCounter, type TokenCounter } from '@topicmill/text/tokens';
import type { ChunkQuestions } from '@topicmill/topics/formats';
import { instructionsFor } from './accept-answers.js';
import { addAnswers } from './add-answers.js';
import type { Refusal } from './judge-answer.js';
import { earlierTexts, type OpenChunk, textsByKind } from './todo.js';

/** What a model has written. */
export interface WritingReport {
  /** Those included that another chunk of the page had, about an earlier text. */
  readonly added: readonly { readonly chunk: string; readonly question: string }[];
  readonly skipped: readonly string[];
  readonly refused: readonly Refusal[];
  /** Chunks that were asked about and have no question that could be kept: another run asks about them again. */
  readonly unanswered: readonly string[];
  /** Files that were written. */
  readonly files: readonly string[];
  readonly requestCount: number;
  /** Tokens of all requests and about those of their answers. */
  readonly tokenCount: number;
  /** Chunks that nobody was asked about, and why it ended before. */
  readonly leftCount: number;
  readonly stopped: 'budget' | 'failure' | 'interrupt' | undefined;
  /** What made it end. */
  readonly failure: TopicmillError | undefined;
}

/** How a model is asked. */
interface WritingOptions {
  readonly generator: TextGenerator;
  /** Maximum tokens of requests and answers together. */
  readonly budgetTokens: number;
  /** Once it is aborted no further request is sent; the answers to those under way, which are paid for, are kept. */
  readonly stop?: AbortSignal | undefined;
  onProgress?(doneChunks: number, totalChunks: number): void;
}

/** Requests under way at once. */
const CONCURRENCY = 4;
/** Above 0, so that a request whose answer was unusable gets a different one the next time. */
const TEMPERATURE = 0.4;
const LINE = /^\[(?<number>\d{1,2})(?<page> page)?\]\s*(?!\s)(?:(?:[-*•]|\d+[.)])\s+(?!\s))?(?<content>.+)$/;

/**
 * Asks a model about the chunks of a plan. What can be kept of an answer is in its file before the next request is sent, so
 * that a run that is stopped loses no more than the answers under way. An answer that is damaged or cut short is asked for
 * again in halves; a server that fails for good ends the run, with the failure in the report.
 *
 * @throws FaultsError `MODEL_QUESTIONS_INVALID`; TopicmillError `FILE_UNREADABLE`, `FILE_UNWRITABLE`
 */
export async function writeQuestions(plan: WritingPlan, options: WritingOptions): Promise<WritingReport> {
  const run = new WritingRun(plan, options);
  await Promise.all(Array.from({ length: CONCURRENCY }, () => run.work()));
  return run.report();
}

class WritingRun {
  private readonly waiting: QuestionBatch[];
  private readonly added: { chunk: string; question: string }[] = [];
  private readonly skipped: string[] = [];
  private readonly refused: Refusal[] = [];
  private readonly unanswered: string[] = [];
  private readonly files = new Set<string>();
  private requestCount = 0;
  private tokenCount = 0;
  private doneCount = 0;
  private stopped: WritingReport['stopped'];
  private failure: TopicmillError | undefined;
  private thrown: { readonly error: unknown } | undefined;

  constructor(
    private readonly plan: WritingPlan,
    private readonly options: WritingOptions,
  ) {
    this.waiting = [...plan.batches];
  }

  async work(): Promise<void> {
    while (this.stopped === undefined && this.thrown === undefined) {
      if (this.options.stop?.aborted && this.waiting.length > 0) this.stopped = 'interrupt';
      if (this.stopped !== undefined) return;
      const batch = this.take();
      if (batch === undefined) return;
      try {
        await this.ask(batch);
      } catch (error) {
        this.thrown ??= { error };
      }
    }
  }

  report(): WritingReport {
    if (this.thrown !== undefined) throw this.thrown.error;
    const { added, skipped, refused, unanswered, requestCount, tokenCount, stopped, failure } = this;
    const totalCount = this.plan.batches.reduce((sum, { chunks }) => sum + chunks.length, 0);
    const leftCount = totalCount - this.doneCount;
    return {
      added,
      skipped,
      refused,
      unanswered,
      files: [...this.files].sort(),
      requestCount,
      tokenCount,
      leftCount,
      stopped,
      failure,
    };
  }

  private take(): QuestionBatch | undefined {
    const [next] = this.waiting;
    if (next === undefined) return undefined;
    const size = next.promptTokens + next.answerTokens;
    if (this.tokenCount + size > this.options.budgetTokens) {
      this.stopped = 'budget';
      return undefined;
    }
    this.tokenCount += size;
    this.waiting.shift();
    return next;
  }

  private async ask(batch: QuestionBatch): Promise<void> {
    const { generator } = this.options;
    const label = batch.chunks[0]!.chunk.id || 'the docs root';
    this.requestCount++;
    try {
      const { text } = await generator.generate(
        { system: batch.system, user: batch.user, temperature: TEMPERATURE },
        label,
      );
      this.keep(batch, readAnswer(text, batch.chunks));
    } catch (thrown) {
      if (!(thrown instanceof TopicmillError) || !thrown.code.startsWith('GENERATOR_')) throw thrown;
      if (thrown.code === 'GENERATOR_BAD_RESPONSE') this.halve(batch);
      else if (this.failure === undefined) {
        this.failure = thrown;
        this.stopped = 'failure';
      }
    }
  }

  private halve({ chunks }: QuestionBatch): void {
    const middle = Math.ceil(chunks.length / 2);
    if (chunks.length === 1)
      this.finish(
        chunks,
        chunks.map(({ chunk }) => chunk.id),
      );
    else
      this.waiting.unshift(...[chunks.slice(0, middle), chunks.slice(middle)].map((half) => this.plan.batchOf(half)));
  }

  private keep({ chunks }: QuestionBatch, answers: readonly ChunkQuestions[]): void {
    const topic = chunks[0]!.topic;
    const written = { by: this.options.generator.model, chunks: [...answers] };
    const done = addAnswers([topic], written, { perChunk: this.plan.perChunk });
    const added = [...done.added, ...done.moved];
    this.added.push(...added);
    this.skipped.push(...done.skipped);
    this.refused.push(...done.refused);
    for (const file of done.files) this.files.add(file);
    const answered = [...added, ...done.repeated].map(({ chunk }) => chunk);
    const kept = new Set([...answered, ...done.skipped]);
    this.finish(
      chunks,
      chunks.map(({ chunk }) => chunk.id).filter((id) => !kept.has(id)),
    );
  }

  private finish(chunks: readonly OpenChunk[], unanswered: readonly string[]): void {
    this.unanswered.push(...unanswered);
    this.doneCount += chunks.length;
    const totalCount = this.plan.batches.reduce((sum, batch) => sum + batch.chunks.length, 0);
    this.options.onProgress?.(this.doneCount, totalCount);
  }
}

/** What an answer says about each chunk; lines of another form, and about no text of the request, are left out. */
function readAnswer(text: string, chunks: readonly OpenChunk[]): ChunkQuestions[] {
  const lines = text.split(/\r\n|\n|\r/).flatMap((line) => {
    const { number, page, content } = LINE.exec(line.trim())?.groups ?? {};
    return number === undefined ? [] : [{ at: Number(number) - 1, isAboutPage: page !== undefined, content: content! }];
  });
  const isNone = (content: string): boolean => /^none[.!]?$/i.test(content);
  return chunks.flatMap(({ chunk, earlier, existingQuestions: present, pageCount }, at): ChunkQuestions[] => {
    const own = lines.filter((line) => line.at === at);
    const asked = own.filter(({ content }) => !isNone(content));
    const about = { chunk: chunk.id, text_hash: chunk.textHash };
    if (asked.length === 0) return own.length > 0 ? [{ ...about, skip: true }] : [];
    const earlierOwn = new Set(earlierTexts(earlier).own);
    const isOfPage = (each: (typeof asked)[number]): boolean =>
      pageCount > 0 && (each.isAboutPage || (present !== undefined && !earlierOwn.has(each.content)));
    return [
      {
        ...about,
        questions: asked.filter((each) => !isOfPage(each)).map(({ content }) => content),
        page_questions: asked.filter(isOfPage).map(({ content }) => content),
      },
    ];
  });
}

/** What a model is asked at once: chunks of one topic. */
interface QuestionBatch {
  readonly chunks: readonly OpenChunk[];
  readonly system: string;
  readonly user: string;
  /** Tokens of both, and about as many as the answer has, by `o200k_base`. */
  readonly promptTokens: number;
  readonly answerTokens: number;
}

/** What asking a model about chunks would take. */
export interface WritingPlan {
  readonly batches: readonly QuestionBatch[];
  /** Questions that are asked for at each chunk. */
  readonly perChunk: number;
  /** Chunks with text that nobody sees or that speaks to a model: an agent or a person is to look at them. */
  readonly leftOut: readonly OpenChunk[];
  readonly promptTokens: number;
  readonly answerTokens: number;
  /** A batch of some of the chunks of another. */
  batchOf(chunks: readonly OpenChunk[]): QuestionBatch;
}

/** More texts in one request would be answered less carefully, and more of them be lost with a damaged answer. */
const CHUNKS_PER_BATCH = 4;
const TEXT_TOKENS_PER_BATCH = 3000;
/** About what a question of one line takes. */
const TOKENS_PER_QUESTION = 25;

const ANSWER_FORM = `Answer with a line for each question and nothing else: the number of the text in square brackets, and the question, as in
[1] Can I use it without a network?
For a question about the page as a whole, add the word page, as in
[1 page] Where do I begin when I have never used it?
For a text that answers nothing, write the number and NONE, as in
[2] NONE`;

/**
 * Divides chunks into requests. Nothing is sent.
 *
 * @param count questions for each chunk
 */
export async function planWriting(open: readonly OpenChunk[], count: number): Promise<WritingPlan> {
  const counter = await loadTokenCounter('o200k_base');
  const isFlagged = ({ chunk }: OpenChunk): boolean => chunk.hiddenText.length > 0;
  const batchOf = (chunks: readonly OpenChunk[]): QuestionBatch => makeBatch(chunks, count, counter);
  const batches = divide(
    open.filter((each) => !isFlagged(each)),
    counter,
  ).map(batchOf);
  return {
    batches,
    perChunk: count,
    leftOut: open.filter(isFlagged),
    promptTokens: sum(batches.map(({ promptTokens }) => promptTokens)),
    answerTokens: sum(batches.map(({ answerTokens }) => answerTokens)),
    batchOf,
  };
}

function divide(open: readonly OpenChunk[], counter: TokenCounter): OpenChunk[][] {
  const batches: OpenChunk[][] = [];
  let tokens = 0;
  for (const each of open) {
    const size = counter.count(each.chunk.text);
    const last = batches.at(-1);
    const fits =
      last?.[0]?.topic === each.topic && last.length < CHUNKS_PER_BATCH && tokens + size <= TEXT_TOKENS_PER_BATCH;
    tokens = fits ? tokens + size : size;
    if (fits) last.push(each);
    else batches.push([each]);
  }
  return batches;
}

function makeBatch(chunks: readonly OpenChunk[], count: number, counter: TokenCounter): QuestionBatch {
  const system = `${instructionsFor(count)}\n\n${ANSWER_FORM}`;
  const { title, languages } = chunks[0]!.topic;
  const texts = chunks.map((open, at) => {
    return `[${at + 1}]\n<text>\n${open.chunk.text}\n</text>\n${pageNote(open)}${earlierNote(open)}`;
  });
  const user = `Page: ${title}\nLanguage of the questions (ISO 639-3): ${languages.join(' or ')}\n\n${texts.join('\n')}`;
  return {
    chunks,
    system,
    user,
    promptTokens: counter.count(system) + counter.count(user),
    answerTokens: sum(chunks.map((each) => questionCount(each, count))) * TOKENS_PER_QUESTION,
  };
}

/** Questions of an answer, at most. */
function questionCount({ earlier, existingQuestions: present, pageCount }: OpenChunk, count: number): number {
  const { own, aboutPage } = earlierTexts(earlier);
  return (present === undefined ? count : own.length + aboutPage.length) + pageCount;
}

/** What a request says about a text that opens a page, or that has questions. */
function pageNote({ chunk, existingQuestions: present, pageCount }: OpenChunk): string {
  const { own, aboutPage } = textsByKind(present ?? []);
  return [
    pageCount === 0 ? '' : `\npage_questions: ${pageCount}. Outline: ${chunk.outline!.join('; ')}\n`,
    present === undefined ? '' : listed('present_questions:', own),
    aboutPage.length === 0 ? '' : listed('present_page_questions:', aboutPage),
  ].join('');
}

function earlierNote({ earlier, existingQuestions: present, pageCount }: OpenChunk): string {
  const { own, aboutPage } = earlierTexts(earlier);
  const isAlone = present !== undefined && pageCount === 0;
  const again = `repeat those that still fit${isAlone ? ', and write no others' : ''}:`;
  return [
    own.length === 0 ? '' : `\n${listed(`An earlier text had these questions; ${again}`, own)}`,
    aboutPage.length === 0 ? '' : `\n${listed(`And these about the page as a whole; ${again}`, aboutPage)}`,
  ].join('');
}

function listed(heading: string, questions: readonly string[]): string {
  return `${heading}\n${questions.join('\n')}\n`;
}
