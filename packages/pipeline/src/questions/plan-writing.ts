import { sum } from '@topicmill/base/sums';
import { loadTokenCounter, type TokenCounter } from '@topicmill/text/tokens';
import { instructionsFor } from './instructions.js';
import { earlierTexts, type OpenChunk, textsByKind } from './todo.js';

/** What a model is asked at once: chunks of one topic. */
export interface QuestionBatch {
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
function questionCount({ earlier, present, pageCount }: OpenChunk, count: number): number {
  const { own, aboutPage } = earlierTexts(earlier);
  return (present === undefined ? count : own.length + aboutPage.length) + pageCount;
}

/** What a request says about a text that opens a page, or that has questions. */
function pageNote({ chunk, present, pageCount }: OpenChunk): string {
  const { own, aboutPage } = textsByKind(present ?? []);
  return [
    pageCount === 0 ? '' : `\npage_questions: ${pageCount}. Outline: ${chunk.outline!.join('; ')}\n`,
    present === undefined ? '' : listed('present_questions:', own),
    aboutPage.length === 0 ? '' : listed('present_page_questions:', aboutPage),
  ].join('');
}

function earlierNote({ earlier, present, pageCount }: OpenChunk): string {
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
