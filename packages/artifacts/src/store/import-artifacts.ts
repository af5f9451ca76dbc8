import { refuseLaterVersion, TopicmillError } from '@topicmill/base/diagnostics';
import { isObject, parseJsonIfValid } from '@topicmill/base/json';
import * as z from 'zod';
import { type Artifact, type ArtifactChunk, type Attributes, contentHash } from './artifact.js';
import type { ImportReport, IngestOptions, IngestResult } from './artifact-store.js';
import { type CheckedInput, checkArtifact, checkInput, textOf } from './check-input.js';
import { EXPORT_FORMAT, EXPORT_VERSION } from './export-artifacts.js';
import { type StoreContext, storeText, writeIfTextIsKnown } from './ingest.js';
import { checkedUnitVector, embeddedText, prepareText } from './passages.js';

const headerSchema = z.strictObject({
  format: z.literal(EXPORT_FORMAT),
  // Exports of version 1 have no prefaces.
  version: z.literal([1, EXPORT_VERSION]),
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
    preface: z.string().nullable().default(null),
    content_hash: hash,
    sensitivity: z.string(),
    ts: z.string(),
  }),
});

const lineSchema = z.discriminatedUnion('collection', [artifactSchema, chunkSchema]);

/** The first line of an export. */
interface ExportHeader {
  /** Model of the vectors; `null` for an empty store. */
  readonly model: string | null;
  readonly dimensions: number | null;
}

/** A document of one of the two collections, with its vector where it has one. */
type ExportDocument =
  | (Artifact & { readonly collection: 'artifacts'; readonly embedding?: readonly number[] | undefined })
  | (ArtifactChunk & { readonly collection: 'artifact_chunks'; readonly embedding?: readonly number[] | undefined });

/** An artifact as it is read, line by line. */
interface ReadArtifact {
  readonly lineNumber: number;
  readonly artifact: Artifact;
  readonly chunks: ArtifactChunk[];
  /** Vectors by the hash of the text that was embedded. */
  readonly vectors: Map<string, Float32Array>;
}

/** Reads the lines of an export into a store. */
export async function importArtifacts(
  context: StoreContext,
  lines: AsyncIterable<string> | Iterable<string>,
  options: IngestOptions,
): Promise<ImportReport> {
  const counts = { new: 0, changed: 0, same: 0 };
  let embeddedCount = 0;
  for await (const read of readArtifacts(lines, (await context.embedder()).model)) {
    options.signal?.throwIfAborted();
    const result = await storeRead(context, read, options);
    counts[result.outcome]++;
    embeddedCount += result.embedded_count;
  }
  return {
    new_count: counts.new,
    changed_count: counts.changed,
    same_count: counts.same,
    embedded_count: embeddedCount,
  };
}

/** The artifacts of an export with their chunks; with their vectors when they are of the model. */
async function* readArtifacts(
  lines: AsyncIterable<string> | Iterable<string>,
  model: string,
): AsyncGenerator<ReadArtifact> {
  let header: ExportHeader | undefined;
  let current: ReadArtifact | undefined;
  let lineNumber = 0;
  for await (const line of lines) {
    lineNumber++;
    if (line.trim() === '') continue;
    if (header === undefined) {
      header = parseHeader(line, lineNumber);
      continue;
    }
    const document = parseDocument(line, lineNumber);
    const { collection, embedding, ...rest } = document;
    if (collection === 'artifacts') {
      if (current !== undefined) yield current;
      current = { lineNumber, artifact: rest as Artifact, chunks: [], vectors: new Map() };
    } else {
      if (current === undefined) throw exportFault(lineNumber, 'is a chunk without an artifact');
      current.chunks.push(rest as ArtifactChunk);
    }
    if (embedding === undefined || header.model !== model) continue;
    const vector = checkedUnitVector(Float32Array.from(embedding), header.dimensions ?? 0, document.id);
    current.vectors.set(vectorHash(document), vector);
  }
  if (header === undefined) throw exportFault(1, 'is missing');
  if (current !== undefined) yield current;
}

function vectorHash({ content, metadata }: ExportDocument): string {
  const preface = 'preface' in metadata ? metadata.preface : null;
  return preface === null ? metadata.content_hash : contentHash(embeddedText({ preface, content }));
}

async function storeRead(
  context: StoreContext,
  { lineNumber, artifact, chunks, vectors }: ReadArtifact,
  options: IngestOptions,
): Promise<IngestResult> {
  const [problem] = checkArtifact(artifact, chunks);
  if (problem !== undefined) throw exportFault(lineNumber, `begins an artifact at fault: ${problem}`);
  const content = textOf(artifact, chunks);
  const input = checkedInput(artifact, content);
  const contentSha256 = artifact.metadata.content_hash;
  const same = await writeIfTextIsKnown(context, input, contentSha256, options);
  if (same !== undefined) return same;
  const text = prepareText(content, {
    tokenCount: artifact.metadata.token_count,
    chunks: chunks.map(({ metadata }) => ({
      startChar: metadata.start_char,
      endChar: metadata.end_char,
      tokenCount: metadata.token_count,
      preface: metadata.preface,
    })),
  });
  return storeText(context, { input, contentSha256, text, known: vectors, preferredId: artifact.id }, options);
}

function checkedInput({ metadata }: Artifact, content: string): CheckedInput {
  const checked = checkInput({
    content,
    artifactType: metadata.artifact_type,
    sourceSystem: metadata.source_system,
    sourceId: metadata.source_id ?? undefined,
    sensitivity: metadata.sensitivity,
    ts: metadata.ts,
    attributes: metadata.attributes,
  });
  return { ...checked, title: metadata.title };
}

/** @throws TopicmillError `ARTIFACT_EXPORT_INVALID` */
function parseHeader(line: string, lineNumber: number): ExportHeader {
  const value = parseJsonIfValid(line);
  const found = isObject(value) && value['version'];
  refuseLaterVersion({ found, known: EXPORT_VERSION, code: 'ARTIFACT_EXPORT_INVALID' });
  return parseLine(headerSchema, line, lineNumber);
}

/** @throws TopicmillError `ARTIFACT_EXPORT_INVALID` */
function parseDocument(line: string, lineNumber: number): ExportDocument {
  return parseLine(lineSchema, line, lineNumber);
}

function exportFault(lineNumber: number, what: string): TopicmillError {
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
