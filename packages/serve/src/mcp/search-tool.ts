import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import {
  headingPath,
  MissingChunks,
  RESULT_FORMAT,
  type ResultJson,
  remarksJson,
  remarksOn,
  resultJson,
  type SearchResult,
} from '@topicmill/search/retrieval';
import * as z from 'zod';
import { topicNamed } from './named-place.js';
import {
  type AnswerTool,
  chunks,
  format,
  MAX_QUERY_LENGTH,
  MAX_RESULTS,
  maxTokens,
  READ_ONLY_HINTS,
  SEARCH_REMARK_FIELDS,
  scope,
  toolInput,
} from './tool-protocol.js';
import { chunkUri, formatChunk, withinTokens } from './topic-texts.js';

/** The schema of the tool's answer. */
const SEARCH_ANSWER_SCHEMA = {
  format,
  mode: z.string().describe('The mode that was used.'),
  ...SEARCH_REMARK_FIELDS,
  results: chunks,
};

/** Registers the tool that finds the chunks that answer a question. */
export function registerSearch(server: McpServer, answer: AnswerTool): void {
  server.registerTool(
    'search',
    {
      title: 'Search the docs',
      description:
        'Finds the chunks that best answer a question or match some words, best first, each with its text, its address and the reason it was found. Use it to look something up, or to find the topic to read.',
      annotations: READ_ONLY_HINTS,
      inputSchema: toolInput({
        query: z.string().min(1).max(MAX_QUERY_LENGTH).describe('A question or words.'),
        ...scope,
        limit: z.int().positive().max(MAX_RESULTS).default(5).describe('Maximum number of chunks.'),
        max_tokens: maxTokens,
      }),
      outputSchema: SEARCH_ANSWER_SCHEMA,
    },
    ({ query, limit, max_tokens: budget, ...asked }) =>
      answer(async ({ docs }) => {
        const response = await docs.search(query, { ...asked, topic: await topicNamed(docs, asked.topic), limit });
        const { mode, results } = response;
        const taken = withinTokens(
          results.map((result) => ({ ...result, tokens: result.tokenCount })),
          budget,
        );
        const missing = new MissingChunks();
        const texts = await Promise.all(taken.map((each) => missing.read(docs, each.topic, each.index, each)));
        const isLeftOut = (at: number): boolean => at < taken.length && texts[at] === undefined;
        const found = results.flatMap((result, at) => (isLeftOut(at) ? [] : [foundChunk(result, texts[at])]));
        const answers = found.length === 0 ? ['Nothing found.'] : found.map(formatFound);
        return {
          data: {
            format: RESULT_FORMAT,
            mode,
            ...remarksJson(response),
            ...missing.json,
            results: found,
          },
          text: [...remarksOn(response), ...missing.remarks, ...answers].join('\n\n'),
        };
      }, asked.topic),
  );
}

function foundChunk(result: SearchResult, text: string | undefined): ResultJson & { readonly uri: string } {
  return {
    ...resultJson(result),
    uri: chunkUri(result.topic, result.index),
    ...(text === undefined ? {} : { headings: headingPath(text), text }),
  };
}

function formatFound(result: ResultJson): string {
  return formatChunk(`${result.topic_title}: ${result.title}`, result);
}
