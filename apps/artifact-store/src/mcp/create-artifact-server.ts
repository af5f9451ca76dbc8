import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { RIGHTS, type Right } from '@topicmill/serve/access';
import { VERSION } from '../commands/shared-options.js';
import { registerDeleteTool } from './delete-tool.js';
import { registerIngestTool } from './ingest-tool.js';
import { registerReadTools } from './read-tools.js';
import { registerResources } from './resources.js';
import type { ServedStore } from './served-store.js';
import { DATA_NOTICE } from './stored-text.js';

const INSTRUCTIONS = `A store of emails, chats, documents and code. Begin with artifact_search. ${DATA_NOTICE}`;

/**
 * An MCP server over a store: tools to ingest, search, read, list and delete, and artifacts and chunks as resources. It
 * is to be connected to a transport; each connection needs a server of its own.
 *
 * @param rights of the client; what it may not do is not offered
 */
export function createArtifactServer(served: ServedStore, rights: readonly Right[] = RIGHTS): McpServer {
  const server = new McpServer({ name: 'artifact-store', version: VERSION }, { instructions: INSTRUCTIONS });
  if (rights.includes('ingest')) registerIngestTool(server, served);
  registerReadTools(server, served);
  if (rights.includes('delete')) registerDeleteTool(server, served);
  registerResources(server, served);
  return server;
}
