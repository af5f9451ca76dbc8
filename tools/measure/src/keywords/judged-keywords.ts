import { readFileSync } from 'node:fs';
import { TopicmillError } from '@topicmill/base/diagnostics';
import { parse } from 'yaml';
import { z } from 'zod';

const terms = z.array(z.string().min(1)).default([]);
const fileSchema = z.strictObject({
  nothing: terms,
  something: terms,
  otherwise: z.literal('something').optional(),
  in: z.record(z.string(), z.strictObject({ nothing: terms, something: terms })).default({}),
});

/** What a reader says of a keyword: it says something about its topic, or nothing. */
export type Verdict = 'something' | 'nothing';

/** The verdict on a keyword of a topic; `undefined` for one that nobody has judged. */
export type Judgement = (term: string, topic: string) => Verdict | undefined;

/**
 * Reads what a reader says of keywords: the lists `nothing` and `something`, and below `in`, by topic id, both lists for
 * the topics where a word says something else than elsewhere. With `otherwise: something`, all other terms were judged
 * too, and say something.
 *
 * @throws TopicmillError `INVALID_OPTION` for a file that is no such YAML, or has a term in both lists
 */
export function readJudgedKeywords(path: string): Judgement {
  let read: z.infer<typeof fileSchema>;
  try {
    read = fileSchema.parse(parse(readFileSync(path, 'utf8')));
  } catch (cause) {
    throw new TopicmillError('INVALID_OPTION', `The judged keywords cannot be read: ${(cause as Error).message}`, {
      file: path,
      remedy: 'Write the lists `nothing` and `something`, and `in` with both for single topics.',
    });
  }
  const everywhere = verdictsOf(read, path);
  const inTopics = new Map(Object.entries(read.in).map(([topic, lists]) => [topic, verdictsOf(lists, path)]));
  return (term, topic) => inTopics.get(topic)?.get(term) ?? everywhere.get(term) ?? read.otherwise;
}

function verdictsOf(lists: Readonly<Record<Verdict, readonly string[]>>, file: string): ReadonlyMap<string, Verdict> {
  const verdicts = new Map<string, Verdict>(lists.nothing.map((term) => [term, 'nothing']));
  for (const term of lists.something) {
    if (verdicts.has(term)) {
      throw new TopicmillError('INVALID_OPTION', `"${term}" is in both lists of judged keywords.`, {
        file,
        remedy: 'Leave it in one of them, and list the topics where it differs below `in`.',
      });
    }
    verdicts.set(term, 'something');
  }
  return verdicts;
}
