import type { RankedKey } from '@topicmill/search/retrieval/parts';
import type { Embedder } from '@topicmill/text/embedder';
import type { Database } from 'better-sqlite3';
import { joinChunks } from '../artifact-rows.js';
import { checkModel } from '../binding.js';
import { fromColumn, type TextColumn } from '../column-values.js';
import type { FoundPassages, PreparedQuery, RankedPassages } from '../engine.js';
import { fusedPassages, HitList, MAX_PLACES, type PassageRow } from '../hit-list.js';
import { narrowingTerms, type RequiredText, requiredTest, wordsWithoutTerms } from '../parse-query.js';
import type { CheckedSearch, SearchHit, SearchOptions, SearchPlace } from '../search-options.js';
import type { Connection } from './connection.js';
import { filterKeys, findChunks } from './find-rows.js';
import { openPassageTerms } from './passage-terms.js';
import { readBinding } from './settings.js';
import { currentVectors, type KeySelection, type VectorTables } from './vector-tables.js';

const SELECT_PASSAGE = `
  SELECT passages.key, artifact_key, passages.id, chunk_index, passages.content, passages.content_hash, start_char, preface,
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
function describeHits(
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

/** Where the same text is too: by the vectors of texts without a preface, and among chunks. */
function otherPlaces(
  db: Database,
  tables: VectorTables | undefined,
  row: PassageRow,
  keys: KeySelection | undefined,
): SearchPlace[] {
  const chunks = db.prepare<[string], number>('SELECT key FROM artifact_chunks WHERE content_hash = ?').pluck();
  const found = new Set([...(tables?.keysByText(row.content_hash) ?? []), ...chunks.all(row.content_hash)]);
  const others = [...found].filter((key) => key !== row.key);
  if (others.length === 0) return [];
  const among = keys === undefined ? '' : `AND passages.key IN (${keys.sql})`;
  return db
    .prepare<unknown[], SearchPlace>(
      `SELECT artifacts.id AS artifact_id, chunk_index, title, source_system, source_id
         FROM passages JOIN artifacts ON artifacts.key = artifact_key
        WHERE passages.key IN (SELECT value FROM json_each(?)) ${among} ORDER BY artifacts.id, chunk_index LIMIT ?`,
    )
    .all(JSON.stringify(others), ...(keys?.parameters ?? []), MAX_PLACES);
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

/** Finds passages by words and by meaning; in the caller's transaction. */
export function searchPassages(
  connection: Connection,
  query: PreparedQuery,
  checked: CheckedSearch,
  embedder: Embedder,
): FoundPassages {
  const { db } = connection;
  const keys = allowedKeys(db, query, checked);
  const ranked = rankPassages(connection, query, checked, embedder, keys);
  return {
    ...describeHits(db, currentVectors(db), { ranked, query, checked, keys }),
    missingWords: missingWords(db, query),
  };
}

/** The passages that pass the filter and contain the required texts; `undefined` for all. */
function allowedKeys(db: Database, { required }: PreparedQuery, { options }: CheckedSearch): KeySelection | undefined {
  const filtered = filterKeys(options.filter ?? {});
  return required.length === 0 ? filtered : keysWithRequired(db, required, filtered);
}

function rankPassages(
  { db, place }: Connection,
  { terms, vector, required, candidateCount }: PreparedQuery,
  { mode }: CheckedSearch,
  embedder: Embedder,
  keys: KeySelection | undefined,
): RankedPassages {
  const lexical = mode === 'dense' ? [] : openPassageTerms(db).rank(terms, candidateCount, keys);
  // Required words may all be stop words, or no term may begin with them: no ranking has the passages that contain them.
  const unranked = mode === 'lexical' && required.length > 0 ? unrankedKeys(db, keys!, candidateCount) : [];
  if (vector === undefined) return [...lexical, ...unranked.filter(({ key }) => !lexical.some((of) => of.key === key))];
  // It may have changed while the query was embedded.
  checkModel(readBinding(db, 'binding'), embedder, place);
  const dense = currentVectors(db)?.nearest(vector, candidateCount, keys) ?? [];
  return mode === 'dense' ? dense : fusedPassages(lexical, dense, embedder);
}

function unrankedKeys(db: Database, keys: KeySelection, limit: number): RankedPassages {
  const select = db.prepare<unknown[], RankedPassages[number]>(
    `SELECT key, 0 AS score FROM passages WHERE key IN (${keys.sql}) ORDER BY key LIMIT ?`,
  );
  return select.all(...keys.parameters, limit);
}

/** Words of the query that no text and no title of the store has, as the query has them. */
function missingWords(db: Database, { words }: PreparedQuery): string[] {
  const terms = openPassageTerms(db);
  return wordsWithoutTerms(words, (term) => terms.has(term));
}

/** The passages, of those allowed, that contain all that is required, in their text or their title. */
function keysWithRequired(
  db: Database,
  required: readonly RequiredText[],
  allowed: KeySelection | undefined,
): KeySelection {
  const narrowed = narrowedKeys(db, required);
  const conditions = [
    ...(narrowed === undefined
      ? []
      : [{ sql: 'SELECT value FROM json_each(?)', parameters: [JSON.stringify(narrowed)] }]),
    ...(allowed === undefined ? [] : [allowed]),
  ];
  const where = conditions.map(({ sql }) => `AND passages.key IN (${sql})`).join(' ');
  const isWanted = requiredTest(required);
  const keys: number[] = [];
  const rows = db
    .prepare<unknown[], { key: number; title: string | null; content: TextColumn }>(
      `SELECT passages.key, title, passages.content
         FROM passages JOIN artifacts ON artifacts.key = artifact_key WHERE TRUE ${where}`,
    )
    .iterate(...conditions.flatMap(({ parameters }) => parameters));
  for (const { key, title, content } of rows) if (isWanted(`${fromColumn(content)}\n${title ?? ''}`)) keys.push(key);
  return { sql: 'SELECT value FROM json_each(?)', parameters: [JSON.stringify(keys)] };
}

/** Passages whose terms let each of the texts be there; `undefined` when terms say nothing about any. */
function narrowedKeys(db: Database, required: readonly RequiredText[]): number[] | undefined {
  const terms = openPassageTerms(db);
  const found = required.map((text) => terms.keysOf(narrowingTerms(text))).filter((keys) => keys !== undefined);
  const [first, ...others] = found;
  const sets = others.map((keys) => new Set(keys));
  return first?.filter((key) => sets.every((keys) => keys.has(key)));
}
