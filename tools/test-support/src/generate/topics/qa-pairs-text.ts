import { paragraph } from './golden-reference.js';
import type { TopicWords } from './topic-words.js';
import { QUESTIONS } from './word-lists.js';

const QUESTION_COUNT = 8;

/** A topic's `qa-pairs.md`: eight questions, each with an answer of a few sentences. */
export function qaPairsText(title: string, words: TopicWords): string {
  const pairs = Array.from(
    { length: QUESTION_COUNT },
    () => `## Q: ${words.sentence(QUESTIONS)}\n\nA: ${paragraph(words)}\n`,
  );
  return [`# Questions about ${title}\n`, ...pairs].join('\n');
}
