import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { nearestName } from '@topicmill/base/config';
import { diagnosticsOf, type TopicmillError } from '@topicmill/base/diagnostics';
import type { Docs } from '@topicmill/search/retrieval';
import { registerContext } from './context-tool.js';
import { describeDocs, HOW_TO } from './describe-docs.js';
import type { DocsSource } from './docs-source.js';
import { registerFindTopics } from './find-topics.js';
import { registerQuestionTools } from './question-tools.js';
import { registerResources } from './resources.js';
import { registerSearch } from './search-tool.js';
import { type AnswerTool, toolResult } from './tool-protocol.js';
import { type ListedTopic, listTopics } from './topic-texts.js';
import { registerListTopics, registerReadTopic, registerSampleTopic } from './topic-tools.js';

/**
 * An MCP server over docs: tools to search, read, sample and list, and topics and chunks as resources. It tells clients
 * what the docs are about. It must be connected to a transport; each connection needs a server of its own. Docs that
 * cannot be read are not an error here: every tool then answers with the reason.
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

/** Registers the tools; each answers with text for the model and with the same as data. */
function registerTools(server: McpServer, source: DocsSource): void {
  const answer: AnswerTool = (work, asked) =>
    toolResult(
      async () => work(await source.open()),
      (error) => topicRemedy(source, error, asked),
    );
  registerSearch(server, answer);
  registerContext(server, answer);
  registerFindTopics(server, answer);
  registerReadTopic(server, answer);
  registerSampleTopic(server, answer);
  registerListTopics(server, answer);
}

async function topicRemedy(
  source: DocsSource,
  { code }: TopicmillError,
  asked: string | undefined,
): Promise<string | undefined> {
  if (code !== 'TOPIC_UNKNOWN' || asked === undefined) return undefined;
  const { docs } = await source.open();
  return remedyForTopic(docs, asked).catch(() => undefined);
}

/** The message for a model that named a topic that does not exist. */
async function remedyForTopic(docs: Docs, asked: string): Promise<string> {
  const listed = await listTopics(docs, '');
  if (listed.some(({ id, isTopic }) => id === asked && !isTopic)) {
    return `It is a category: list_topics with below "${asked}" lists its topics.`;
  }
  const meant = nearestTopic(listed, asked);
  return meant === undefined || meant === asked
    ? 'list_topics lists all ids, and each result of search has that of its topic.'
    : `Did you mean ${meant}? list_topics lists all ids.`;
}

/** The topic that was most likely meant by something that is not an id: a title, or part of an id. */
function nearestTopic(listed: readonly ListedTopic[], asked: string): string | undefined {
  const topics = listed.filter(({ isTopic }) => isTopic);
  const title = asked.trim().toLowerCase();
  const titled = topics.find((each) => each.title.toLowerCase() === title);
  if (titled !== undefined || topics.length === 0) return titled?.id;
  return asked === ''
    ? undefined
    : (topics.find(({ id }) => id.toLowerCase().includes(title))?.id ?? misspelt(asked, topics));
}

/** By the last part of the id: folders that two ids share do not make them similar. */
function misspelt(asked: string, topics: readonly ListedTopic[]): string | undefined {
  const lastPart = (id: string): string =>
    id
      .replace(/(?<![/#])[/#]+$/, '')
      .replace(/^.*\//, '')
      .replace(/(?:\.mdx?|\.html)$|#.*/s, '');
  const byPart = new Map(topics.map(({ id }) => [lastPart(id), id]));
  const nearest = nearestName(lastPart(asked), [...byPart.keys()]);
  return nearest === undefined ? undefined : byPart.get(nearest);
}
