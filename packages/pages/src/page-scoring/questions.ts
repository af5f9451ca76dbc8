import { type Diagnostic, FaultsError } from '@topicmill/base/diagnostics';
import { indentedJson } from '@topicmill/base/json';
import { parseYaml } from '@topicmill/base/yaml';
import { type Document, LineCounter } from 'yaml';
import * as z from 'zod';

const text = z.string().trim().min(1);

const questionSchema = z.strictObject({
  document: text.optional().describe('Name of the document that the question is about; any document without it.'),
  question: text.describe('The question.'),
  answer: text.describe('The expected answer, in the words of the document.'),
  required: z
    .array(text)
    .min(1)
    .describe('The passages of the document that an answer needs, copied exactly except for white space.'),
});

/** Schema of a file of questions, `queries.yaml`. */
export const questionsSchema = z
  .array(questionSchema)
  .min(1)
  .describe('Questions that a paginated document must still answer.');

/** A question, with the 1-based line of its file where it starts. */
export type Question = z.infer<typeof questionSchema> & { readonly line: number };

type Path = readonly (string | number)[];

const QUESTION_KEYS = Object.keys(questionSchema.shape);
const EXAMPLE = 'An entry has the keys question, answer and required (a list of passages), and optionally document.';

/**
 * Reads a file of questions. Scalars are read as text: `answer: 42` is the text "42".
 *
 * @param file path that errors name
 * @throws FaultsError `QUERIES_INVALID` for each invalid entry, with its line and a remedy
 */
export function readQuestions(source: string, file: string): Question[] {
  const lines = new LineCounter();
  const document = parseYaml(source, { lineCounter: lines, schema: 'failsafe' });
  const report = (line: number, message: string, remedy: string): Diagnostic => ({
    severity: 'error',
    code: 'QUERIES_INVALID',
    message,
    file,
    line,
    remedy,
  });
  const lineOf = (path: Path): number => lines.linePos(offsetOf(document, path)).line;
  const faults = document.errors.map(({ message, pos }) =>
    report(
      lines.linePos(pos[0]).line,
      `The file is not YAML: ${message}`,
      'Correct the YAML; quote texts that contain a colon or #.',
    ),
  );
  if (faults.length === 0) {
    let values: unknown;
    try {
      values = document.toJS();
    } catch (cause) {
      const message = `The file cannot be read: ${(cause as Error).message}.`;
      throw new FaultsError([report(1, message, 'Write out the values of the aliases (`*name`).')]);
    }
    const parsed = questionsSchema.safeParse(values);
    if (parsed.success) return parsed.data.map((question, index) => ({ ...question, line: lineOf([index]) }));
    faults.push(...parsed.error.issues.map((issue) => describeIssue(issue, lineOf, report)));
  }
  throw new FaultsError(faults as [Diagnostic, ...Diagnostic[]]);
}

/** JSON Schema (draft 2020-12) of a file of questions, as published. */
export function questionsJsonSchema(): string {
  return indentedJson(z.toJSONSchema(questionsSchema, { io: 'input' }));
}

/** The questions about a document: those that name it, and those that name no document. */
export function questionsAbout(questions: readonly Question[], source: string | undefined): Question[] {
  return questions.filter(({ document }) => document === undefined || document === source);
}

function describeIssue(
  issue: z.core.$ZodIssue,
  lineOf: (path: Path) => number,
  report: (line: number, message: string, remedy: string) => Diagnostic,
): Diagnostic {
  const path = issue.path as Path;
  if (issue.code === 'unrecognized_keys') {
    const [key = ''] = issue.keys;
    return report(
      lineOf([...path, key]),
      `${entry(path)}: the key ${JSON.stringify(key)} is unknown.`,
      `Keys are ${QUESTION_KEYS.join(', ')}.`,
    );
  }
  if (path.length === 0) return report(1, 'The file is not a list of questions.', EXAMPLE);
  const key = path.slice(1).find((part) => typeof part === 'string');
  if (key === undefined) return report(lineOf(path), `${entry(path)} is not an entry with keys.`, EXAMPLE);
  if (issue.code === 'invalid_type' && issue.message.includes('received undefined')) {
    return report(lineOf(path.slice(0, 1)), `${entry(path)}: ${key} is missing.`, remedyFor(key));
  }
  const problem =
    issue.code === 'too_small'
      ? 'is empty'
      : issue.code === 'invalid_type'
        ? `must be ${expectedKind(issue.expected)}`
        : issue.message;
  return report(lineOf(path), `${entry(path)}: ${path.slice(1).join('.')} ${problem}.`, remedyFor(key));
}

function entry(path: Path): string {
  return typeof path[0] === 'number' ? `Question ${path[0] + 1}` : 'The file';
}

function expectedKind(expected: string): string {
  return expected === 'array' ? 'a list' : 'text';
}

function remedyFor(key: string): string {
  if (key === 'required') return 'Write a list of the passages that an answer needs, each line starting with "- ".';
  return key === 'document' ? 'Use the name of the document in the manifest, or omit the key.' : `Write the ${key}.`;
}

/** Offset at which a value starts; of its nearest existing ancestor if it is missing. */
function offsetOf(document: Document.Parsed, path: Path): number {
  for (let length = path.length; length > 0; length--) {
    const parent: unknown = length === 1 ? document.contents : document.getIn(path.slice(0, length - 1), true);
    const offset = keyOffset(parent, path[length - 1]!) ?? rangeStart(document.getIn(path.slice(0, length), true));
    if (offset !== undefined) return offset;
  }
  return 0;
}

function keyOffset(parent: unknown, key: string | number): number | undefined {
  if (typeof key === 'number' || typeof parent !== 'object' || parent === null || !('items' in parent))
    return undefined;
  for (const pair of parent.items as { key?: { value?: unknown } }[]) {
    if (pair.key?.value === key) return rangeStart(pair.key);
  }
  return undefined;
}

function rangeStart(node: unknown): number | undefined {
  const range = (node as { range?: readonly number[] } | undefined)?.range;
  return range?.[0];
}
