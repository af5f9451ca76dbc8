import { TopicmillError } from '@topicmill/base/diagnostics';
import { parseTime } from './parse-time.js';
import type { ArtifactFilter } from './search-types.js';

/** A filter in the form in which it is applied. */
export interface CheckedFilter {
  readonly artifactTypes: readonly string[] | undefined;
  readonly sourceSystems: readonly string[] | undefined;
  readonly sensitivities: readonly string[] | undefined;
  readonly sourceIdPrefix: string | undefined;
  /** Names of attributes with the values of which they must have one. */
  readonly attributes: readonly (readonly [name: string, values: readonly string[]])[];
  /** Parts of names and addresses, of which one must be in one of the attributes. */
  readonly people: readonly { readonly fields: readonly string[]; readonly names: readonly string[] }[];
  /** ISO 8601, UTC. */
  readonly since: string | undefined;
  readonly until: string | undefined;
}

const SENDER_FIELDS = ['from'];
const RECIPIENT_FIELDS = ['to', 'cc', 'bcc'];

const KEYS: Readonly<Record<keyof ArtifactFilter, true>> = {
  artifactTypes: true,
  sourceSystems: true,
  sensitivities: true,
  sourceIdPrefix: true,
  attributes: true,
  senders: true,
  recipients: true,
  since: true,
  until: true,
};

/**
 * Checks a filter.
 *
 * @throws TopicmillError `INVALID_OPTION` for a key that no filter has, which would let everything through, a time that
 *   does not exist, and times between which there is nothing
 */
export function checkFilter(filter: ArtifactFilter): CheckedFilter {
  for (const key of Object.keys(filter))
    if (!Object.hasOwn(KEYS, key)) throw invalid(`There is no filter named ${key}.`);
  const { artifactTypes, sourceSystems, sensitivities, sourceIdPrefix, senders, recipients } = filter;
  const since = filter.since === undefined ? undefined : parseTime(filter.since, 'INVALID_OPTION');
  const until = filter.until === undefined ? undefined : parseTime(filter.until, 'INVALID_OPTION');
  if (since !== undefined && until !== undefined && since >= until) {
    throw invalid(`The time range from ${since} to ${until} is empty.`);
  }
  return {
    artifactTypes,
    sourceSystems,
    sensitivities,
    sourceIdPrefix,
    attributes: Object.entries(filter.attributes ?? {}),
    people: [
      ...(senders === undefined ? [] : [{ fields: SENDER_FIELDS, names: senders }]),
      ...(recipients === undefined ? [] : [{ fields: RECIPIENT_FIELDS, names: recipients }]),
    ],
    since,
    until,
  };
}

/** Whether a filter lets everything through. */
export function isUnfiltered(filter: ArtifactFilter): boolean {
  const { sourceIdPrefix, attributes, people, ...others } = checkFilter(filter);
  const isGiven = Object.values(others).some((value) => value !== undefined);
  return !isGiven && (sourceIdPrefix ?? '') === '' && attributes.length === 0 && people.length === 0;
}

function invalid(message: string): TopicmillError {
  return new TopicmillError('INVALID_OPTION', message, { remedy: 'Correct the filter.' });
}
