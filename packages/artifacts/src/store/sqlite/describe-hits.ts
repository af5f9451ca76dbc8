import type { RankedKey } from '@topicmill/search/retrieval';
import type { Database } from 'better-sqlite3';
import type { FoundPassages, PreparedQuery } from '../engine.js';
import { HitList, MOST_PLACES, type PassageRow } from '../hit-list.js';
import { joinChunks } from '../join-chunks.js';
import type { CheckedSearch } from '../search-options.js';
import type { SearchHit, SearchOptions, SearchPlace } from '../search-types.js';
import { findChunks } from './find-rows.js';
import type { KeySelection, VectorTables } from './vector-tables.js';

const SELECT_PASSAGE = `
  SELECT passages.key, artifact_key, passages.id, chunk_index, passages.content, passages.content_hash, start_char,
         artifacts.id AS artifact_id, artifact_type, source_system, source_id, title, sensitivity, ts
    FROM passages JOIN artifacts ON artifacts.key = artifact_key WHERE passages.key = ?`;

/** What a search found so far. */
interface RankedSearch {
  readonly ranked: readonly RankedKey[];
  readonly query: PreparedQuery;
  readonly checked: CheckedSearch;
  /** The passages that may be named; all where it is left out. */
  readonly keys: KeySelection | undefined;
}

/** The best passages that say something new, described. */
export function describeHits(
  db: Database,
  tables: VectorTables | undefined,
  { ranked, query, checked, keys }: RankedSearch,
): Omit<FoundPassages, 'missingWords'> {
  const { limit, neighborCount, options } = checked;
  const list = new HitList(query.terms, limit);
  const select = db.prepare<[number], PassageRow>(SELECT_PASSAGE);
  const hits: SearchHit[] = [];
  for (const { key, score } of ranked) {
    if (list.isFull) break;
    const listed = list.offer(select.get(key)!, score);
    if (listed === undefined) continue;
    const { row } = listed;
    const hit = { ...listed.hit, also_in: otherPlaces(db, tables, row, keys) };
    hits.push(neighborCount === 0 ? hit : { ...hit, context: contextOf(db, row, hit.content, neighborCount, options) });
  }
  return { hits, haveWords: list.haveWords };
}

/** Where the same text is too. Equal texts have equal vectors, and those are found by the text's hash. */
function otherPlaces(
  db: Database,
  tables: VectorTables | undefined,
  row: PassageRow,
  keys: KeySelection | undefined,
): SearchPlace[] {
  const found = tables?.keysByText(row.content_hash) ?? [];
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

function contextOf(
  db: Database,
  row: PassageRow,
  content: string,
  neighborCount: number,
  { joining }: SearchOptions,
): string {
  if (row.chunk_index === null) return content;
  const chunks = findChunks(db, row.artifact_key, row.chunk_index - neighborCount, row.chunk_index + neighborCount);
  return joinChunks(chunks, joining);
}
