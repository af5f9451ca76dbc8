import { addTo } from '@topicmill/base/groups';
import type { Transaction } from '@topicmill/base/postgres';
import type { RankedKey } from '@topicmill/search/retrieval/parts';
import type { Embedder } from '@topicmill/text/embedder';
import { joinChunks } from '../artifact-rows.js';
import { checkModel } from '../binding.js';
import { fromColumn } from '../column-values.js';
import type { FoundPassages, PreparedQuery } from '../engine.js';
import { fusedPassages, HitList, type ListedHit, MAX_PLACES, type PassageRow } from '../hit-list.js';
import { narrowingTerms, type RequiredText, requiredTest, wordsWithoutTerms } from '../parse-query.js';
import type { CheckedSearch, SearchPlace } from '../search-options.js';
import {
  type AllowedKeys,
  filterKeys,
  findChunkRanges,
  fromField,
  Parameters,
  type TextColumns,
  withContent,
} from './find-rows.js';
import { findTerms, narrowingQuery, rankByTerms, type TermRanking } from './passage-terms.js';
import { readBinding } from './schema.js';
import { findNearest } from './vector-tables.js';

/** How many texts are read at a time and tested for the required ones. */
const TEST_BATCH = 500;

/** Finds passages by words and by meaning; in the caller's transaction. */
export async function searchPassages(
  transaction: Transaction,
  query: PreparedQuery,
  checked: CheckedSearch,
  { embedder, place }: { readonly embedder: Embedder; readonly place: string },
): Promise<FoundPassages> {
  const allowed = await allowedKeys(transaction, query, checked);
  const { ranked: lexical, foundTerms } = await rankLexically(transaction, query, checked, allowed);
  const dense = await rankByVector(transaction, query, allowed, { embedder, place });
  const ranked =
    dense === undefined ? lexical : checked.mode === 'dense' ? dense : fusedPassages(lexical, dense, embedder);
  const described = await describeHits(transaction, { ranked, query, checked, allowed });
  return { ...described, missingWords: await missingWords(transaction, query, foundTerms) };
}

async function rankLexically(
  transaction: Transaction,
  query: PreparedQuery,
  { mode }: CheckedSearch,
  allowed: AllowedKeys,
): Promise<TermRanking> {
  if (mode === 'dense') return { ranked: [], foundTerms: new Set() };
  const byTerms = await rankByTerms(transaction, query, allowed.sql, allowed.parameters);
  if (mode !== 'lexical' || query.required.length === 0) return byTerms;
  // Required words may all be stop words, or no term may begin with them: no ranking has the passages that contain them.
  return { ...byTerms, ranked: await withUnrankedHits(transaction, byTerms.ranked, allowed, query.candidateCount) };
}

/** `undefined` when the query has no vector. */
async function rankByVector(
  transaction: Transaction,
  { vector, candidateCount: limit }: PreparedQuery,
  { sql: among, parameters }: AllowedKeys,
  { embedder, place }: { readonly embedder: Embedder; readonly place: string },
): Promise<readonly RankedKey[] | undefined> {
  if (vector === undefined) return undefined;
  const binding = await readBinding(transaction, 'binding');
  // The model may have changed while the query was embedded.
  checkModel(binding, embedder, place);
  return binding === undefined ? [] : await findNearest(transaction, binding, { vector, limit, among, parameters });
}

/** The passages that pass the filter and contain the required texts. */
async function allowedKeys(
  transaction: Transaction,
  { required }: PreparedQuery,
  { options }: CheckedSearch,
): Promise<AllowedKeys> {
  const parameters = new Parameters();
  const filtered = filterKeys(options.filter ?? {}, parameters);
  if (required.length === 0) return { sql: filtered, parameters };
  const keys = await keysWithRequired(transaction, required, { sql: filtered, parameters });
  const found = new Parameters();
  return { sql: `SELECT unnest(${found.add(keys)}::bigint[])`, parameters: found };
}

/** The passages, of those allowed, that contain all that is required, in their text or their title. */
async function keysWithRequired(
  transaction: Transaction,
  required: readonly RequiredText[],
  { sql, parameters }: AllowedKeys,
): Promise<readonly number[]> {
  const narrowing = required.map((text) => narrowingQuery(narrowingTerms(text))).filter((part) => part !== undefined);
  const conditions = sql === undefined ? [] : [`passages.key IN (${sql})`];
  if (narrowing.length > 0) {
    const query = parameters.add(narrowing.map((part) => `(${part})`).join(' & '));
    conditions.push(`passages.key IN (SELECT key FROM passage_terms WHERE terms @@ ${query}::tsquery)`);
  }
  const last = parameters.add(-1);
  const where = [...conditions, `passages.key > ${last}`].join(' AND ');
  const isWanted = requiredTest(required);
  const keys: number[] = [];
  for (;;) {
    const rows = await transaction.rows<TextColumns & { key: number; title: string | null }>(
      `SELECT passages.key, title, passages.content, passages.content_utf16
         FROM passages JOIN artifacts ON artifacts.key = artifact_key
        WHERE ${where} ORDER BY passages.key LIMIT ${TEST_BATCH}`,
      parameters.values,
    );
    for (const row of rows) {
      const title = fromField(row.title ?? '');
      if (isWanted(`${fromColumn(withContent(row).content)}\n${title}`)) keys.push(row.key);
    }
    if (rows.length < TEST_BATCH) return keys;
    parameters.values[parameters.values.length - 1] = rows.at(-1)!.key;
  }
}

