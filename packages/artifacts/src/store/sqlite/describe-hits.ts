import type { RankedKey } from '@topicmill/search/retrieval';
import { analyzeText } from '@topicmill/search/retrieval';
import type { Database } from 'better-sqlite3';
import { findSnippet } from '../find-snippet.js';
import { joinChunks } from '../join-chunks.js';
import { findTerms, type TermMatch } from '../query-terms.js';
import type { CheckedSearch } from '../search-options.js';
import type { SearchHit, SearchOptions, SearchPlace } from '../search-types.js';
import { isRepeated, type PlacedHit } from '../show-once.js';
import { findChunks, placedTextOf } from './artifact-rows.js';
import type { Connection } from './connection.js';
import { currentVectors } from './ingest.js';
import { fromColumn, type TextColumn } from './text-column.js';
import type { KeySelection } from './vector-tables.js';

/** A passage with what a hit says of its artifact. */
interface PassageRow {
  readonly key: number;
  readonly artifact_key: number;
  readonly id: string;
  readonly chunk_index: number | null;
  readonly content: TextColumn;
  readonly content_hash: string;
  readonly start_char: number;
  readonly artifact_id: string;
  readonly artifact_type: string;
  readonly source_system: string;
  readonly source_id: string | null;
  readonly title: string | null;
  readonly sensitivity: string;
  readonly ts: string;
}

/** Other places of one text that a hit names at most. */
const MOST_PLACES = 20;

const SELECT_PASSAGE = `
  SELECT passages.key, artifact_key, passages.id, chunk_index, passages.content, passages.content_hash, start_char,
         artifacts.id AS artifact_id, artifact_type, source_system, source_id, title, sensitivity, ts
    FROM passages JOIN artifacts ON artifacts.key = artifact_key WHERE passages.key = ?`;

/** Hits, and whether any of them has a word of the query in its text or title. */
export interface DescribedHits {
  readonly hits: readonly SearchHit[];
  readonly haveWords: boolean;
}

/**
 * The best passages that say something new, described. A text that is in several artifacts is one hit.
 *
 * @param keys the passages that may be named
 */
export function describeHits(
  connection: Connection,
  ranked: readonly RankedKey[],
  terms: readonly string[],
  { limit, neighborCount, options }: CheckedSearch,
  keys: KeySelection | undefined,
): DescribedHits {
  const { db } = connection;
  const termSet = new Set(terms);
  const select = db.prepare<[number], PassageRow>(SELECT_PASSAGE);
  const hits: SearchHit[] = [];
  const shown: PlacedHit[] = [];
  const texts = new Set<string>();
  let haveWords = false;
  for (const { key, score } of ranked) {
    if (hits.length === limit) break;
    const row = select.get(key)!;
    if (texts.has(row.content_hash)) continue;
    const content = fromColumn(row.content);
    const placed = placedHit(row, content, findTerms(content, termSet));
    if (isRepeated(placed, shown)) continue;
    shown.push(placed);
    texts.add(row.content_hash);
    haveWords ||= placed.matches.length > 0 || analyzeText(row.title ?? '').some((term) => termSet.has(term));
    const hit = { ...hitOf(row, placed, content, score), also_in: otherPlaces(connection, row, keys) };
    hits.push(neighborCount === 0 ? hit : { ...hit, context: contextOf(db, row, content, neighborCount, options) });
  }
  return { hits, haveWords };
}

/** Where the same text is too. Equal texts have equal vectors, and those are found by the text's hash. */
function otherPlaces(connection: Connection, row: PassageRow, keys: KeySelection | undefined): SearchPlace[] {
  const { db } = connection;
  const found = currentVectors(connection)?.keysByText(row.content_hash) ?? [];
  const others = found.filter((key) => key !== row.key);
  if (others.length === 0) return [];
  const among = keys === undefined ? '' : `AND passages.key IN (${keys.sql})`;
  return db
    .prepare<unknown[], SearchPlace>(
      `SELECT artifacts.id AS artifact_id, chunk_index, title, source_system, source_id
         FROM passages JOIN artifacts ON artifacts.key = artifact_key
        WHERE passages.key IN (SELECT value FROM json_each(?)) ${among} ORDER BY artifacts.id, chunk_index LIMIT ?`,
    )
    .all(JSON.stringify(others), ...(keys?.parameters ?? []), MOST_PLACES);
}

function placedHit(row: PassageRow, content: string, matches: readonly TermMatch[]): PlacedHit {
  return {
    artifactKey: row.artifact_key,
    startChar: row.start_char,
    endChar: row.start_char + content.length,
    matches,
  };
}

function hitOf(
  row: PassageRow,
  { startChar, endChar, matches }: PlacedHit,
  content: string,
  score: number,
): Omit<SearchHit, 'also_in'> {
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
