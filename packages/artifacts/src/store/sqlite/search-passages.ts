import { TopicmillError } from '@topicmill/base/diagnostics';
import type { Database } from 'better-sqlite3';
import type { ArtifactSearchMode, SearchAnswer, SearchHit, SearchOptions } from '../artifact-store.js';
import { findSnippet } from '../find-snippet.js';
import { fuseRankings, type RankedPassage } from '../fuse-rankings.js';
import { joinChunks } from '../join-chunks.js';
import { findTerms, queryTerms, type TermMatch } from '../query-terms.js';
import { isRepeated, type PlacedHit } from '../show-once.js';
import { unitVector } from '../unit-vector.js';
import { findChunks, placedTextOf } from './artifact-rows.js';
import { filterKeys } from './filter-keys.js';
import { currentVectors, type StoreContext } from './ingest.js';
import { openPassageTerms } from './passage-terms.js';
import { checkModel, readBinding } from './settings.js';
import { fromColumn, type TextColumn } from './text-column.js';

const DEFAULT_LIMIT = 10;
const LARGEST_LIMIT = 100;
const LARGEST_NEIGHBOR_COUNT = 10;
/** Passages that each ranking gives, at least and for each result wanted: some are repetitions. */
const LEAST_CANDIDATE_COUNT = 100;
const CANDIDATES_PER_RESULT = 4;

/** A passage with what a hit says of its artifact. */
interface PassageRow {
  readonly key: number;
  readonly artifact_key: number;
  readonly id: string;
  readonly chunk_index: number | null;
  readonly content: TextColumn;
  readonly start_char: number;
  readonly artifact_id: string;
  readonly artifact_type: string;
  readonly source_system: string;
  readonly source_id: string | null;
  readonly title: string | null;
  readonly sensitivity: string;
  readonly ts: string;
}

/** A query in the forms in which it is looked for. */
interface PreparedQuery {
  readonly terms: readonly string[];
  readonly vector: Float32Array | undefined;
}

interface CheckedOptions {
  readonly mode: ArtifactSearchMode;
  readonly limit: number;
  readonly neighborCount: number;
  readonly options: SearchOptions;
}

export async function searchPassages(
  context: StoreContext,
  query: string,
  options: SearchOptions,
): Promise<SearchAnswer> {
  const checked = checkOptions(options);
  const { mode } = checked;
  const vector = mode === 'lexical' ? undefined : await embedQuery(context, query, options.signal);
  const prepared: PreparedQuery = { terms: queryTerms(query), vector };
  const hits = await context.connection.read(() => {
    const ranked = rankPassages(context, prepared, checked);
    return describeHits(context.connection.db, ranked, prepared, checked);
  }, options.signal);
  return { mode, hits };
}

function checkOptions(options: SearchOptions): CheckedOptions {
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

/** The query's vector; `undefined` when it says nothing, or the store holds no vector. */
async function embedQuery(
  { connection, embedder }: StoreContext,
  query: string,
  signal: AbortSignal | undefined,
): Promise<Float32Array | undefined> {
  const binding = await connection.read(() => readBinding(connection.db, 'binding'), signal);
  checkModel(binding, embedder, connection.path);
  if (binding === undefined || !/\S/u.test(query)) return undefined;
  const [vector] = await embedder.embed([query], { labels: ['the query'], signal });
  return unitVector(vector ?? new Float32Array(0), binding.dimensions, 'the query');
}

function rankPassages(
  { connection, embedder }: StoreContext,
  { terms, vector }: PreparedQuery,
  { mode, limit, options }: CheckedOptions,
): readonly RankedPassage[] {
  const { db, path } = connection;
  const count = Math.max(LEAST_CANDIDATE_COUNT, CANDIDATES_PER_RESULT * limit);
  const keys = filterKeys(options.filter ?? {});
  const lexical = mode === 'dense' ? [] : openPassageTerms(db).rank(terms, count, keys);
  if (vector === undefined) return lexical;
  // It may have changed while the query was embedded.
  checkModel(readBinding(db, 'binding'), embedder, path);
  const dense = currentVectors(connection)?.nearest(vector, count, keys) ?? [];
  return mode === 'dense' ? dense : fuseRankings([lexical, dense]);
}

/** The best passages that say something new, described. */
function describeHits(
  db: Database,
  ranked: readonly RankedPassage[],
  { terms }: PreparedQuery,
  { limit, neighborCount, options }: CheckedOptions,
): SearchHit[] {
  const termSet = new Set(terms);
  const hits: SearchHit[] = [];
  const shown: PlacedHit[] = [];
  for (const { key, score } of ranked) {
    if (hits.length === limit) break;
    const row = findPassage(db, key);
    const content = fromColumn(row.content);
    const matches = findTerms(content, termSet);
    const placed = placedHit(row, content, matches);
    if (isRepeated(placed, shown)) continue;
    shown.push(placed);
    const hit = hitOf(row, placed, content, score);
    hits.push(neighborCount === 0 ? hit : { ...hit, context: contextOf(db, row, content, neighborCount, options) });
  }
  return hits;
}

function findPassage(db: Database, key: number): PassageRow {
  return db
    .prepare<[number], PassageRow>(
      `SELECT passages.key, artifact_key, passages.id, chunk_index, passages.content, start_char, artifacts.id AS artifact_id,
              artifact_type, source_system, source_id, title, sensitivity, ts
         FROM passages JOIN artifacts ON artifacts.key = artifact_key WHERE passages.key = ?`,
    )
    .get(key)!;
}

function placedHit(row: PassageRow, content: string, matches: readonly TermMatch[]): PlacedHit {
  return {
    artifactKey: row.artifact_key,
    startChar: row.start_char,
    endChar: row.start_char + content.length,
    matches,
  };
}

function hitOf(row: PassageRow, { startChar, endChar, matches }: PlacedHit, content: string, score: number): SearchHit {
  return {
    id: row.id,
    artifact_id: row.artifact_id,
    chunk_index: row.chunk_index,
    start_char: startChar,
    end_char: endChar,
    score,
    snippet: findSnippet(content, matches),
    title: row.title,
    artifact_type: row.artifact_type,
    source_system: row.source_system,
    source_id: row.source_id,
    sensitivity: row.sensitivity,
    ts: row.ts,
    content,
  };
}

function contextOf(
  db: Database,
  row: PassageRow,
  content: string,
  neighborCount: number,
  { joining = 'boundary' }: SearchOptions,
): string {
  if (row.chunk_index === null) return content;
  const chunks = findChunks(db, row.artifact_key, row.chunk_index - neighborCount, row.chunk_index + neighborCount);
  return joinChunks(chunks.map(placedTextOf), joining);
}

function invalid(message: string): TopicmillError {
  return new TopicmillError('INVALID_OPTION', message, { remedy: 'Correct the option.' });
}
