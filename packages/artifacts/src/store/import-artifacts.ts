import type { Artifact, ArtifactChunk } from './artifact.js';
import type { ImportReport, IngestOptions, IngestResult } from './artifact-store.js';
import { checkArtifact, textOf } from './check-artifact.js';
import { type CheckedInput, checkInput } from './check-input.js';
import { checkedUnitVector } from './checked-unit-vector.js';
import { type ExportHeader, exportFault, parseDocument, parseHeader } from './export-format.js';
import { type StoreContext, storeText, writeIfTextIsKnown } from './ingest.js';
import { prepareText } from './prepare-artifact.js';

/** An artifact as it is read, line by line. */
interface ReadArtifact {
  readonly lineNumber: number;
  readonly artifact: Artifact;
  readonly chunks: ArtifactChunk[];
  /** Vectors by the hash of their text. */
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
  for await (const read of readArtifacts(lines, context.embedder.model)) {
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
    current.vectors.set(document.metadata.content_hash, vector);
  }
  if (header === undefined) throw exportFault(1, 'is missing');
  if (current !== undefined) yield current;
}

async function storeRead(
  context: StoreContext,
  { lineNumber, artifact, chunks, vectors }: ReadArtifact,
  options: IngestOptions,
): Promise<IngestResult> {
  const [problem] = checkArtifact(artifact, chunks);
  if (problem !== undefined) throw exportFault(lineNumber, `begins an artifact at fault: ${problem}`);
  const content = textOf(artifact, chunks);
  const input = inputOf(artifact, content);
  const contentSha256 = artifact.metadata.content_hash;
  const same = await writeIfTextIsKnown(context, input, contentSha256, options);
  if (same !== undefined) return same;
  const text = prepareText(content, {
    tokenCount: artifact.metadata.token_count,
    chunks: chunks.map(({ metadata }) => ({
      startChar: metadata.start_char,
      endChar: metadata.end_char,
      tokenCount: metadata.token_count,
    })),
  });
  return storeText(context, { input, contentSha256, text, known: vectors, preferredId: artifact.id }, options);
}

function inputOf({ metadata }: Artifact, content: string): CheckedInput {
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
