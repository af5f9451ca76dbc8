import type { VectorStore } from '@langchain/core/vectorstores';
import { chunk } from '@topicmill/chunking';
import { toLangChainDocuments } from '@topicmill/chunking/langchain';

/** Adds a document to a LangChain vector store; the store's entries get the ids of the records. */
export async function addToStore(store: VectorStore, text: string, fileTitle: string): Promise<void> {
  const { chunks } = await chunk(text, { fileTitle });
  await store.addDocuments(toLangChainDocuments(chunks));
}
