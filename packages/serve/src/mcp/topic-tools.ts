import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { TopicmillError } from '@topicmill/base/diagnostics';
import { RESULT_FORMAT } from '@topicmill/search/retrieval';
import * as z from 'zod';
import type { OpenedDocs } from './docs-source.js';
import { namedPlace } from './named-place.js';
import { readWholeReference } from './resources.js';
import {
  type AnswerTool,
  chunks,
  edition,
  format,
  kind,
  LIST_PAGE_SIZE,
  MAX_QUERY_LENGTH,
  MAX_RESULTS,
  maxTokens,
  next,
  READ_ONLY_HINTS,
  type ToolAnswer,
  toolInput,
  topicArgument,
} from './tool-protocol.js';
import {
  type ChunkText,
  chunkSetOf,
  chunkText,
  formatChunk,
  type ListedTopic,
  listEdition,
  topicUri,
  withinTokens,
} from './topic-texts.js';

const SHORTENED_TITLE_LENGTH = 200;
/** Of a page of the list, as data and as text together; what frames the entries needs some more. */
const MAX_LIST_BYTES = 15_000;

/** A topic from a chunk on. */
export function registerReadTopic(server: McpServer, answer: AnswerTool): void {
  server.registerTool(
    'read_topic',
    {
      title: 'Read a topic',
      description:
        'Reads a topic in document order, starting at a chunk, within a token budget; `next` says where to continue. Use it if a found chunk is not enough, or to read a whole page.',
      annotations: READ_ONLY_HINTS,
      inputSchema: toolInput({
        topic: topicArgument,
        from: z
          .int()
          .nonnegative()
          .optional()
          .describe('Index of the first chunk. Default: the one that the address in `topic` names, or 0.'),
        max_tokens: maxTokens,
      }),
      outputSchema: {
        format,
        topic: z.string(),
        count: z.int().optional().describe('Chunks of the topic.'),
        chunks,
        text: z.string().optional().describe('The whole document of a topic that is not split into chunks.'),
        next,
      },
    },
    ({ topic, from, max_tokens: budget }) =>
      answer(async (opened) => {
        const named = await namedPlace(opened.docs, topic);
        return readTopic(opened, named.topic, from ?? named.index ?? 0, budget);
      }, topic),
  );
}

async function readTopic(opened: OpenedDocs, id: string, from: number, budget: number): Promise<ToolAnswer> {
  const { docs } = opened;
  const set = await chunkSetOf(docs, id);
  if (set === undefined) {
    const text = await readWholeReference(opened, id);
    return { data: { format: RESULT_FORMAT, topic: id, chunks: [], text }, text };
  }
  const chosen = withinTokens(set.items.slice(from), budget);
  if (chosen.length === 0) {
    throw new TopicmillError('INVALID_OPTION', `"${id}" has ${set.count} chunks; none starts at ${from}.`, {
      remedy: `Give a number below ${set.count} as from.`,
    });
  }
  const read = await Promise.all(chosen.map((item) => chunkText(docs, id, item)));
  const end = from + read.length;
  const nextFrom = end < set.count ? { next: end } : {};
  const more = end < set.count ? `\n\n[${set.count - end} more chunks: call again with from ${end}.]` : '';
  return {
    data: { format: RESULT_FORMAT, topic: id, count: set.count, chunks: read, ...nextFrom },
    text: `${formatChunks(read)}${more}`,
  };
}

