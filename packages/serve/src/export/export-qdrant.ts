import { TopicmillError } from '@topicmill/base/diagnostics';
import { dimensionsOf, exportRecords, vectorJson } from './export-record.js';
import type { ExportedDocs, ExportFile, HrefOf } from './export-topic.js';

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
      name: 'qdrant.collection.json',
      *pieces() {
        yield `${JSON.stringify({ vectors: { size: sizeOf(docs), distance: 'Cosine' } }, null, 2)}\n`;
      },
    },
    {
      name: 'qdrant.points.jsonl',
      *pieces() {
        let points: string[] = [];
        for (const { facts, vector } of exportRecords(docs, hrefOf)) {
          const { uuid, ...payload } = facts;
          points.push(`{"id":"${uuid}","vector":${vectorJson(vector!)},"payload":${JSON.stringify(payload)}}`);
          if (points.length < POINTS_PER_REQUEST) continue;
          yield requestLine(points);
          points = [];
        }
        if (points.length > 0) yield requestLine(points);
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

function requestLine(points: readonly string[]): string {
  return `{"points":[${points.join(',')}]}\n`;
}
