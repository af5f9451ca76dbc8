import { artifactChunkId, mergeOverlaps } from '@topicmill/chunking/artifacts';
import type { Artifact, ArtifactChunk } from './artifact.js';
import { contentHash } from './artifact-id.js';

/** What is wrong with an artifact and its chunks as they are stored, a sentence each. */
export function checkArtifact(artifact: Artifact, chunks: readonly ArtifactChunk[]): string[] {
  const { is_chunked, num_chunks, content_hash } = artifact.metadata;
  const problems: string[] = [];
  if (!/^art_(?:[0-9a-f]{4}){2,}$/.test(artifact.id)) problems.push('Its id is not of the form of ids.');
  if (chunks.length !== num_chunks) problems.push(`It has ${chunks.length} chunks instead of ${num_chunks}.`);
  if (is_chunked !== num_chunks > 0)
    problems.push('It is marked as chunked and has no chunks, or the other way round.');
  if (is_chunked && artifact.content !== '') problems.push('It is chunked and has a text of its own.');
  let coveredEnd = 0;
  for (const [index, chunk] of chunks.entries()) {
    problems.push(...checkChunk(artifact.id, chunk, index));
    const { start_char, end_char } = chunk.metadata;
    if (start_char > coveredEnd || end_char <= coveredEnd)
      problems.push(`Chunk ${index} does not follow the one before.`);
    coveredEnd = end_char;
  }
  // A text put together from faulty chunks says nothing new.
  if (problems.length === 0 && contentHash(textOf(artifact, chunks)) !== content_hash) {
    problems.push('Its text does not have its hash.');
  }
  return problems;
}

/** The whole text of an artifact. */
export function textOf(artifact: Artifact, chunks: readonly ArtifactChunk[]): string {
  if (!artifact.metadata.is_chunked) return artifact.content;
  return mergeOverlaps(
    chunks.map(({ content, metadata }) => ({
      content,
      startChar: metadata.start_char,
      endChar: metadata.end_char,
    })),
  );
}

function checkChunk(artifactId: string, { id, content, metadata }: ArtifactChunk, index: number): string[] {
  const problems: string[] = [];
  if (metadata.chunk_index !== index) problems.push(`Chunk ${index} has the index ${metadata.chunk_index}.`);
  if (metadata.artifact_id !== artifactId) problems.push(`Chunk ${index} belongs to ${metadata.artifact_id}.`);
  if (content.length !== metadata.end_char - metadata.start_char) {
    problems.push(`Chunk ${index} is not as long as its offsets say.`);
  }
  const hash = contentHash(content);
  if (hash !== metadata.content_hash) problems.push(`The text of chunk ${index} does not have its hash.`);
  if (id !== artifactChunkId(artifactId, index, metadata.content_hash)) problems.push(`Chunk ${index} has a wrong id.`);
  return problems;
}