/** A few chunks, spread over all of a topic. */
export function registerSampleTopic(server: McpServer, answer: AnswerTool): void {
  server.registerTool(
    'sample_topic',
    {
      title: 'Sample a topic',
      description:
        'Samples a whole topic in few tokens: its overview and chunks from across its content. A larger count returns the same chunks first, then more. Use it to find out whether a long topic is worth reading.',
      annotations: READ_ONLY_HINTS,
      inputSchema: toolInput({
        topic: topicArgument,
        order: z
          .enum(['conceptual', 'technical'])
          .default('conceptual')
          .describe(
            'conceptual begins with the overview, technical with the quick reference, for topics that have one.',
          ),
        kind,
        count: z.int().positive().max(MAX_RESULTS).default(4).describe('Maximum number of chunks.'),
        max_tokens: maxTokens,
      }),
      outputSchema: { format, topic: z.string(), order: z.string(), chunks },
    },
    ({ topic, order, kind: wanted, count, max_tokens: budget }) =>
      answer(async ({ docs }) => {
        const { topic: id } = await namedPlace(docs, topic);
        await chunkSetOf(docs, id);
        const items = await docs.takeSample(id, { order, count, filter: { kind: wanted } });
        const taken = await Promise.all(withinTokens(items, budget).map((item) => chunkText(docs, id, item)));
        return {
          data: { format: RESULT_FORMAT, topic: id, order, chunks: taken },
          text: formatChunks(taken) || `"${id}" has no such chunk.`,
        };
      }, topic),
  );
}

function formatChunks(chunks: readonly ChunkText[]): string {
  return chunks.map((chunk) => formatChunk(chunk.title, chunk)).join('\n\n');
}

const listedTopic = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string().optional(),
  version: z.string().optional(),
  locale: z.string().optional(),
  uri: z.string().optional().describe('Topics only: a category has no document.'),
});

/** Topics and categories below one. */
export function registerListTopics(server: McpServer, answer: AnswerTool): void {
  server.registerTool(
    'list_topics',
    {
      title: 'List topics',
      description: `Lists topics and categories with their ids, titles and descriptions, up to ${LIST_PAGE_SIZE} at a time. Use it to see what these docs contain, or to find the id of a topic.`,
      annotations: READ_ONLY_HINTS,
      inputSchema: toolInput({
        below: z.string().max(MAX_QUERY_LENGTH).default('').describe('Id of a category. Omit it to list everything.'),
        ...edition,
        from: z.int().nonnegative().default(0).describe('Number of entries to skip: `next` of the previous answer.'),
      }),
      outputSchema: {
        format,
        topics: z.array(listedTopic),
        total: z.int(),
        next,
      },
    },
    ({ below, from, ...asked }) =>
      answer(async ({ docs }) => {
        const all = await listEdition(docs, below, asked);
        const topics = withinBytes(all.slice(from, from + LIST_PAGE_SIZE).map(listedEntry));
        const end = from + topics.length;
        const nextFrom = end < all.length ? { next: end } : {};
        const text = listText(topics, all.length, end) || emptyList(all.length, below, from);
        return { data: { format: RESULT_FORMAT, topics, total: all.length, ...nextFrom }, text };
      }, below),
  );
}

/** A topic as the list has it. */
type ListEntry = Pick<ListedTopic, 'id' | 'title'> & { readonly description?: string };

function listedEntry({ id, title, description, isTopic, version, locale }: ListedTopic): ListEntry {
  return {
    id,
    title: title.slice(0, SHORTENED_TITLE_LENGTH),
    ...(description === undefined ? {} : { description: description.slice(0, SHORTENED_TITLE_LENGTH) }),
    ...(version === undefined ? {} : { version }),
    ...(locale === undefined ? {} : { locale }),
    ...(isTopic ? { uri: topicUri(id) } : {}),
  };
}

/** The first entries, as many as fit into an answer; at least one. */
function withinBytes(entries: readonly ListEntry[]): ListEntry[] {
  let byteCount = 0;
  const end = entries.findIndex((entry, at) => {
    byteCount += Buffer.byteLength(JSON.stringify(entry)) + Buffer.byteLength(listText([entry], 0, 0));
    return at > 0 && byteCount > MAX_LIST_BYTES;
  });
  return entries.slice(0, end < 0 ? entries.length : end);
}

function listText(topics: readonly ListEntry[], total: number, end: number) {
  const lines = topics.map(({ id, title, description }) => `- ${id}: ${title}${description ? `. ${description}` : ''}`);
  return `${lines.join('\n')}${end < total ? `\n${total - end} more: call again with from ${end}.` : ''}`;
}

function emptyList(total: number, below: string, from: number): string {
  if (total > 0) return `There are ${total} topics: none from ${from} on.`;
  return below === '' ? 'No topics.' : `No topics are below "${below}".`;
}
