import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { type Context, gatherContext, REMARKS_SHARE, resultSchema } from '@topicmill/search/retrieval';
import { loadTokenCounter, TOKEN_COUNTER_NAMES } from '@topicmill/text/tokens';
import * as z from 'zod';
import { topicNamed } from './named-place.js';
import {
  type AnswerTool,
  DEFAULT_ANSWER_TOKENS,
  format,
  MAX_ANSWER_TOKENS,
  MAX_QUERY_LENGTH,
  MIN_CONTEXT_TOKENS,
  READ_ONLY_HINTS,
  SEARCH_REMARK_FIELDS,
  scope,
  toolInput,
} from './tool-protocol.js';
import { chunkUri } from './topic-texts.js';

/** A chunk of a context: what every result has, its address and its text. More would take the place of passages. */
const contextChunk = resultSchema.pick({
  topic: true,
  topic_title: true,
  index: true,
  title: true,
  tokens: true,
  is_code: true,
  uri: true,
  url: true,
  hidden_text: true,
  is_cut: true,
  text: true,
});

const CONTEXT = {
  format,
  ...z.object(SEARCH_REMARK_FIELDS).partial().shape,
  tokens: z.int().describe('Of these chunks as text.'),
  chunks: z.array(contextChunk),
};
type ContextData = z.infer<z.ZodObject<typeof CONTEXT>>;

/** The chunks that together answer a question. */
export function registerContext(server: McpServer, answer: AnswerTool): void {
  server.registerTool(
    'context',
    {
      title: 'Collect a context',
      description:
        'Collects the passages that answer a question, in at most max_tokens: the best parts of several chunks, without repetition, in document order within each topic, each with its address, at which read_topic can continue. Use it before you answer a question about these docs.',
      annotations: READ_ONLY_HINTS,
      inputSchema: toolInput({
        question: z.string().min(1).max(MAX_QUERY_LENGTH).describe('A question or words.'),
        ...scope,
        max_tokens: z
          .int()
          .min(MIN_CONTEXT_TOKENS)
          .max(MAX_ANSWER_TOKENS)
          .default(DEFAULT_ANSWER_TOKENS)
          .describe('Maximum tokens of the whole answer: of its text, and of its JSON.'),
        tokenizer: z.enum(TOKEN_COUNTER_NAMES).default('cl100k_base').describe('Token counter.'),
      }),
      outputSchema: CONTEXT,
    },
    ({ question, max_tokens: maxTokens, tokenizer, ...asked }) =>
      answer(async ({ docs }) => {
        const { count } = await loadTokenCounter(tokenizer);
        const scoped = { ...asked, topic: await topicNamed(docs, asked.topic) };
        // Their links to files are not in the answer.
        const assemble = await gatherContext({ ...docs, index: undefined }, question, scoped);
        const dataOf = (context: Context): ContextData => contextData(context, maxTokens, count);
        const sizeOf = (context: Context): number => count(JSON.stringify(dataOf(context)));
        const { text } = assemble({ maxTokens, count });
        return {
          data: dataOf(assemble({ maxTokens, count, sizeOf })),
          text: text.trim() || `Nothing found that fits into ${maxTokens} tokens.`,
        };
      }, asked.topic),
  );
}

/**
 * The context as data. Some clients give a model this instead of the text, so its JSON stays within the tokens asked for, with
 * remarks about the search only where there is room for them.
 */
function contextData(
  { format: version, question: _, tokens, chunks, text: __, ...remarks }: Context,
  maxTokens: number,
  count: (text: string) => number,
): ContextData {
  const hasRoom = count(JSON.stringify(remarks)) <= REMARKS_SHARE * maxTokens;
  return {
    format: version,
    ...(hasRoom ? (remarks as Partial<ContextData>) : {}),
    tokens,
    chunks: chunks.map(({ topic, topic_title, index, title, tokens: own, is_code, ...chunk }) => ({
      topic,
      topic_title,
      index,
      title,
      tokens: own,
      is_code,
      uri: chunkUri(topic, index),
      ...(chunk.url === undefined ? {} : { url: chunk.url }),
      ...(chunk.hidden_text === undefined ? {} : { hidden_text: chunk.hidden_text }),
      ...(chunk.is_cut === undefined ? {} : { is_cut: chunk.is_cut }),
      text: chunk.text,
    })),
  };
}