async function withUnrankedHits(
  transaction: Transaction,
  ranked: readonly RankedKey[],
  { sql, parameters }: AllowedKeys,
  limit: number,
): Promise<readonly RankedKey[]> {
  const rows = await transaction.rows<{ key: number }>(
    `SELECT key FROM passages WHERE key IN (${sql}) ORDER BY key LIMIT ${limit}`,
    parameters.values,
  );
  const known = new Set(ranked.map(({ key }) => key));
  return [...ranked, ...rows.filter(({ key }) => !known.has(key)).map(({ key }) => ({ key, score: 0 }))];
}

/** Words of the query that no text and no title of the store has, as the query has them. */
async function missingWords(
  transaction: Transaction,
  { words }: PreparedQuery,
  foundTerms: ReadonlySet<string>,
): Promise<readonly string[]> {
  const doubtful = words.filter(({ terms }) => !terms.some((term) => foundTerms.has(term)));
  const found = await findTerms(transaction, [...new Set(doubtful.flatMap(({ terms }) => terms))]);
  return wordsWithoutTerms(doubtful, (term) => found.has(term));
}

/** A ranking with what it is for. */
interface RankedSearch {
  readonly ranked: readonly RankedKey[];
  readonly query: PreparedQuery;
  readonly checked: CheckedSearch;
  readonly allowed: AllowedKeys;
}

/** The best passages that say something new, described. */
async function describeHits(
  transaction: Transaction,
  { ranked, query, checked, allowed }: RankedSearch,
): Promise<Omit<FoundPassages, 'missingWords'>> {
  const { limit, neighborCount } = checked;
  const list = new HitList(query.terms, limit);
  // Few are repetitions, so that the first rows mostly suffice.
  for (let start = 0; start < ranked.length && !list.isFull; start += limit + 5) {
    const batch = ranked.slice(start, start + limit + 5);
    const rows = await readPassages(transaction, batch);
    for (const { key, score } of batch) list.offer(rows.get(key)!, score);
  }
  const places = await otherPlaces(transaction, list.hits, allowed);
  const contexts = await contextsOf(transaction, list.hits, checked);
  const hits = list.hits.map(({ row, hit }) => ({
    ...hit,
    also_in: (places.get(row.content_hash) ?? []).slice(0, MAX_PLACES),
    ...(neighborCount === 0 ? {} : { context: contexts.get(row.key) ?? hit.content }),
  }));
  return { hits, haveWords: list.haveWords };
}

async function readPassages(
  transaction: Transaction,
  ranked: readonly RankedKey[],
): Promise<ReadonlyMap<number, PassageRow>> {
  const rows = await transaction.rows<Omit<PassageRow, 'content'> & TextColumns>(
    `SELECT passages.key, artifact_key, passages.id, chunk_index, passages.content, passages.content_utf16,
            passages.content_hash, start_char, preface, artifacts.id AS artifact_id, artifact_type, source_system, source_id, title,
            sensitivity, ts
       FROM passages JOIN artifacts ON artifacts.key = artifact_key WHERE passages.key = ANY ($1)`,
    [ranked.map(({ key }) => key)],
  );
  return new Map(
    rows.map((row) => {
      const [artifact_type, sensitivity] = [fromField(row.artifact_type), fromField(row.sensitivity)];
      return [row.key, { ...withContent(row), ...placeOf(row), artifact_type, sensitivity }];
    }),
  );
}

/** Hits with the chunks around them, by the keys of their passages; an artifact of one piece has none. */
async function contextsOf(
  transaction: Transaction,
  hits: readonly ListedHit[],
  { neighborCount, options: { joining } }: CheckedSearch,
): Promise<ReadonlyMap<number, string>> {
  if (neighborCount === 0) return new Map();
  const ranges = hits.flatMap(({ row: { key, artifact_key: artifactKey, chunk_index: index } }) =>
    index === null ? [] : [{ key, artifactKey, from: index - neighborCount, to: index + neighborCount }],
  );
  const chunks = await findChunkRanges(transaction, ranges);
  return new Map(ranges.map(({ key }, at) => [key, joinChunks(chunks[at]!, joining)]));
}

/** Where the texts of hits are too: by the vectors of texts without a preface, and among chunks. */
async function otherPlaces(
  transaction: Transaction,
  hits: readonly ListedHit[],
  { sql, parameters }: AllowedKeys,
): Promise<ReadonlyMap<string, readonly SearchPlace[]>> {
  const shown = hits.map(({ row }) => row);
  const binding = shown.length === 0 ? undefined : await readBinding(transaction, 'binding');
  if (binding === undefined) return new Map();
  const at = parameters.values.length;
  const among = sql === undefined ? '' : `AND passages.key IN (${sql})`;
  const rows = await transaction.rows<SearchPlace & { content_hash: string }>(
    `SELECT passages.content_hash, artifacts.id AS artifact_id, chunk_index, title, source_system, source_id
       FROM passages JOIN artifacts ON artifacts.key = artifact_key
      WHERE passages.key = ANY (ARRAY(SELECT key FROM vectors_${binding.generation} WHERE content_hash = ANY ($${at + 1})
                                      UNION SELECT key FROM artifact_chunks WHERE content_hash = ANY ($${at + 1})))
        AND NOT passages.key = ANY ($${at + 2}::bigint[]) ${among}
      ORDER BY artifacts.id, chunk_index`,
    [...parameters.values, shown.map((row) => row.content_hash), shown.map(({ key }) => key)],
  );
  const places = new Map<string, SearchPlace[]>();
  for (const { content_hash, ...place } of rows) addTo(places, content_hash, { ...place, ...placeOf(place) });
  return places;
}

function placeOf(place: Pick<SearchPlace, 'title' | 'source_system' | 'source_id'>) {
  return {
    title: place.title === null ? null : fromField(place.title),
    source_system: fromField(place.source_system),
    source_id: place.source_id === null ? null : fromField(place.source_id),
  };
}
