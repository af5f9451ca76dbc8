import { artifactChunkId } from '@topicmill/chunking';
import type { ArtifactRow, ChunkRow } from './artifact-rows.js';
import type { Passage, PreparedText } from './prepare-artifact.js';
import { termRows } from './term-rows.js';
import { toColumn } from './text-column.js';

/** A passage that is searched already. */
export interface StoredPassage {
  readonly key: number;
  readonly contentSha256: string;
  readonly content: string;
  /** Terms of the title and what counts as it. */
  readonly titleTerms: string;
}

/** Keys that stay. */
export interface KeptKeys {
  /** By the index of the passage with the same terms that takes each over. Each is taken once. */
  readonly byIndex: ReadonlyMap<number, number>;
  readonly keys: ReadonlySet<number>;
}

/** Finds the passages of a new text that a store has already, with the same terms: they keep key, vector and terms. */
export function keepPassages(artifact: ArtifactRow, text: PreparedText, stored: readonly StoredPassage[]): KeptKeys {
  const byIndex = new Map<number, number>();
  const rowOf = termRows(artifact);
  const keysByTerms = new Map<string, number[]>();
  for (const { key, contentSha256, titleTerms } of stored) {
    // A whole text has its artifact's key, a chunk has not.
    if ((key === artifact.key) === text.isChunked) continue;
    const terms = `${contentSha256} ${titleTerms}`;
    const keys = keysByTerms.get(terms);
    if (keys === undefined) keysByTerms.set(terms, [key]);
    else keys.push(key);
  }
  for (const [index, { contentSha256 }] of text.passages.entries()) {
    const key = keysByTerms.get(`${contentSha256} ${rowOf(index, '').title}`)?.shift();
    if (key !== undefined) byIndex.set(index, key);
  }
  return { byIndex, keys: new Set(byIndex.values()) };
}

/** The row of a chunk. */
export function chunkRow(passage: Passage, index: number, key: number, artifact: ArtifactRow): ChunkRow {
  return {
    key,
    id: artifactChunkId(artifact.id, index, passage.contentSha256),
    artifact_key: artifact.key,
    chunk_index: index,
    content: toColumn(passage.content),
    start_char: passage.startChar,
    end_char: passage.endChar,
    token_count: passage.tokenCount,
    content_hash: passage.contentSha256,
    is_blank: passage.isBlank ? 1 : 0,
  };
}
