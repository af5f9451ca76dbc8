import { TopicmillError } from '@topicmill/base/diagnostics';
import { indentedJson } from '@topicmill/base/json';
import {
  changedRecords,
  type DatabaseFormat,
  dimensionsOf,
  type ExportedDocs,
  exportRecords,
  type HrefOf,
  inBatches,
  KEYS_PER_REQUEST,
  type StoredRecord,
  vectorJson,
  writeEach,
} from './export-record.js';

/** Keeps a request far below the 32 MB that the server accepts by default. */
const POINTS_PER_REQUEST = 64;
const FILES = { shape: 'qdrant.collection.json', records: 'qdrant.points.jsonl' } as const;

/**
 * For Qdrant: the body that creates a collection, and bodies that upsert points, one per line. Changes are bodies for
 * `POST /collections/<name>/points/batch`, one per line: first what is new, then what is gone.
 *
 * Its pieces throw TopicmillError `INVALID_OPTION` without vectors.
 */
export const qdrant: DatabaseFormat = {
  files: FILES,
  exportAll: (docs, hrefOf) => [
    { name: FILES.shape, pieces: () => [indentedJson({ vectors: { size: vectorSize(docs), distance: 'Cosine' } })] },
    {
      name: FILES.records,
      pieces: () =>
        writeEach(inBatches(recordsOf(docs, hrefOf), POINTS_PER_REQUEST), (points) => `${pointsJson(points)}\n`),
    },
  ],
  exportChanges: (docs, hrefOf, _name, changes) => [
    {
      name: 'qdrant.changes.jsonl',
      *pieces() {
        for (const points of inBatches(changedRecords(recordsOf(docs, hrefOf), changes), POINTS_PER_REQUEST)) {
          yield `{"operations":[{"upsert":${pointsJson(points)}}]}\n`;
        }
        for (const points of inBatches(changes.deleted, KEYS_PER_REQUEST)) {
          yield `${JSON.stringify({ operations: [{ delete: { points } }] })}\n`;
        }
      },
    },
  ],
  recordsOf,
  readRecords(line) {
    const { points } = JSON.parse(line) as { points: { id: string; vector: number[]; payload: object }[] };
    return points.map(({ id, vector, payload }) => ({
      id,
      facts: JSON.stringify(payload),
      vector: JSON.stringify(vector),
    }));
  },
};

/** Points: their facts are the payload. */
function* recordsOf(docs: ExportedDocs, hrefOf: HrefOf): Generator<StoredRecord> {
  for (const { facts, vector } of exportRecords(docs, hrefOf)) {
    const { uuid, ...payload } = facts;
    yield { id: uuid, facts: JSON.stringify(payload), vector: vector && vectorJson(vector) };
  }
}

function vectorSize(docs: ExportedDocs): number {
  const size = dimensionsOf(docs);
  if (size > 0) return size;
  throw new TopicmillError('INVALID_OPTION', 'A Qdrant collection of chunks needs vectors.', {
    remedy: 'Leave out --no-vectors, and build the docs if there are no chunks yet.',
  });
}

function pointsJson(records: readonly StoredRecord[]): string {
  const points = records.map(({ id, vector, facts }) => `{"id":"${id}","vector":${vector},"payload":${facts}}`);
  return `{"points":[${points.join(',')}]}`;
}
