import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { TopicmillError } from '@topicmill/base/diagnostics';
import type { DocsSource, OpenedDocs } from './docs-source.js';
import { suggestTopic } from './suggest-topic.js';

/** What a tool has to say. */
export interface Answer {
  /** For programs. */
  readonly data: Record<string, unknown>;
  /** The same for the model. */
  readonly text: string;
}

/**
 * The result of a tool call: an error with a code becomes an answer that names it with its remedy, so that the model can
 * mend its call.
 *
 * @param asked the topic that the model named; if there is none, the answer says which it most likely meant
 */
export async function toolResult(
  source: DocsSource,
  work: (opened: OpenedDocs) => Promise<Answer>,
  asked: string | undefined,
): Promise<CallToolResult> {
  try {
    const { data, text } = await work(await source.open());
    return { content: [{ type: 'text', text }], structuredContent: data };
  } catch (thrown) {
    if (!(thrown instanceof TopicmillError)) throw thrown;
    const remedy = (await topicRemedy(source, thrown, asked)) ?? thrown.remedy;
    return { content: [{ type: 'text', text: `${thrown.code}: ${thrown.message} ${remedy}` }], isError: true };
  }
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
