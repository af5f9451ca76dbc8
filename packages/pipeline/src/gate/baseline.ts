import { TopicmillError } from '@topicmill/base/diagnostics';
import { compareCodeUnits } from '@topicmill/base/order';
import { fourDecimals } from '@topicmill/topics/similarity';
import * as z from 'zod';
import type { Answer } from './ask.js';
import { QUESTION_KINDS } from './questions-file.js';

const baselineSchema = z.strictObject({
  format: z.literal(1),
  model: z.string(),
  questions: z.array(
    z.strictObject({
      topic: z.string(),
      question: z.string(),
      kind: z.enum(QUESTION_KINDS).default('terms'),
      place: z.int().nonnegative(),
      answer_words: z.number().min(0).max(1),
    }),
  ),
});

/** Earlier answers that later ones are compared with. */
export interface Baseline {
  /** Model that they were found with. */
  readonly model: string;
  readonly answers: readonly BaselineAnswer[];
}

/** What is kept of an answer. */
export type BaselineAnswer = Pick<Answer, 'topic' | 'question' | 'kind' | 'place' | 'answerWords'>;

/** A line a question, by topic and question: a pull request shows which answers it changed. */
export function formatBaseline({ model, answers }: Baseline): string {
  const sorted = [...answers].sort(
    (a, b) => compareCodeUnits(a.topic, b.topic) || compareCodeUnits(a.question, b.question),
  );
  const lines = sorted.map(({ topic, question, kind, place, answerWords }) =>
    JSON.stringify({
      topic,
      question,
      ...(kind === 'terms' ? {} : { kind }),
      place,
      answer_words: fourDecimals(answerWords),
    }),
  );
  const questions = lines.length === 0 ? '[]' : `[\n${lines.map((line) => `    ${line}`).join(',\n')}\n  ]`;
  return `{\n  "format": 1,\n  "model": ${JSON.stringify(model)},\n  "questions": ${questions}\n}\n`;
}

/** @throws TopicmillError `BASELINE_INVALID` */
export function readBaseline(text: string, file: string): Baseline {
  try {
    const { model, questions } = baselineSchema.parse(JSON.parse(text));
    return { model, answers: questions.map(({ answer_words: answerWords, ...rest }) => ({ ...rest, answerWords })) };
  } catch (cause) {
    throw new TopicmillError('BASELINE_INVALID', 'The baseline cannot be read.', {
      file,
      remedy: 'Restore it from git, or create a new one with `topicmill eval --update`.',
      cause,
    });
  }
}
