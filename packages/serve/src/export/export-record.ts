import { type ChunkFactsJson, chunkFactsJson } from '@topicmill/topics/formats';
import { chunkId } from './chunk-id.js';
import type { ExportedChunk, ExportedDocs, ExportedTopic, HrefOf } from './export-topic.js';

/** What every export says of a chunk beside its vector. */
export interface ExportedFields extends Omit<ChunkFactsJson, 'id'> {
  /** A UUID, by which an export replaces what an earlier one brought. */
  readonly id: string;
  readonly topic: string;
  readonly topic_title: string;
  readonly index: number;
  readonly title: string;
  /** Address of the chunk file, and of the reference that it was cut from. */
  readonly href: string;
  readonly source: string;
  readonly first_line: number;
  readonly last_line: number;
  readonly start_byte: number;
  readonly end_byte: number;
  readonly keywords: readonly string[];
  readonly similarity_conceptual: number;
  readonly similarity_technical?: number;
  readonly text: string;
}

/** A chunk with what an export says of it. */
export interface ExportRecord {
  readonly facts: ExportedFields;
  readonly vector: Float32Array | undefined;
}

/** All chunks, topic by topic. */
export function* exportRecords({ topics }: ExportedDocs, hrefOf: HrefOf): Generator<ExportRecord> {
  for (const topic of topics) {
    for (const chunk of topic.chunks) yield { facts: factsOf(topic, chunk, hrefOf), vector: chunk.vector };
  }
}

function factsOf(topic: ExportedTopic, chunk: ExportedChunk, hrefOf: HrefOf): ExportedFields {
  const { id: _, ...facts } = chunkFactsJson(chunk);
  return {
    id: chunkId(topic.id, chunk),
    topic: topic.id,
    topic_title: topic.title,
    index: chunk.index,
    title: chunk.title,
    href: hrefOf(chunk.path),
    source: hrefOf(topic.referencePath),
    first_line: chunk.lines[0],
    last_line: chunk.lines[1],
    start_byte: chunk.startByte,
    end_byte: chunk.endByte,
    ...facts,
    keywords: chunk.keywords,
    similarity_conceptual: chunk.similarityConceptual,
    ...(chunk.similarityTechnical === undefined ? {} : { similarity_technical: chunk.similarityTechnical }),
    text: chunk.text,
  };
}

/** Length of the vectors; 0 when there are none. */
export function dimensionsOf({ topics }: ExportedDocs): number {
  for (const { chunks } of topics) if (chunks[0] !== undefined) return chunks[0].vector?.length ?? 0;
  return 0;
}

const FLOAT32_DIGITS = 9;

/** A vector as JSON: the fewest digits that give the same float32 again. */
export function vectorJson(vector: Float32Array): string {
  return `[${Array.from(vector, shortest).join(',')}]`;
}

function shortest(value: number): string {
  for (let digits = 6; digits < FLOAT32_DIGITS; digits++) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return String(short);
  }
  return String(Number(value.toPrecision(FLOAT32_DIGITS)));
}
