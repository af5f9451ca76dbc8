import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import * as z from 'zod';
import { VERSION } from '../commands/shared-options.js';
import { registerIngestTool } from './ingest-tool.js';
import { MAX_FIELD_LENGTH } from './limits.js';
import { registerReadTools } from './read-tools.js';
import { registerResources } from './resources.js';
import { type ServedStore, unknownArtifact } from './served-store.js';
import { DATA_NOTICE } from './stored-text.js';
import { toolResult } from './tool-result.js';

const INSTRUCTIONS = `A store of mails, chats, documents and code. Begin with artifact_search. ${DATA_NOTICE}`;

/**
 * An MCP server over a store: tools to ingest, search, read, list and delete, and artifacts and chunks as resources. It
 * is to be connected to a transport; each connection needs a server of its own.
 */
export function createArtifactServer(served: ServedStore): McpServer {
  const server = new McpServer({ name: 'artifact-store', version: VERSION }, { instructions: INSTRUCTIONS });
  registerIngestTool(server, served);
  registerReadTools(server, served);
  registerDeleteTool(server, served);
  registerResources(server, served);
  return server;
}

function registerDeleteTool(server: McpServer, { store }: ServedStore): void {
  server.registerTool(
    'artifact_delete',
    {
      title: 'Delete an artifact',
      description: 'Deletes an artifact with its chunks and vectors. It cannot be undone.',
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
      inputSchema: { artifact_id: z.string().min(1).max(MAX_FIELD_LENGTH) },
      outputSchema: { deleted: z.string() },
    },
    ({ artifact_id: id }) =>
      toolResult(async () => {
        if (!(await store.delete(id))) throw unknownArtifact(id);
        return { data: { deleted: id }, text: `Deleted ${id}.` };
      }),
  );
}
