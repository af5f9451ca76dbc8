import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { diagnosticsOf } from '@topicmill/base/diagnostics';
import type { Docs } from '@topicmill/search/retrieval';
import { describeDocs, HOW_TO } from './describe-docs.js';
import type { DocsSource } from './docs-source.js';
import { registerQuestionTools } from './question-tools.js';
import { registerResources } from './resources.js';
import { registerTools } from './tools.js';

/**
 * An MCP server over docs: tools to search, read, sample and list, and topics and chunks as resources. It tells clients
 * what the docs are about. It must be connected to a transport; each connection needs a server of its own. Docs that
 * cannot be read are no error here: every tool then answers with the reason.
 *
 * @param version told to clients
 */
export async function createDocsServer(source: DocsSource, version: string): Promise<McpServer> {
  const server = new McpServer({ name: 'topicmill', version }, { instructions: await instructionsFor(source) });
  registerTools(server, source);
  registerResources(server, source);
  if (source.questions !== undefined) registerQuestionTools(server, source.questions);
  return server;
}

/** Over HTTP each request has a server of its own. */
const known = new WeakMap<Docs, Promise<string>>();

/** Clients give up a server that does not answer within ten seconds or more; docs may be on a host that does not answer at all. */
const MAX_WAIT_MS = 5000;

async function instructionsFor(source: DocsSource): Promise<string> {
  let timer: NodeJS.Timeout | undefined;
  const waited = new Promise<string>((resolve) => {
    timer = setTimeout(resolve, MAX_WAIT_MS, `Documentation, split into chunks. ${HOW_TO}`);
  });
  try {
    return await Promise.race([knownInstructions(source), waited]);
  } catch (thrown) {
    const { code, message } = diagnosticsOf(thrown)[0]!;
    return `Documentation, split into chunks, which cannot be read now (${code}: ${message}). ${HOW_TO}`;
  } finally {
    clearTimeout(timer);
  }
}

async function knownInstructions(source: DocsSource): Promise<string> {
  const { docs } = await source.open();
  const instructions = known.get(docs) ?? describeDocs(docs);
  known.set(docs, instructions);
  instructions.catch(() => known.delete(docs));
  return instructions;
}
