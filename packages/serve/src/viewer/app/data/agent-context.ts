import { assembleContext, type Context, type SearchOptions } from '@topicmill/search/retrieval';
import { loadCl100kBase } from '@topicmill/text/tokens/cl100k-base';
import type { DocsConnection } from './docs-connection.js';

/** The tokenizer that contexts are counted by; its table is loaded when the first one is asked for. */
export const CONTEXT_TOKENIZER = 'cl100k_base';

/** What `topicmill context` and the MCP tool `context` give an agent for a question. */
export async function agentContext(
  connection: DocsConnection,
  question: string,
  { limit: _, ...scope }: SearchOptions,
  maxTokens: number,
): Promise<Context> {
  const { count } = await loadCl100kBase();
  const docs = { ...connection.docs, search: connection.search.bind(connection) };
  return assembleContext(docs, question, { ...scope, maxTokens, count });
}
