import { type Diagnostic, FaultsError, TopicmillError } from '@topicmill/base/diagnostics';
import { parseYaml, yamlSyntaxMessage, yamlValues } from '@topicmill/base/yaml';
import { closest, distance } from 'fastest-levenshtein';
import { isNode, LineCounter } from 'yaml';
import * as z from 'zod';

const size = z.int().nonnegative();

const schema = z.strictObject({
  store: z.string().min(1).optional(),
  sourceRoot: z.string().min(1).optional(),
  embedding: z
    .strictObject({ model: z.string().min(1).optional(), cache: z.string().min(1).nullable().optional() })
    .prefault({}),
  chunking: z
    .strictObject({
      singlePieceMaxTokens: size.optional(),
      targetTokens: size.optional(),
      overlapTokens: size.optional(),
    })
    .prefault({}),
});

const KNOWN_KEYS: Readonly<Record<string, readonly string[]>> = {
  '': Object.keys(schema.shape),
  embedding: ['model', 'cache'],
  chunking: ['singlePieceMaxTokens', 'targetTokens', 'overlapTokens'],
};

/** What a configuration file says. */
export type FileValues = z.infer<typeof schema>;

/** @throws FaultsError, TopicmillError `CONFIG_UNREADABLE`, `CONFIG_INVALID` */
export function parseConfigFile(text: string, file: string): FileValues {
  const lineCounter = new LineCounter();
  const document = parseYaml(text, { lineCounter });
  const [broken] = document.errors;
  if (broken !== undefined) {
    throw new TopicmillError('CONFIG_UNREADABLE', yamlSyntaxMessage(broken), {
      file,
      line: lineCounter.linePos(broken.pos[0]).line,
      remedy: 'Fix the YAML.',
    });
  }
  const result = schema.safeParse(yamlValues(document, file) ?? {});
  if (result.success) return result.data;
  const lineOf = (keys: readonly string[]): number => {
    const node = document.getIn(keys, true);
    const offset = isNode(node) ? node.range?.[0] : undefined;
    return offset === undefined ? 1 : lineCounter.linePos(offset).line;
  };
  const [first, ...others] = result.error.issues.flatMap((issue) => faultsOf(issue, file, lineOf));
  throw new FaultsError([first!, ...others]);
}

function faultsOf(
  issue: z.core.$ZodIssue,
  file: string,
  lineOf: (keys: readonly string[]) => number,
): readonly Diagnostic[] {
  const path = issue.path.map(String);
  const fault = (keys: readonly string[], message: string, remedy: string): Diagnostic => ({
    severity: 'error',
    code: 'CONFIG_INVALID',
    message: `${keys.join('.') || 'The file'}${message}`,
    file,
    line: lineOf(keys),
    remedy,
  });
  if (issue.code !== 'unrecognized_keys') {
    return [fault(path, `: ${issue.message}.`, 'Give a value of the expected type.')];
  }
  return issue.keys.map((key) => fault([...path, key], ' is not a known key.', knownKeyRemedy(key, path)));
}

function knownKeyRemedy(key: string, path: readonly string[]): string {
  const keys = KNOWN_KEYS[path.join('.')] ?? [];
  const nearest = closest(key, keys);
  return distance(key.toLowerCase(), nearest.toLowerCase()) <= key.length / 2
    ? `Did you mean ${[...path, nearest].join('.')}?`
    : `Take it out; the keys here are ${[...keys].sort().join(', ')}.`;
}
