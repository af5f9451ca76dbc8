import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { CANDIDATE_PAGES, CANDIDATE_RESULTS, pageCandidates, shownCandidate } from '@topicmill/search/reranking';
import { RESULT_FORMAT, remarksJson, remarksOn, type SearchResult } from '@topicmill/search/retrieval';
import * as z from 'zod';
import type { AnswerTool } from './answer-tool.js';
import { MAX_QUERY_LENGTH } from './limits.js';
import { topicUri } from './resource-uris.js';
import { toolInput } from './tool-input.js';
import { edition, format, kind, READ_ONLY, SOUGHT } from './tool-schemas.js';

const foundTopic = z.object({
  topic: z.string(),
  title: z.string(),
  uri: z.string(),
  url: z.string().optional().describe('Address of its best section on the site.'),
  sections: z.array(z.string()).describe('Titles of its first chunks.'),
  index: z.int().describe('Index of its best chunk, from which read_topic can read on.'),
  excerpt: z.string().describe('The beginning of its best chunk.'),
});

/** Topics that may answer a question, for a model that chooses among them. */
export function registerFindTopics(server: McpServer, answer: AnswerTool): void {
  server.registerTool(
    'find_topics',
    {
      title: 'Find topics to choose from',
      description:
        'Lists the topics that may answer a question, each with its sections and an excerpt of some words, for you to judge which of them does; then read that one with read_topic. Use it if search or context does not contain the answer, or if the question is in other words than those of the docs.',
      annotations: READ_ONLY,
      inputSchema: toolInput({
        query: z.string().min(1).max(MAX_QUERY_LENGTH).describe('A question or words.'),
        ...edition,
        kind,
        limit: z.int().positive().max(CANDIDATE_PAGES).default(CANDIDATE_PAGES).describe('Maximum number of topics.'),
      }),
      outputSchema: { format, ...SOUGHT, topics: z.array(foundTopic) },
    },
    ({ query, limit, ...asked }) =>
      answer(async ({ docs }) => {
        const response = await docs.search(query, { ...asked, limit: CANDIDATE_RESULTS });
        const candidates = await pageCandidates(response.results, docs, limit);
        const best = new Map<string, SearchResult>();
        for (const result of response.results) if (!best.has(result.topic)) best.set(result.topic, result);
        const topics = candidates.map((candidate) => {
          const { path, ...shown } = shownCandidate(candidate);
          const { index, url } = best.get(candidate.path)!;
          return { topic: candidate.path, ...shown, uri: topicUri(candidate.path), index, ...(url && { url }) };
        });
        const lines = topics.map(
          ({ topic, title, uri, index, sections, excerpt }) =>
            `[${title || topic}](${uri}), chunk ${index}: ${sections.join(' | ')}\n${excerpt}`,
        );
        return {
          data: { format: RESULT_FORMAT, ...remarksJson(response), topics },
          text: [...remarksOn(response), ...(lines.length === 0 ? ['Nothing found.'] : lines)].join('\n\n'),
        };
      }),
  );
}
