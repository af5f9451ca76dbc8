import { sha256Hex } from '@topicmill/base/files';
import type { ExportChanges, StoredRecord } from './stored-record.js';

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
