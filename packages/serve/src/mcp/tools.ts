import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { TopicmillError } from '@topicmill/base/diagnostics';
import {
  assembleContext,
  headingPath,
  RESULT_FORMAT,
  type ResultJson,
  remarksOn,
  resultJson,
  resultSchema,
  type SearchResult,
} from '@topicmill/search/retrieval';
import { loadTokenCounter, TOKEN_COUNTER_NAMES } from '@topicmill/text/tokens';
import * as z from 'zod';
import type { DocsSource, OpenedDocs } from './docs-source.js';
import { DEFAULT_ANSWER_TOKENS, LIST_PAGE_SIZE, MAX_ANSWER_TOKENS, MAX_QUERY_LENGTH, MAX_RESULTS } from './limits.js';
import { listEdition } from './list-topics.js';
import { chunkUri, topicUri } from './resource-uris.js';
import { readWholeReference } from './resources.js';
import { toolInput } from './tool-input.js';
import { type Answer, toolResult } from './tool-result.js';
import { type ChunkText, chunkSetOf, chunkText, safeId, withinTokens } from './topic-texts.js';

const topic = z.string().max(MAX_QUERY_LENGTH).describe('Id of a topic: its path below the docs root.');
const kind = z.enum(['code', 'prose']).optional().describe('Only chunks that are mostly code, or only the others.');
const edition = {
  version: z
    .string()
    .max(MAX_QUERY_LENGTH)
    .optional()
    .describe('Only docs of this version, or `all`; the current one when it is left out.'),
  locale: z
    .string()
    .max(MAX_QUERY_LENGTH)
    .optional()
    .describe('Only docs in this language, or `all`; the first one when it is left out.'),
};
const maxTokens = z
  .int()
  .positive()
  .max(MAX_ANSWER_TOKENS)
  .default(DEFAULT_ANSWER_TOKENS)
  .describe('Tokens (cl100k_base) of all texts together; the first text comes in any case.');

const format = z.literal(RESULT_FORMAT).describe('Version of this schema.');
const chunks = z.array(resultSchema);
const next = z.int().optional().describe('`from` of the next call; absent at the end.');
const SHORTENED_TITLE_LENGTH = 200;
const READ_ONLY = { readOnlyHint: true, idempotentHint: true, openWorldHint: false } as const;

