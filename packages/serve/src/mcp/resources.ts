import { type McpServer, ResourceTemplate } from '@modelcontextprotocol/sdk/server/mcp.js';
import { ErrorCode, McpError, type ReadResourceResult } from '@modelcontextprotocol/sdk/types.js';
import { TopicmillError } from '@topicmill/base/diagnostics';
import type { DocsSource, OpenedDocs } from './docs-source.js';
import { MAX_LISTED_RESOURCES, MAX_RESOURCE_BYTES } from './limits.js';
import { type ListedTopic, listTopics } from './list-topics.js';
import { CHUNK_TEMPLATE, TOPIC_TEMPLATE, topicUri } from './resource-uris.js';
import { chunkSetOf, safeId } from './topic-texts.js';

const REFERENCE_FILE = 'golden-reference.md';
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
    new ResourceTemplate(TOPIC_TEMPLATE, {
      list: async () => {
        const listed = (await topicsNow()).slice(0, MAX_LISTED_RESOURCES);
        return {
          resources: listed.map(({ id, title, description }) => ({
            uri: topicUri(id),
            name: id,
            title,
            mimeType: MARKDOWN,
            ...(description === undefined ? {} : { description }),
          })),
        };
      },
      complete: { topic: complete },
    }),
    { title: 'Topic', description: 'The whole document of a topic; its id is percent-encoded.', mimeType: MARKDOWN },
    (uri, { topic }) =>
      readResource(source, uri, (opened) => readWholeReference(opened, decodeURIComponent(String(topic)))),
  );
  server.registerResource(
    'chunk',
    new ResourceTemplate(CHUNK_TEMPLATE, { list: undefined, complete: { topic: complete } }),
    { title: 'Chunk', description: 'A chunk of a topic with the headings above it.', mimeType: MARKDOWN },
    (uri, { topic, index }) =>
      readResource(source, uri, ({ docs }) => docs.readChunk(safeId(decodeURIComponent(String(topic))), Number(index))),
  );
}

/**
 * The document of a topic.
 *
 * @throws TopicmillError `TOPIC_UNKNOWN`, `RESOURCE_TOO_LARGE`
 */
export async function readWholeReference({ docs, loader }: OpenedDocs, id: string): Promise<string> {
  await chunkSetOf(docs, id);
  const bytes = await loader.read(id === '' ? REFERENCE_FILE : `${id}/${REFERENCE_FILE}`);
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
  try {
    return { contents: [{ uri: uri.href, mimeType: MARKDOWN, text: await read(await source.open()) }] };
  } catch (thrown) {
    if (!(thrown instanceof TopicmillError)) throw thrown;
    throw new McpError(ErrorCode.InvalidParams, `${thrown.code}: ${thrown.message} ${thrown.remedy}`);
  }
}
