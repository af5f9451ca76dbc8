import { type Diagnostic, FaultsError } from '@topicmill/base/diagnostics';
import { type WrittenQuestions, writtenQuestionsSchema } from '@topicmill/topics/formats';

/**
 * Reads the questions that `questions add` takes.
 *
 * @param file path that errors name
 * @throws FaultsError `QUESTIONS_INVALID` for every fault
 */
export function readAnswers(text: string, file: string): WrittenQuestions {
  const fault = (message: string): Diagnostic => ({
    severity: 'error',
    code: 'QUESTIONS_INVALID',
    message,
    file,
    remedy: 'Give `{"by": "…", "chunks": [{"chunk": "…", "text_hash": "…", "questions": ["…"]}]}`.',
  });
  let values: unknown;
  try {
    values = JSON.parse(text);
  } catch (cause) {
    throw new FaultsError([fault(`It is not JSON: ${(cause as Error).message}.`)]);
  }
  const parsed = writtenQuestionsSchema.safeParse(values);
  if (parsed.success) return parsed.data;
  const [first, ...others] = parsed.error.issues.map(({ path, message }) =>
    fault(`${path.length === 0 ? 'The whole' : path.join('.')}: ${message}.`),
  );
  throw new FaultsError([first!, ...others]);
}
