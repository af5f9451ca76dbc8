import { TextNode } from '@llamaindex/core/schema';
import { toLlamaIndexNode } from './adapters.js';
import type { ChunkRecord } from './record-schema.js';

/** Records as `TextNode`s of LlamaIndex, linked to their document and their neighbours. */
export function toLlamaIndexNodes(records: readonly ChunkRecord[]): TextNode[] {
  return records.map((record) => new TextNode(toLlamaIndexNode(record)));
}
