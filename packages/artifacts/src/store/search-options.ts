import { refuseUnknownOptions, TopicmillError } from '@topicmill/base/diagnostics';
import { parseTime } from './check-input.js';

/** `hybrid` joins the two others. */
export type ArtifactSearchMode = 'hybrid' | 'lexical' | 'dense';

export interface SearchOptions {
  /** Default: `hybrid`. */
  readonly mode?: ArtifactSearchMode | undefined;
  /** Results at most, 1 to 100. Default: 10. */
  readonly limit?: number | undefined;
  readonly filter?: ArtifactFilter | undefined;
  /** Neighbours on each side to be returned with a chunk, 0 to 10. Default: 0, without `context` in the results. */
  readonly neighborCount?: number | undefined;
  /** How neighbours are put together. Default: `boundary`. */
  readonly joining?: ContextJoining | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** An artifact must fit every field that is given, and any of the values of a field. */
export interface ArtifactFilter {
  readonly artifactTypes?: readonly string[] | undefined;
  readonly sourceSystems?: readonly string[] | undefined;
  readonly sensitivities?: readonly string[] | undefined;
  /** How `source_id` begins: a folder with its slash, for instance. */
  readonly sourceIdPrefix?: string | undefined;
  /** Attributes by name, with the values that are wanted; one in a list counts, numbers and booleans as they are written. */
  readonly attributes?: Readonly<Record<string, readonly string[]>> | undefined;
  /** Parts of the name or address of an email's sender, in any case. */
  readonly senders?: readonly string[] | undefined;
  /** Parts of the name or address of a recipient (to, cc, bcc), case-insensitive. */
  readonly recipients?: readonly string[] | undefined;
  /** Earliest `ts`, in any form that `Date` reads. */
  readonly since?: string | undefined;
  /** `ts` must be before it. */
  readonly until?: string | undefined;
}

/** `boundary`: texts as they are, `[CHUNK BOUNDARY]` between them. `merge`: what overlaps once, so that the text reads on. */
export type ContextJoining = 'boundary' | 'merge';

export interface ContextOptions {
  /** On each side. Default: 1. */
  readonly neighborCount?: number | undefined;
  /** Default: `boundary`. */
  readonly joining?: ContextJoining | undefined;
}

export interface SearchAnswer {
  readonly mode: ArtifactSearchMode;
  /** Best first. */
  readonly hits: readonly SearchHit[];
  /**
   * Whether the hits match only by meaning: none has a word of the query in its text or title.
   * Something is always nearest, so they may have nothing to do with it.
   */
  readonly by_meaning_only: boolean;
  /** Words of the query that no text and no title of the store has; without stop words. */
  readonly missing_words: readonly string[];
  /** Phrases in quotes and beginnings with an asterisk, as the hits must have them. */
  readonly required: readonly string[];
}

/** Where a text is. */
export interface SearchPlace {
  readonly artifact_id: string;
  /** `null` for an artifact that is stored whole. */
  readonly chunk_index: number | null;
  readonly title: string | null;
  readonly source_system: string;
  readonly source_id: string | null;
}

export interface SearchHit {
  /** Of the chunk, or of the whole artifact. */
  readonly id: string;
  readonly artifact_id: string;
  /** `null` for an artifact that is stored whole. */
  readonly chunk_index: number | null;
  /** UTF-16 offsets into the artifact's text. */
  readonly start_char: number;
  readonly end_char: number;
  /** Comparable among the hits of one search only. */
  readonly score: number;
  /** What the chunk is a part of, on one line: headings, the head of a table, signatures, subject and sender. */
  readonly preface: string | null;
  /** The part of the text that fits the query best, on one line. */
  readonly snippet: string;
  readonly title: string | null;
  readonly artifact_type: string;
  readonly source_system: string;
  readonly source_id: string | null;
  readonly sensitivity: string;
  readonly ts: string;
  /** The chunk's text, or the artifact's. */
  readonly content: string;
  /** The text with its neighbours, where they were asked for. */
  readonly context?: string | undefined;
  /** Other places of the very same text, up to 20; it is one hit. */
  readonly also_in: readonly SearchPlace[];
}

const DEFAULT_LIMIT = 10;
const MAX_LIMIT = 100;
const MAX_NEIGHBOR_COUNT = 10;

/** Options of a search with their defaults. */
export interface CheckedSearch {
  readonly mode: ArtifactSearchMode;
  readonly limit: number;
  readonly neighborCount: number;
  readonly options: SearchOptions;
}

const OPTIONS = {
  mode: true,
  limit: true,
  filter: true,
  neighborCount: true,
  joining: true,
  signal: true,
} satisfies Record<keyof SearchOptions, true>;

/** @throws TopicmillError `INVALID_OPTION` */
export function checkSearch(options: SearchOptions): CheckedSearch {
  refuseUnknownOptions(options, OPTIONS, 'search');
  const { mode = 'hybrid', limit = DEFAULT_LIMIT, neighborCount = 0 } = options;
  if (!['hybrid', 'lexical', 'dense'].includes(mode)) throw invalid(`There is no search mode "${mode}".`);
  checkCount('limit', limit, 1, MAX_LIMIT);
  checkNeighborCount(neighborCount);
  return { mode, limit, neighborCount, options };
}

/** @throws TopicmillError `INVALID_OPTION` */
export function checkNeighborCount(neighborCount: number): void {
  checkCount('number of neighbours', neighborCount, 0, MAX_NEIGHBOR_COUNT);
}

/** @throws TopicmillError `INVALID_OPTION` */
export function checkCount(name: string, count: number, least: number, largest: number): void {
  if (Number.isInteger(count) && count >= least && count <= largest) return;
  throw invalid(`The ${name} must be a whole number from ${least} to ${largest}.`);
}

function invalid(message: string): TopicmillError {
  return new TopicmillError('INVALID_OPTION', message, { remedy: 'Correct the option.' });
}

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

const FILTER_KEYS: Readonly<Record<keyof ArtifactFilter, true>> = {
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
    if (!Object.hasOwn(FILTER_KEYS, key)) throw invalidFilter(`There is no filter named ${key}.`);
  const { artifactTypes, sourceSystems, sensitivities, sourceIdPrefix, senders, recipients } = filter;
  const since = filter.since === undefined ? undefined : parseTime(filter.since, 'INVALID_OPTION');
  const until = filter.until === undefined ? undefined : parseTime(filter.until, 'INVALID_OPTION');
  if (since !== undefined && until !== undefined && since >= until) {
    throw invalidFilter(`The time range from ${since} to ${until} is empty.`);
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

function invalidFilter(message: string): TopicmillError {
  return new TopicmillError('INVALID_OPTION', message, { remedy: 'Correct the filter.' });
}
