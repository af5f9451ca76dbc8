import { ByteReader } from '../byte-reader.js';
import { ByteWriter } from '../byte-writer.js';
import type { SearchTopic } from './search-topic.js';

/** What ranking must know of every chunk. Chunks are numbered topic by topic. */
export interface CoreTable {
  /** Number of each topic's first chunk, and one more entry: the number of all chunks. */
  readonly firstChunks: Uint32Array;
  /** 1 for a chunk that is mostly code. */
  readonly isCode: Uint8Array;
  /** Position of each chunk's first prompt, and one more entry: the number of all prompts. */
  readonly firstPrompts: Uint32Array;
}

/** Chunks a topic, then prompts a chunk, doubled and one more for code: variable-length integers. */
export function writeCoreTable(topics: readonly SearchTopic[]): Uint8Array {
  const writer = new ByteWriter();
  for (const { chunks } of topics) writer.varint(chunks.length);
  for (const { chunks } of topics) {
    for (const { questions, isCode } of chunks) writer.varint(2 * questions.length + (isCode ? 1 : 0));
  }
  return writer.finish();
}

export function readCoreTable(bytes: Uint8Array, topicCount: number, chunkCount: number): CoreTable {
  const reader = new ByteReader(bytes);
  const firstChunks = new Uint32Array(topicCount + 1);
  for (let topic = 0; topic < topicCount; topic++) firstChunks[topic + 1] = firstChunks[topic]! + reader.varint();
  const isCode = new Uint8Array(chunkCount);
  const firstPrompts = new Uint32Array(chunkCount + 1);
  for (let chunk = 0; chunk < chunkCount; chunk++) {
    const value = reader.varint();
    isCode[chunk] = value & 1;
    firstPrompts[chunk + 1] = firstPrompts[chunk]! + (value >>> 1);
  }
  return { firstChunks, isCode, firstPrompts };
}