/** Registers the tools; each answers with text for the model and with the same as data. */
export function registerTools(server: McpServer, source: DocsSource): void {
  const answer = (work: (opened: OpenedDocs) => Promise<Answer>, asked?: string | undefined): Promise<CallToolResult> =>
    toolResult(source, work, asked);
  server.registerTool(
    'search',
    {
      title: 'Search the docs',
      description: 'Finds the chunks that answer a question or contain some words, best first, with their texts.',
      annotations: READ_ONLY,
      inputSchema: toolInput({
        query: z.string().min(1).max(MAX_QUERY_LENGTH).describe('A question or words.'),
        topic: topic.optional().describe('Restricts the search to one topic.'),
        ...edition,
        kind,
        limit: z.int().positive().max(MAX_RESULTS).default(5).describe('Chunks at most.'),
        max_tokens: maxTokens,
      }),
      outputSchema: {
        format,
        mode: z.string().describe('How it was searched.'),
        by_meaning_only: z.boolean().describe('Whether no result contains a word of the query.'),
        missing_words: z.array(z.string()).describe('Words of the query that the docs do not contain.'),
        corrections: z
          .array(z.object({ word: z.string(), spelling: z.string() }))
          .optional()
          .describe('Those of them that other words were searched for instead of.'),
        results: chunks,
      },
    },
    ({ query, limit, max_tokens: budget, ...scope }) =>
      answer(async ({ docs }) => {
        const response = await docs.search(query, { ...scope, limit });
        const { mode, results, byMeaningOnly, missingWords, corrections } = response;
        const taken = withinTokens(
          results.map((result) => ({ ...result, tokens: result.tokenCount })),
          budget,
        );
        const texts = await Promise.all(taken.map((result) => docs.readChunk(result.topic, result.index)));
        const found = results.map((result, at) => foundChunk(result, texts[at]));
        const answers = found.length === 0 ? ['Nothing found.'] : found.map(formatFound);
        return {
          data: {
            format: RESULT_FORMAT,
            mode,
            by_meaning_only: byMeaningOnly,
            missing_words: missingWords,
            ...(corrections.length === 0 ? {} : { corrections }),
            results: found,
          },
          text: [...remarksOn(response), ...answers].join('\n\n'),
        };
      }, scope.topic),
  );
  server.registerTool(
    'context',
    {
      title: 'Collect a context',
      description:
        'Collects the chunks that together answer a question, within a number of tokens: none that repeats another, those of a topic in the order of its document, each with its address.',
      annotations: READ_ONLY,
      inputSchema: toolInput({
        question: z.string().min(1).max(MAX_QUERY_LENGTH).describe('A question or words.'),
        topic: topic.optional().describe('Restricts the search to one topic.'),
        ...edition,
        kind,
        max_tokens: z
          .int()
          .positive()
          .max(MAX_ANSWER_TOKENS)
          .default(DEFAULT_ANSWER_TOKENS)
          .describe('Tokens of the whole text at most.'),
        tokenizer: z.enum(TOKEN_COUNTER_NAMES).default('cl100k_base').describe('What counts the tokens.'),
      }),
      outputSchema: { format, question: z.string(), tokens: z.int(), chunks },
    },
    ({ question, max_tokens: budget, tokenizer, ...scope }) =>
      answer(async ({ docs }) => {
        const { count } = await loadTokenCounter(tokenizer);
        const context = await assembleContext(docs, question, { ...scope, maxTokens: budget, count });
        const { text, chunks: taken, ...data } = context;
        const addressed = taken.map((chunk) => ({ ...chunk, uri: chunkUri(chunk.topic, chunk.index) }));
        return { data: { ...data, chunks: addressed }, text: text.trim() || 'Nothing found, or nothing that fits.' };
      }, scope.topic),
  );
  server.registerTool(
    'read_topic',
    {
      title: 'Read a topic',
      description: 'Reads a topic in the order of its document, from a chunk on, as far as the tokens go.',
      annotations: READ_ONLY,
      inputSchema: toolInput({
        topic,
        from: z.int().nonnegative().default(0).describe('Index of the first chunk.'),
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
    ({ topic: id, from, max_tokens: budget }) => answer((opened) => readTopic(opened, id, from, budget), id),
  );
  server.registerTool(
    'sample_topic',
    {
      title: 'Sample a topic',
      description:
        'Returns the overview of a topic and a few chunks spread over all that it contains, in stripe order; a larger count returns the same and then more.',
      annotations: READ_ONLY,
      inputSchema: toolInput({
        topic,
        order: z.enum(['conceptual', 'technical']).default('conceptual'),
        kind,
        count: z.int().positive().max(MAX_RESULTS).default(4).describe('Chunks at most.'),
        max_tokens: maxTokens,
      }),
      outputSchema: { format, topic: z.string(), order: z.string(), chunks },
    },
    ({ topic: id, order, kind: wanted, count, max_tokens: budget }) =>
      answer(async ({ docs }) => {
        await chunkSetOf(docs, id);
        const items = await docs.takeSample(id, { order, count, filter: { kind: wanted } });
        const taken = await Promise.all(withinTokens(items, budget).map((item) => chunkText(docs, id, item)));
        return {
          data: { format: RESULT_FORMAT, topic: id, order, chunks: taken },
          text: formatChunks(taken) || 'No chunk fits.',
        };
      }, id),
  );
  server.registerTool(
    'list_topics',
    {
      title: 'List topics',
      description: `Lists topics and categories below a category, ${LIST_PAGE_SIZE} at a time.`,
      annotations: READ_ONLY,
      inputSchema: toolInput({
        below: z.string().max(MAX_QUERY_LENGTH).default('').describe('Id of a category; all when it is left out.'),
        ...edition,
        from: z.int().nonnegative().default(0).describe('How many to leave out: `next` of the answer before.'),
      }),
      outputSchema: {
        topics: z.array(
          z.object({
            id: z.string(),
            title: z.string(),
            description: z.string().optional(),
            version: z.string().optional(),
            locale: z.string().optional(),
            uri: z.string().optional().describe('Of topics; a category has no document.'),
          }),
        ),
        total: z.int(),
        next,
      },
    },
    ({ below, from, ...asked }) =>
      answer(async ({ docs }) => {
        const all = await listEdition(docs, safeId(below), asked);
        const topics = all
          .slice(from, from + LIST_PAGE_SIZE)
          .map(({ id, title, description, isTopic, version, locale }) => ({
            id,
            title: title.slice(0, SHORTENED_TITLE_LENGTH),
            ...(description === undefined ? {} : { description }),
            ...(version === undefined ? {} : { version }),
            ...(locale === undefined ? {} : { locale }),
            ...(isTopic ? { uri: topicUri(id) } : {}),
          }));
        const end = from + topics.length;
        const nextFrom = end < all.length ? { next: end } : {};
        const lines = topics.map(
          ({ id, title, description }) => `- ${id}: ${title}${description ? `. ${description}` : ''}`,
        );
        const more = end < all.length ? `\n${all.length - end} more: call again with from ${end}.` : '';
        return { data: { topics, total: all.length, ...nextFrom }, text: `${lines.join('\n')}${more}` || 'No topics.' };
      }),
  );
}

async function readTopic(opened: OpenedDocs, id: string, from: number, budget: number): Promise<Answer> {
  const { docs } = opened;
  const set = await chunkSetOf(docs, id);
  if (set === undefined) {
    const text = await readWholeReference(opened, id);
    return { data: { format: RESULT_FORMAT, topic: id, chunks: [], text }, text };
  }
  const chosen = withinTokens(set.items.slice(from), budget);
  if (chosen.length === 0) {
    throw new TopicmillError('TOPIC_UNKNOWN', `"${id}" has ${set.count} chunks, none from ${from} on.`, {
      remedy: `Give from as a number below ${set.count}.`,
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

function foundChunk(result: SearchResult, text: string | undefined): ResultJson & { readonly uri: string } {
  return {
    ...resultJson(result),
    uri: chunkUri(result.topic, result.index),
    ...(text === undefined ? {} : { headings: headingPath(text), text }),
  };
}

function formatFound({ topic_title: topicTitle, title, uri, text }: ResultJson): string {
  const body = text === undefined ? '(left out for its length: read it by its address)' : text.trim();
  return `[${topicTitle}: ${title}](${uri})\n\n${body}`;
}

function formatChunks(chunks: readonly ChunkText[]): string {
  return chunks.map(({ title, uri, text }) => `[${title}](${uri})\n\n${text.trim()}`).join('\n\n');
}
