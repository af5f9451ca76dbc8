import { chunkFileText, type semanticStrategy } from '@topicmill/chunking';
import type { PassageCorpus } from '../read-passages.js';
import type { Topic } from '../read-topics.js';

/** A question and what a context for it should contain. */
export interface ContextQuestion {
  readonly text: string;
  /** Texts that answer it together. */
  readonly answers: readonly string[];
  /** Whether the answers are passages of the docs, in their words. */
  readonly isExact: boolean;
}

/** Docs and questions on them. */
export interface ContextSet {
  readonly name: string;
  readonly topics: readonly Topic[];
  readonly questions: readonly ContextQuestion[];
}

/** A text as docs of one topic, cut as a build cuts it. */
export function textSet(
  { name, text, questions }: PassageCorpus,
  strategy: ReturnType<typeof semanticStrategy>,
): ContextSet {
  const { chunks } = strategy.chunk({ text, file: name, fileTitle: name });
  const chunkTexts = chunks.map((chunk) => chunkFileText(chunk, text));
  return {
    name,
    topics: [{ id: name, title: name, text, chunks, chunkTexts, questions: [] }],
    questions: questions.map((question) => ({
      text: question.text,
      answers: question.passages.map(({ start, end }) => text.slice(start, end)),
      isExact: true,
    })),
  };
}

/** Topics with the questions of their qa-pairs.md, whose answers are written in other words. */
export function topicSet(name: string, topics: readonly Topic[]): ContextSet {
  return {
    name,
    topics,
    questions: topics
      .flatMap(({ questions }) => questions)
      .filter(({ answer }) => answer.trim() !== '')
      .map(({ question, answer }) => ({ text: question, answers: [answer], isExact: false })),
  };
}
