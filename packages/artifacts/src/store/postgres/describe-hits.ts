import type { Transaction } from '@topicmill/base/postgres';
import type { RankedKey } from '@topicmill/search/retrieval';
import type { FoundPassages, PreparedQuery } from '../engine.js';
import { HitList, type ListedHit, MOST_PLACES, type PassageRow } from '../hit-list.js';
import { joinChunks } from '../join-chunks.js';
import type { CheckedSearch } from '../search-options.js';
import type { SearchPlace } from '../search-types.js';
import type { AllowedKeys } from './allowed-keys.js';
import { fromField, type TextColumns, withContent } from './columns.js';
import { findChunkRanges } from './find-rows.js';
import { readBinding } from './settings.js';

/** A ranking with what it is for. */
export interface RankedSearch {
  readonly ranked: readonly RankedKey[];
  readonly query: PreparedQuery;
  readonly checked: CheckedSearch;
  readonly allowed: AllowedKeys;
}

/** The best passages that say something new, described. */
export async function describeHits(
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
    also_in: (places.get(row.content_hash) ?? []).slice(0, MOST_PLACES),
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
            passages.content_hash, start_char, artifacts.id AS artifact_id, artifact_type, source_system, source_id, title,
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

/** Where the texts of hits are too, by their hashes. Equal texts have equal vectors, and those have an index. */
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
      WHERE passages.key IN (SELECT key FROM vectors_${binding.generation} WHERE content_hash = ANY ($${at + 1}))
        AND NOT passages.key = ANY ($${at + 2}::bigint[]) ${among}
      ORDER BY artifacts.id, chunk_index`,
    [...parameters.values, shown.map((row) => row.content_hash), shown.map(({ key }) => key)],
  );
  const places = new Map<string, SearchPlace[]>();
  for (const { content_hash, ...place } of rows) {
    const found = places.get(content_hash);
    const named = { ...place, ...placeOf(place) };
    if (found === undefined) places.set(content_hash, [named]);
    else found.push(named);
  }
  return places;
}

function placeOf(place: Pick<SearchPlace, 'title' | 'source_system' | 'source_id'>) {
  return {
    title: place.title === null ? null : fromField(place.title),
    source_system: fromField(place.source_system),
    source_id: place.source_id === null ? null : fromField(place.source_id),
  };
}
