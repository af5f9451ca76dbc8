import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { DocsSource } from './docs-source.js';
import { registerResources } from './resources.js';
import { registerTools } from './tools.js';

const INSTRUCTIONS =
  'Documentation, cut into chunks. Begin with search; it hands out texts and the address of each chunk. ' +
  'sample_topic gives an impression of a whole topic in few tokens, read_topic reads on in order.';

/**
 * An MCP server over docs: tools to search, read, sample and list, and topics and chunks as resources. It is to be
 * connected to a transport; each connection needs a server of its own.
 *
 * @param version told to clients
 */
export function createDocsServer(source: DocsSource, version: string): McpServer {
  const server = new McpServer({ name: 'topicmill', version }, { instructions: INSTRUCTIONS });
  registerTools(server, source);
  registerResources(server, source);
  return server;
}
