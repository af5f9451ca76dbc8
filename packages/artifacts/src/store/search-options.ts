import { refuseUnknownOptions, TopicmillError } from '@topicmill/base/diagnostics';
import type { ArtifactSearchMode, SearchOptions } from './search-types.js';

const DEFAULT_LIMIT = 10;
const LARGEST_LIMIT = 100;
const LARGEST_NEIGHBOR_COUNT = 10;

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
  checkCount('limit', limit, 1, LARGEST_LIMIT);
  checkNeighborCount(neighborCount);
  return { mode, limit, neighborCount, options };
}

/** @throws TopicmillError `INVALID_OPTION` */
export function checkNeighborCount(neighborCount: number): void {
  checkCount('number of neighbours', neighborCount, 0, LARGEST_NEIGHBOR_COUNT);
}

/** @throws TopicmillError `INVALID_OPTION` */
export function checkCount(name: string, count: number, least: number, largest: number): void {
  if (Number.isInteger(count) && count >= least && count <= largest) return;
  throw invalid(`The ${name} must be a whole number from ${least} to ${largest}.`);
}

function invalid(message: string): TopicmillError {
  return new TopicmillError('INVALID_OPTION', message, { remedy: 'Correct the option.' });
}
