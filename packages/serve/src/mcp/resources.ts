import { type McpServer, ResourceTemplate } from '@modelcontextprotocol/sdk/server/mcp.js';
import {
  ErrorCode,
  ListResourcesRequestSchema,
  type ListResourcesResult,
  McpError,
  type ReadResourceResult,
} from '@modelcontextprotocol/sdk/types.js';
import { TopicmillError } from '@topicmill/base/diagnostics';
import type { DocsSource, OpenedDocs } from './docs-source.js';
import { LIST_PAGE_SIZE, MAX_RESOURCE_BYTES } from './tool-protocol.js';
import {
  CHUNK_TEMPLATE,
  chunkSetOf,
  type ListedTopic,
  listTopics,
  TOPIC_TEMPLATE,
  topicUri,
  unknownTopic,
} from './topic-texts.js';

const MARKDOWN = 'text/markdown';
/** Suggestions for a name that is being typed; what the protocol allows in one answer. */
const MAX_COMPLETIONS = 100;

/** Registers topics and chunks as resources. */
export function registerResources(server: McpServer, source: DocsSource): void {
  const topicsNow = async (): Promise<ListedTopic[]> => {
    const all = await listTopics((await source.open()).docs, '');
    return all.filter(({ isTopic }) => isTopic);
  };
  const complete = async (typed: string): Promise<string[]> => {
    const names = (await topicsNow()).map(({ id }) => encodeURIComponent(id));
    return names
      .filter((name) => name.startsWith(encodeURIComponent(typed)) || name.startsWith(typed))
      .slice(0, MAX_COMPLETIONS);
  };
  server.registerResource(
    'topic',
    new ResourceTemplate(TOPIC_TEMPLATE, { list: undefined, complete: { topic: complete } }),
    { title: 'Topic', description: 'The whole document of a topic; its id is percent-encoded.', mimeType: MARKDOWN },
    (uri, { topic }) => readResource(source, uri, (opened) => readWholeReference(opened, decodedId(topic))),
  );
  server.registerResource(
    'chunk',
    new ResourceTemplate(CHUNK_TEMPLATE, { list: undefined, complete: { topic: complete } }),
    { title: 'Chunk', description: 'A chunk of a topic with the headings above it.', mimeType: MARKDOWN },
    (uri, { topic, index }) =>
      readResource(source, uri, (opened) => readChunkOf(opened, decodedId(topic), String(index))),
  );
  // The SDK lists what templates return at once, without cursors.
  server.server.setRequestHandler(ListResourcesRequestSchema, ({ params }) =>
    asAnswer(async () => listedResources(await topicsNow(), params?.cursor)),
  );
}

function listedResources(topics: readonly ListedTopic[], cursor: string | undefined): ListResourcesResult {
  const from = cursor === undefined ? 0 : Number(cursor);
  if (!Number.isInteger(from) || from < 0 || from > topics.length)
    throw new McpError(ErrorCode.InvalidParams, `"${cursor}" is not a cursor of this list.`);
  const end = from + LIST_PAGE_SIZE;
  return {
    resources: topics.slice(from, end).map(({ id, title, description }) => ({
      uri: topicUri(id),
      name: id,
      title,
      mimeType: MARKDOWN,
      ...(description === undefined ? {} : { description }),
    })),
    ...(end < topics.length ? { nextCursor: String(end) } : {}),
  };
}

/** A variable of a URI; one that is not percent-encoded as it must be names nothing. */
function decodedId(variable: string | string[] | undefined): string {
  try {
    return decodeURIComponent(String(variable));
  } catch {
    throw unknownTopic(String(variable));
  }
}

/** @throws TopicmillError `TOPIC_UNKNOWN` for a topic or a number of a chunk that there is not */
async function readChunkOf({ docs }: OpenedDocs, id: string, index: string): Promise<string> {
  const count = (await chunkSetOf(docs, id))?.count ?? 0;
  if (/^\d+$/.test(index) && Number(index) < count) return docs.readChunk(id, Number(index));
  throw new TopicmillError('TOPIC_UNKNOWN', `"${id}" has no chunk ${index}.`, {
    remedy: count === 0 ? 'Read the topic whole.' : `Its chunks are 0 to ${count - 1}.`,
  });
}

/**
 * The document of a topic.
 *
 * @throws TopicmillError `TOPIC_UNKNOWN`, `RESOURCE_TOO_LARGE`
 */
export async function readWholeReference({ docs }: OpenedDocs, id: string): Promise<string> {
  await chunkSetOf(docs, id);
  const bytes = await docs.readReference(id);
  if (bytes.length <= MAX_RESOURCE_BYTES) return new TextDecoder().decode(bytes);
  throw new TopicmillError('RESOURCE_TOO_LARGE', `The document of "${id}" has ${bytes.length} bytes.`, {
    remedy: 'Read it chunk by chunk with read_topic, or search in it.',
  });
}

async function readResource(
  source: DocsSource,
  uri: URL,
  read: (opened: OpenedDocs) => Promise<string>,
): Promise<ReadResourceResult> {
  return asAnswer(async () => ({
    contents: [{ uri: uri.href, mimeType: MARKDOWN, text: await read(await source.open()) }],
  }));
}

/** What is wrong, with its code and remedy, as an answer of the protocol. */
async function asAnswer<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (thrown) {
    if (!(thrown instanceof TopicmillError)) throw thrown;
    throw new McpError(ErrorCode.InvalidParams, `${thrown.code}: ${thrown.message} ${thrown.remedy}`);
  }
}
