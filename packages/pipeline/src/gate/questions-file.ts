import { type Diagnostic, FaultsError } from '@topicmill/base/diagnostics';
import { parseYaml } from '@topicmill/base/yaml';
import { LineCounter } from 'yaml';
import * as z from 'zod';

/**
 * How a question is put: in the docs' own terms; as people asked it elsewhere; by a reader who does not use the docs'
 * terms; as search words; with typing errors.
 */
export const QUESTION_KINDS = ['terms', 'people', 'everyday', 'keywords', 'typos'] as const;
export type QuestionKind = (typeof QUESTION_KINDS)[number];

const text = z.string().trim().min(1);
const oneOrMore = z.union([text, z.array(text).min(1)]);

const fileSchema = z.strictObject({
  questions: z.array(
    z
      .strictObject({
        topic: oneOrMore.optional().describe('Id of the topic that answers, or of several that do.'),
        page: oneOrMore.optional().describe('The same by the path of a page file, relative to its docs root.'),
        question: text,
        kind: z.enum(QUESTION_KINDS),
      })
      .refine(({ topic, page }) => (topic === undefined) !== (page === undefined), {
        message: 'must have either topic or page',
      }),
  ),
});

/** A question of a file, with what answers it: ids of topics or paths of pages. */
export interface KindQuestion {
  readonly question: string;
  readonly kind: QuestionKind;
  readonly topics: readonly string[];
  readonly pages: readonly string[];
  /** 1-based, in its file. */
  readonly line: number;
}

/**
 * Reads a YAML file of questions of any origin.
 *
 * @param file path that errors name
 * @throws FaultsError `QUESTIONS_INVALID` for every fault, with its line
 */
export function readQuestionsFile(source: string, file: string): KindQuestion[] {
  const lines = new LineCounter();
  const document = parseYaml(source, { lineCounter: lines });
  const fault = (offset: number, message: string): Diagnostic => ({
    severity: 'error',
    code: 'QUESTIONS_INVALID',
    message,
    file,
    line: lines.linePos(offset).line,
    remedy: `Write a list \`questions\`; each has topic or page, question, and kind: ${QUESTION_KINDS.join(', ')}.`,
  });
  const offsetOf = (path: readonly PropertyKey[]): number => {
    for (let length = path.length; length > 0; length--) {
      const node = document.getIn(path.slice(0, length), true) as { range?: readonly number[] } | undefined;
      if (node?.range !== undefined) return node.range[0]!;
    }
    return 0;
  };
  const faults = document.errors.map(({ message, pos }) => fault(pos[0], `The file is not YAML: ${message}`));
  let values: unknown;
  try {
    values = document.toJS();
  } catch (cause) {
    throw new FaultsError([fault(0, `The file cannot be read: ${(cause as Error).message}.`)]);
  }
  const parsed = fileSchema.safeParse(values);
  if (faults.length === 0 && parsed.success) {
    return parsed.data.questions.map(({ topic, page, question, kind }, at) => ({
      question,
      kind,
      topics: [topic ?? []].flat(),
      pages: [page ?? []].flat(),
      line: lines.linePos(offsetOf(['questions', at])).line,
    }));
  }
  const [first, ...others] = [
    ...faults,
    ...(faults.length > 0 ? [] : parsed.error!.issues).map(({ path, message }) => fault(offsetOf(path), `${message}.`)),
  ];
  throw new FaultsError([first!, ...others]);
}
