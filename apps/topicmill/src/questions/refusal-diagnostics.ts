import type { Diagnostic } from '@topicmill/base/diagnostics';
import type { Refusal } from '@topicmill/pipeline/questions';

/** A warning for each question that is not kept. */
export function refusalDiagnostics(refused: readonly Refusal[]): Diagnostic[] {
  return refused.map(({ chunk, question, reason, message }) => ({
    severity: 'warning',
    code: 'QUESTION_REFUSED',
    message: `${reason}: ${question === undefined ? '' : `"${question}" for `}${chunk || 'the docs root'}: ${message}`,
    remedy: REMEDIES[reason as keyof typeof REMEDIES] ?? 'Write another question, and add it.',
  }));
}

const REMEDIES = {
  'unknown-chunk': 'Use the ids that `topicmill questions todo --json` lists.',
  'stale-text': 'Run `topicmill questions todo --json` again, and give the text_hash of the present text.',
  'chunk-twice': 'Give all questions for a chunk together.',
  'not-opening': 'Give it under `questions` of a chunk that answers it.',
};
