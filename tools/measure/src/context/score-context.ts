import { analyzeText } from '@topicmill/search/retrieval';
import { splitSentences } from '@topicmill/text/sentences';
import { mean } from '../statistics.js';
import type { ContextQuestion } from './context-set.js';

/** Shares of 1. */
export interface ContextScore {
  /** Different words of the answers that the context contains, stop words aside. */
  readonly words: number;
  /** Passages that it contains whole, sentence by sentence; `undefined` where answers are no passages. */
  readonly passages: number | undefined;
}

/** Compares a context with what answers the question. White space does not count, since some splitters change it. */
export function scoreContext(context: string, { answers, isExact }: ContextQuestion): ContextScore {
  const held = new Set(analyzeText(context));
  const wanted = [...new Set(answers.flatMap(analyzeText))];
  const words = wanted.length === 0 ? 1 : wanted.filter((word) => held.has(word)).length / wanted.length;
  const written = withoutSpace(context);
  const isHeld = (passage: string): boolean =>
    splitSentences(passage).every((sentence) => written.includes(withoutSpace(sentence)));
  return { words, passages: isExact ? mean(answers.map((passage) => (isHeld(passage) ? 1 : 0))) : undefined };
}

function withoutSpace(text: string): string {
  return text.replace(/\s+/g, '');
}
