import { type DiagnosticCode, TopicmillError } from '@topicmill/base/diagnostics';
import { compareCodeUnits } from '@topicmill/base/order';
import type { ArtifactInput, Attributes, JsonValue } from './artifact.js';
import { hasLoneSurrogate } from './artifact-id.js';

/** An input in the form in which it is stored. What was left out is `undefined`. */
export interface CheckedInput {
  readonly content: string;
  readonly artifactType: string;
  readonly sourceSystem: string;
  readonly sourceId: string | null;
  /** `null`: it has none, whatever it had. */
  readonly title: string | null | undefined;
  readonly sensitivity: string | undefined;
  /** ISO 8601, UTC. */
  readonly ts: string | undefined;
  /** JSON with sorted keys. */
  readonly attributes: string | undefined;
}

/** Longest name, title or other short field, in UTF-16 units. */
const LONGEST_FIELD = 2_000;

/**
 * Checks what is to be stored.
 *
 * @throws TopicmillError `ARTIFACT_INVALID`
 */
export function checkInput(input: ArtifactInput): CheckedInput {
  if (typeof input.content !== 'string' || !/\S/u.test(input.content)) throw invalid('The artifact has no text.');
  const { sourceId, title, sensitivity, ts } = input;
  return {
    content: input.content,
    artifactType: checkField('artifact type', input.artifactType),
    sourceSystem: checkField('source system', input.sourceSystem),
    sourceId: sourceId === undefined ? null : checkField('source id', sourceId),
    title: title === undefined ? undefined : checkField('title', title),
    sensitivity: sensitivity === undefined ? undefined : checkField('sensitivity', sensitivity),
    ts: ts === undefined ? undefined : parseTime(ts, 'ARTIFACT_INVALID'),
    attributes: input.attributes === undefined ? undefined : canonicalJson(input.attributes),
  };
}

/** JSON with sorted keys, so that equal facts are equal texts. */
function canonicalJson(attributes: Attributes): string {
  return JSON.stringify(sorted(attributes));
}

function checkField(name: string, value: string): string {
  if (typeof value !== 'string' || value.trim() === '') throw invalid(`The ${name} is empty.`);
  if (value.length > LONGEST_FIELD) throw invalid(`The ${name} is longer than ${LONGEST_FIELD} characters.`);
  if (hasLoneSurrogate(value)) throw invalid(`The ${name} is not valid Unicode.`);
  return value;
}

function sorted(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => compareCodeUnits(a, b));
  return Object.fromEntries(entries.map(([key, inner]) => [key, sorted(inner)]));
}

function invalid(message: string): TopicmillError {
  return new TopicmillError('ARTIFACT_INVALID', message, { remedy: 'Correct it, and ingest the artifact again.' });
}

/**
 * A time as ISO 8601 in UTC with milliseconds: texts that sort as the times do.
 *
 * @param time anything that `Date` reads
 * @throws TopicmillError with the code given
 */
export function parseTime(time: string, code: DiagnosticCode): string {
  const date = new Date(time);
  const year = date.getUTCFullYear();
  // Years beyond four digits would not sort.
  if (!Number.isNaN(year) && year >= 0 && year <= 9999) return date.toISOString();
  throw new TopicmillError(code, `${JSON.stringify(time)} is not a time.`, {
    remedy: 'Write it like 2025-12-25T10:30:00Z.',
  });
}
