import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import {
  CANDIDATE_PAGES,
  CANDIDATE_RESULTS,
  type PageCandidate,
  pageCandidates,
  shownCandidate,
} from '@topicmill/search/reranking';
import {
  MissingChunks,
  questionReason,
  RESULT_FORMAT,
  remarksJson,
  remarksOn,
  type SearchResult,
} from '@topicmill/search/retrieval';
import * as z from 'zod';
import {
  type AnswerTool,
  edition,
  format,
  kind,
  MAX_QUERY_LENGTH,
  READ_ONLY_HINTS,
  SEARCH_REMARK_FIELDS,
  toolInput,
} from './tool-protocol.js';
import { topicUri } from './topic-texts.js';

const foundTopic = z.object({
  topic: z.string(),
  title: z.string(),
  uri: z.string(),
  url: z.string().optional().describe('Address of its best section on the site.'),
  sections: z.array(z.string()).describe('Titles of its first chunks.'),
  index: z.int().describe('Index of its best chunk, from which read_topic can read on.'),
  excerpt: z.string().describe('The beginning of its best chunk.'),
  question: z.string().optional().describe('The question of its chunks that the query resembles.'),
  question_origin: z.literal('model').optional().describe('Present if a language model wrote that question.'),
});
type FoundTopic = z.infer<typeof foundTopic>;

/** Topics that may answer a question, for a model that chooses among them. */
export function registerFindTopics(server: McpServer, answer: AnswerTool): void {
  server.registerTool(
    'find_topics',
    {
      title: 'Find topics to choose from',
      description:
        'Lists the topics that may answer a question, each with its sections and an excerpt of some words, for you to judge which of them does; then read that one with read_topic. Use it if search or context does not contain the answer, or if the question is in other words than those of the docs.',
      annotations: READ_ONLY_HINTS,
      inputSchema: toolInput({
        query: z.string().min(1).max(MAX_QUERY_LENGTH).describe('A question or words.'),
        ...edition,
        kind,
        limit: z.int().positive().max(CANDIDATE_PAGES).default(CANDIDATE_PAGES).describe('Maximum number of topics.'),
      }),
      outputSchema: { format, ...SEARCH_REMARK_FIELDS, topics: z.array(foundTopic) },
    },
    ({ query, limit, ...asked }) =>
      answer(async ({ docs }) => {
        const response = await docs.search(query, { ...asked, limit: CANDIDATE_RESULTS });
        const missing = new MissingChunks();
        const readChunk = async (topic: string, index: number): Promise<string> =>
          (await missing.read(docs, topic, index)) ?? '';
        const chunks = async (topic: string) =>
          (await docs.indexedChunks?.(topic))?.map(({ title, hiddenText }) => ({ title, hidden_text: hiddenText })) ??
          docs.chunks(topic);
        const candidates = await pageCandidates(response.results, { chunks, readChunk }, limit);
        const topics = candidates.map((candidate) => foundIn(candidate, response.results));
        const found = topics.length === 0 ? ['Nothing found.'] : topics.map(formatTopic);
        return {
          data: { format: RESULT_FORMAT, ...remarksJson(response), ...missing.json, topics },
          text: [...remarksOn(response), ...missing.remarks, ...found].join('\n\n'),
        };
      }),
  );
}

function foundIn(candidate: PageCandidate, results: readonly SearchResult[]): FoundTopic {
  const { title, sections, excerpt } = shownCandidate(candidate);
  const own = results.filter(({ topic }) => topic === candidate.path);
  const { index, url } = own[0]!;
  const uri = topicUri(candidate.path);
  return {
    topic: candidate.path,
    title,
    uri,
    ...(url && { url }),
    sections: [...sections],
    index,
    excerpt,
    ...firstMatchedQuestion(own),
  };
}

/** The first question that brought one of a topic's chunks. */
function firstMatchedQuestion(results: readonly SearchResult[]): Pick<FoundTopic, 'question' | 'question_origin'> {
  const match = results.find((result) => result.match.question !== undefined)?.match;
  if (match === undefined) return {};
  const { question, questionOrigin: origin } = match;
  return { question, ...(origin === undefined ? {} : { question_origin: origin }) };
}

function formatTopic({ topic, title, uri, index, sections, excerpt, ...asked }: FoundTopic): string {
  const place = `[${title || topic}](${uri}), chunk ${index}: ${sections.join(' | ')}`;
  const question = questionReason(asked);
  return [place, ...(question === '' ? [] : [question]), excerpt].join('\n');
}
