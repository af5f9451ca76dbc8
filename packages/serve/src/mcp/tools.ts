import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import type { TopicmillError } from '@topicmill/base/diagnostics';
import type { DocsSource, OpenedDocs } from './docs-source.js';
import { registerContext, registerSearch } from './search-tools.js';
import { suggestTopic } from './suggest-topic.js';
import { type ToolAnswer, toolResult } from './tool-result.js';
import { registerListTopics, registerReadTopic, registerSampleTopic } from './topic-tools.js';

/**
 * Answers a call of a tool from the docs.
 *
 * @param asked the topic that the model named; if there is none, the answer says which it most likely meant
 */
export type AnswerTool = (
  work: (opened: OpenedDocs) => Promise<ToolAnswer>,
  asked?: string | undefined,
) => Promise<CallToolResult>;

/** Registers the tools; each answers with text for the model and with the same as data. */
export function registerTools(server: McpServer, source: DocsSource): void {
  const answer: AnswerTool = (work, asked) =>
    toolResult(
      async () => work(await source.open()),
      (error) => topicRemedy(source, error, asked),
    );
  registerSearch(server, answer);
  registerContext(server, answer);
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
  const meant = await suggestTopic(docs, asked).catch(() => undefined);
  return meant === undefined || meant === asked ? undefined : `Did you mean ${meant}? list_topics lists all ids.`;
}
