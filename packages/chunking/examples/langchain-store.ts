import type { VectorStore } from '@langchain/core/vectorstores';
import { chunk } from '@topicmill/chunking';
import { toLangChainDocuments } from '@topicmill/chunking/langchain';

/** Adds a document to a vector store of LangChain; the ids of records become those of the store's entries. */
export async function addToStore(store: VectorStore, text: string, fileTitle: string): Promise<void> {
  const { chunks } = await chunk(text, { fileTitle });
  await store.addDocuments(toLangChainDocuments(chunks));
}
