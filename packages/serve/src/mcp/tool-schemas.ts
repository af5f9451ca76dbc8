import { RESULT_FORMAT, relatedWordsSchema, resultSchema } from '@topicmill/search/retrieval';
import * as z from 'zod';
import { DEFAULT_ANSWER_TOKENS, MAX_ANSWER_TOKENS, MAX_QUERY_LENGTH } from './limits.js';

export const topicArgument = z
  .string()
  .max(MAX_QUERY_LENGTH)
  .describe('Id of a topic, which is its path below the docs root, or an address from an answer.');
export const kind = z
  .enum(['code', 'prose'])
  .optional()
  .describe('Only chunks that are mostly code, or only those that are not.');
export const edition = {
  version: z
    .string()
    .max(MAX_QUERY_LENGTH)
    .optional()
    .describe('Only docs of this version, or `all`. Default: the current version.'),
  locale: z
    .string()
    .max(MAX_QUERY_LENGTH)
    .optional()
    .describe('Only docs in this language, or `all`. Default: the first language.'),
};
/** What restricts a search. */
export const scope = {
  topic: topicArgument.optional().describe('Restricts the search to one topic.'),
  ...edition,
  kind,
};
export const maxTokens = z
  .int()
  .positive()
  .max(MAX_ANSWER_TOKENS)
  .default(DEFAULT_ANSWER_TOKENS)
  .describe('Maximum tokens (cl100k_base) of all texts together; the first text is always returned.');

export const format = z.literal(RESULT_FORMAT).describe('Version of the schema of results.');
export const chunks = z.array(resultSchema);
export const next = z.int().optional().describe('`from` of the next call; absent at the end.');
export const READ_ONLY = { readOnlyHint: true, idempotentHint: true, openWorldHint: false } as const;
/** What an answer says of the words of its query, and of chunks that it lacks. */
export const SOUGHT = {
  missing_chunks: z
    .array(z.string())
    .optional()
    .describe('Chunks that were found and are left out because their files are missing, as topic#index.'),
  by_meaning_only: z.boolean().describe('Whether no result contains a word of the query or a related one.'),
  related_only: relatedWordsSchema
    .optional()
    .describe('By which related words the results were found, if none contains a word of the query.'),
  missing_words: z.array(z.string()).describe('Words of the query that the docs do not contain.'),
  corrections: z
    .array(z.object({ word: z.string(), spelling: z.string() }))
    .optional()
    .describe('Missing words for which a similar spelling was searched instead.'),
  other_locales: z
    .array(z.string())
    .optional()
    .describe('Languages of the docs that were not searched and that the query may be in: search again with `locale`.'),
};
