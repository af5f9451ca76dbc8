import { sha256Hex } from '@topicmill/base/files';

/** A chunk as a database takes it. */
export interface StoredRecord {
  /** Its key in the database. */
  readonly id: string;
  /** Everything but the vector, as it is written. */
  readonly facts: string;
  /** As JSON. */
  readonly vector: string | undefined;
}

/** What the chunks of an earlier export differ in from those of now. */
export interface ExportChanges {
  /** Keys of chunks that are new or not the same. */
  readonly upserted: ReadonlySet<string>;
  /** Keys of chunks that are gone, by code unit. */
  readonly deleted: readonly string[];
  readonly unchangedCount: number;
}

/** The longest list of keys in one request: far below what servers take in a body or an address. */
export const KEYS_PER_REQUEST = 64;

/** In lists of at most so many. */
export function* inLists<T>(values: Iterable<T>, size: number): Generator<T[]> {
  let list: T[] = [];
  for (const value of values) {
    list.push(value);
    if (list.length < size) continue;
    yield list;
    list = [];
  }
  if (list.length > 0) yield list;
}

/** The records that are new or not the same. */
export function* changedOf(records: Iterable<StoredRecord>, { upserted }: ExportChanges): Generator<StoredRecord> {
  for (const record of records) if (upserted.has(record.id)) yield record;
}

/**
 * Compares the chunks of an earlier export with those of now, by their keys.
 *
 * @param options.vectors false compares everything else
 */
export function findChanges(
  earlier: Iterable<StoredRecord>,
  current: Iterable<StoredRecord>,
  { vectors }: { readonly vectors: boolean },
): ExportChanges {
  const digestOf = ({ facts, vector }: StoredRecord): string =>
    sha256Hex(vectors && vector !== undefined ? `${facts}\n${vector}` : facts);
  const known = new Map<string, string>();
  for (const record of earlier) known.set(record.id, digestOf(record));
  const upserted = new Set<string>();
  let unchangedCount = 0;
  for (const record of current) {
    if (known.get(record.id) === digestOf(record)) unchangedCount += 1;
    else upserted.add(record.id);
    known.delete(record.id);
  }
  return { upserted, deleted: [...known.keys()].sort(), unchangedCount };
}
