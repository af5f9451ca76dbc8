import { TopicmillError } from '@topicmill/base/diagnostics';
import { isObject } from '@topicmill/base/json';
import * as z from 'zod';
import type { Artifact, ArtifactChunk, Attributes } from './artifact.js';

const FORMAT = 'topicmill-artifacts';
const VERSION = 1;

const headerSchema = z.strictObject({
  format: z.literal(FORMAT),
  version: z.literal(VERSION),
  model: z.string().nullable(),
  dimensions: z.int().positive().nullable(),
});

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const count = z.int().min(0);
const embedding = z.array(z.number()).min(1).optional();

const artifactSchema = z.strictObject({
  collection: z.literal('artifacts'),
  id: z.string().regex(/^art_(?:[0-9a-f]{4}){2,}$/),
  content: z.string(),
  embedding,
  metadata: z.strictObject({
    artifact_type: z.string(),
    source_system: z.string(),
    source_id: z.string().nullable(),
    title: z.string().nullable(),
    token_count: count,
    is_chunked: z.boolean(),
    num_chunks: count,
    content_hash: hash,
    sensitivity: z.string(),
    ts: z.string(),
    attributes: z.custom<Attributes>(isObject),
  }),
});

const chunkSchema = z.strictObject({
  collection: z.literal('artifact_chunks'),
  id: z.string(),
  content: z.string(),
  embedding,
  metadata: z.strictObject({
    artifact_id: z.string(),
    chunk_index: count,
    start_char: count,
    end_char: count,
    token_count: count,
    content_hash: hash,
    sensitivity: z.string(),
    ts: z.string(),
  }),
});

const lineSchema = z.discriminatedUnion('collection', [artifactSchema, chunkSchema]);

/** The first line of an export. */
export interface ExportHeader {
  /** Model of the vectors; `null` for an empty store. */
  readonly model: string | null;
  readonly dimensions: number | null;
}

/** A document of one of the two collections, with its vector where it has one. */
export type ExportDocument =
  | (Artifact & { readonly collection: 'artifacts'; readonly embedding?: readonly number[] | undefined })
  | (ArtifactChunk & { readonly collection: 'artifact_chunks'; readonly embedding?: readonly number[] | undefined });

export function headerLine({ model, dimensions }: ExportHeader): string {
  return JSON.stringify({ format: FORMAT, version: VERSION, model, dimensions });
}

/** @param vector left out for a document without one */
export function artifactLine({ id, content, metadata }: Artifact, vector: Float32Array | undefined): string {
  return JSON.stringify({ collection: 'artifacts', id, content, embedding: numbersOf(vector), metadata });
}

export function chunkLine({ id, content, metadata }: ArtifactChunk, vector: Float32Array | undefined): string {
  return JSON.stringify({ collection: 'artifact_chunks', id, content, embedding: numbersOf(vector), metadata });
}

/** @throws TopicmillError `ARTIFACT_EXPORT_INVALID` */
export function parseHeader(line: string, lineNumber: number): ExportHeader {
  return parseLine(headerSchema, line, lineNumber);
}

/** @throws TopicmillError `ARTIFACT_EXPORT_INVALID` */
export function parseDocument(line: string, lineNumber: number): ExportDocument {
  return parseLine(lineSchema, line, lineNumber);
}

export function exportFault(lineNumber: number, what: string): TopicmillError {
  return new TopicmillError('ARTIFACT_EXPORT_INVALID', `Line ${lineNumber} of the export ${what}.`, {
    line: lineNumber,
    remedy: 'Export again. Everything before this line has been imported.',
  });
}

function parseLine<Value>(schema: z.ZodType<Value>, line: string, lineNumber: number): Value {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw exportFault(lineNumber, 'is not JSON');
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw exportFault(lineNumber, `is wrong at ${issue?.path.join('.') || 'its beginning'}: ${issue?.message}`);
}

/** Nine digits bring every float32 back exactly. */
function numbersOf(vector: Float32Array | undefined): number[] | undefined {
  return vector && Array.from(vector, (value) => Number(value.toPrecision(9)));
}
