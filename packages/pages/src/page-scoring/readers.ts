import { TopicmillError } from '@topicmill/base/diagnostics';
import type { TokenCounter } from '@topicmill/text/tokens';
import { Quoter } from './quoting.js';

/** Answers questions from texts. */
export interface Reader {
  /** The provider's exact name of the model, for reports. */
  readonly name: string;
  /** Maximum tokens of texts, question and answer together; `undefined` for no limit. */
  readonly contextTokens: number | undefined;
  /** Whether its answers are the quotes by which the reading of pages ends. */
  readonly isQuoting?: true;
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

/** Short readings are timed in several rounds, and the shortest counts. */
const ROUNDS = 100;
const ENOUGH_MS = 20;

/**
 * A reader without a model: its answers are quotes, the same for the same texts.
 *
 * @param now monotonic clock in milliseconds; without it each text is read once, and readings take 0 ms
 */
export function extractiveReader(now?: () => number): Reader {
  return {
    name: 'extractive',
    contextTokens: undefined,
    isQuoting: true,
    answer: async (texts, question) => {
      const { result, elapsedMs } = measureFastest(now, () => {
        const quoter = new Quoter(question);
        for (const [position, text] of texts.entries()) quoter.add(text, position);
        return quoter.quote();
      });
      return { answer: result.answer, elapsedMs };
    },
  };
}

/** Work with the time of its fastest round in milliseconds; done once, in 0 ms, without a clock. */
export function measureFastest<T>(now: (() => number) | undefined, work: () => T): { result: T; elapsedMs: number } {
  if (now === undefined) return { result: work(), elapsedMs: 0 };
  let fastest = Number.POSITIVE_INFINITY;
  for (let round = 1; ; round++) {
    const start = now();
    const result = work();
    fastest = Math.min(fastest, now() - start);
    // What other processes took of a round does not count.
    if (round === ROUNDS || fastest * round >= ENOUGH_MS) return { result, elapsedMs: fastest };
  }
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
const NO_ANSWER = /^none\W*$/i;

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
      const answer = await ask(ANSWER, collected.filter((notes) => !NO_ANSWER.test(notes)).join('\n'));
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
