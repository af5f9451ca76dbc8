import { Document } from '@langchain/core/documents';
import { toLangChainDocument } from './adapters.js';
import type { ChunkRecord } from './record-schema.js';

/** Records as `Document`s of LangChain, for its vector stores: `await store.addDocuments(toLangChainDocuments(chunks))`. */
export function toLangChainDocuments(records: readonly ChunkRecord[]): Document[] {
  return records.map((record) => new Document(toLangChainDocument(record)));
}
