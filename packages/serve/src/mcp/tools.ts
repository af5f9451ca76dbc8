import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { TopicmillError } from '@topicmill/base/diagnostics';
import type { AnswerTool } from './answer-tool.js';
import { registerContext } from './context-tool.js';
import type { DocsSource } from './docs-source.js';
import { registerFindTopics } from './find-topics.js';
import { registerSearch } from './search-tool.js';
import { remedyForTopic } from './suggest-topic.js';
import { toolResult } from './tool-result.js';
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
