import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { diagnosticsOf } from '@topicmill/base/diagnostics';
import type { Docs } from '@topicmill/search/retrieval';
import type { DocsSource } from './docs-source.js';
import { listEdition } from './list-topics.js';
import { registerQuestionTools } from './question-tools.js';
import { registerResources } from './resources.js';
import { registerTools } from './tools.js';

const HOW_TO =
  'To answer a question, begin with context, which collects what answers it within a number of tokens, or with search, ' +
  'which returns single chunks with their addresses. If neither has the answer, find_topics lists the topics that may, for ' +
  'you to choose from. read_topic reads on from a chunk, sample_topic gives an impression ' +
  'of a whole topic in few tokens, list_topics lists what there is.';
/** Titles in the instructions, which a model reads before everything else. */
const NAMED_TOPICS = 30;
const MAX_TITLE_LENGTH = 80;

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

async function describeDocs(docs: Docs): Promise<string> {
  const { title, description } = await docs.index('');
  const topics = (await listEdition(docs, '', {})).filter(({ isTopic }) => isTopic);
  const titles = topics.slice(0, NAMED_TOPICS).map((topic) => topic.title.slice(0, MAX_TITLE_LENGTH));
  const more = topics.length > titles.length ? `; and ${topics.length - titles.length} more: list_topics` : '';
  return [
    `Documentation, split into chunks: ${title}.`,
    ...(description === undefined ? [] : [description]),
    HOW_TO,
    ...(await describeEditions(docs)),
    `${topics.length} topics: ${titles.join('; ')}${more}.`,
  ].join(' ');
}

/** What is searched, where there is more; docs without a search index do not say. */
async function describeEditions(docs: Docs): Promise<string[]> {
  const editions = await docs.editions().catch(() => undefined);
  if (editions === undefined) return [];
  const { current, versions, locales } = editions;
  const told = (name: string, values: readonly string[], kept: readonly string[]): string[] =>
    values.length < 2 ? [] : [`${name}s: ${values.join(', ')}; without ${name}, only ${kept.join(', ') || 'all'}.`];
  const locale = current.locale === undefined ? [] : [current.locale];
  return [...told('version', versions, current.versions), ...told('locale', locales, locale)];
}
