import { TopicmillError } from '@topicmill/base/diagnostics';
import { indentedJson } from '@topicmill/base/json';
import {
  changedOf,
  dimensionsOf,
  type ExportChanges,
  type ExportedDocs,
  type ExportFile,
  exportRecords,
  type HrefOf,
  inLists,
  KEYS_PER_REQUEST,
  type StoredRecord,
  vectorJson,
} from './export-record.js';

/** Keeps a request far below the 32 MB that the server accepts by default. */
const POINTS_PER_REQUEST = 64;

/**
 * For Qdrant: the body that creates a collection, and bodies that upsert points, one per line.
 *
 * Their pieces throw TopicmillError `INVALID_OPTION` without vectors.
 */
export function exportQdrant(docs: ExportedDocs, hrefOf: HrefOf): ExportFile[] {
  return [
    {
      name: QDRANT_FILES.shape,
      *pieces() {
        yield indentedJson({ vectors: { size: sizeOf(docs), distance: 'Cosine' } });
      },
    },
    {
      name: QDRANT_FILES.records,
      *pieces() {
        for (const points of inLists(qdrantRecords(docs, hrefOf), POINTS_PER_REQUEST)) {
          yield `${pointsJson(points)}\n`;
        }
      },
    },
  ];
}

/** Names of the files that an export is compared by. */
export const QDRANT_FILES = { shape: 'qdrant.collection.json', records: 'qdrant.points.jsonl' } as const;

/** Points: their facts are the payload. */
export function* qdrantRecords(docs: ExportedDocs, hrefOf: HrefOf): Generator<StoredRecord> {
  for (const { facts, vector } of exportRecords(docs, hrefOf)) {
    const { uuid, ...payload } = facts;
    yield { id: uuid, facts: JSON.stringify(payload), vector: vector && vectorJson(vector) };
  }
}

/** The points of a line. It throws what `JSON.parse` does. */
export function readQdrantLine(line: string): StoredRecord[] {
  const { points } = JSON.parse(line) as { points: { id: string; vector: number[]; payload: object }[] };
  return points.map(({ id, vector, payload }) => ({
    id,
    facts: JSON.stringify(payload),
    vector: JSON.stringify(vector),
  }));
}

/** Bodies for `POST /collections/<name>/points/batch`, one per line: first what is new, then what is gone. */
export function qdrantChanges(docs: ExportedDocs, hrefOf: HrefOf, changes: ExportChanges): ExportFile[] {
  return [
    {
      name: 'qdrant.changes.jsonl',
      *pieces() {
        for (const points of inLists(changedOf(qdrantRecords(docs, hrefOf), changes), POINTS_PER_REQUEST)) {
          yield `{"operations":[{"upsert":${pointsJson(points)}}]}\n`;
        }
        for (const points of inLists(changes.deleted, KEYS_PER_REQUEST)) {
          yield `${JSON.stringify({ operations: [{ delete: { points } }] })}\n`;
        }
      },
    },
  ];
}

function sizeOf(docs: ExportedDocs): number {
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
