import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { nearestName } from '@topicmill/base/config';
import type { TopicmillError } from '@topicmill/base/diagnostics';
import type { Docs } from '@topicmill/search/retrieval';
import type { AnswerTool } from './answer-tool.js';
import { registerContext } from './context-tool.js';
import type { DocsSource } from './docs-source.js';
import { registerFindTopics } from './find-topics.js';
import { registerSearch } from './search-tool.js';
import { toolResult } from './tool-protocol.js';
import { type ListedTopic, listTopics } from './topic-texts.js';
import { registerListTopics, registerReadTopic, registerSampleTopic } from './topic-tools.js';

/** Registers the tools; each answers with text for the model and with the same as data. */
export function registerTools(server: McpServer, source: DocsSource): void {
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
