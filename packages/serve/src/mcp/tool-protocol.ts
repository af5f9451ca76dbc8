import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { nearestName } from '@topicmill/base/config';
import { diagnosticsOf, TopicmillError } from '@topicmill/base/diagnostics';
import { RESULT_FORMAT, relatedWordsSchema, resultSchema } from '@topicmill/search/retrieval';
import * as z from 'zod';
import type { OpenedDocs } from './docs-source.js';

/** What one answer may contain, so that no client is flooded. */
export const MAX_RESULTS = 20;
/** Tokens by `cl100k_base` of all texts of one answer. */
export const MAX_ANSWER_TOKENS = 20_000;
export const DEFAULT_ANSWER_TOKENS = 4000;
/** A context that says that nothing fits takes less, in each form and by each tokenizer. */
export const MIN_CONTEXT_TOKENS = 32;
/** Topics in one page of a list, of a tool or of resources. */
export const LIST_PAGE_SIZE = 100;
/** Bytes of a reference that is returned whole. */
export const MAX_RESOURCE_BYTES = 400_000;
/** UTF-16 units of a query. */
export const MAX_QUERY_LENGTH = 1000;

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
export const READ_ONLY_HINTS = { readOnlyHint: true, idempotentHint: true, openWorldHint: false } as const;
/** What an answer says about the words of its query, and about chunks that it lacks. */
export const SEARCH_REMARK_FIELDS = {
  missing_chunks: z
    .array(z.string())
    .optional()
    .describe(
      'Chunks that were found and are left out because their files are missing or newer than the search index, as topic#index.',
    ),
  by_meaning_only: z.boolean().describe('Whether no result contains a word of the query or a related one.'),
  low_confidence: z
    .literal(true)
    .optional()
    .describe('Present if the docs may not answer the query: no page has much of it, in words or in meaning.'),
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

/**
 * The schema of a tool's arguments. One that the tool does not have is refused by its name: dropped, it would let a
 * misspelt filter find everything.
 */
export function toolInput<Shape extends z.ZodRawShape>(shape: Shape): z.ZodObject<Shape, z.core.$strict> {
  return z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys' ? unknownArguments(issue.keys, Object.keys(shape)) : undefined,
  });
}

function unknownArguments(unknown: readonly string[], known: readonly string[]): string {
  const told = unknown.map((name) => {
    const nearest = nearestName(name, known);
    return nearest === undefined ? name : `${name} (did you mean ${nearest}?)`;
  });
  return `Unknown arguments: ${told.join(', ')}. The tool takes ${[...known].sort().join(', ')}.`;
}

/** What a tool answers. */
export interface ToolAnswer {
  /** For programs. */
  readonly data: Record<string, unknown>;
  /** The same for the model. */
  readonly text: string;
}

/**
 * The result of a tool call: an error with a code becomes an answer that names it with its remedy, so that the model can
 * correct its call.
 *
 * @param remedyOf a better remedy than that of the error, if there is one
 */
export async function toolResult(
  work: () => Promise<ToolAnswer>,
  remedyOf?: (error: TopicmillError) => Promise<string | undefined>,
): Promise<CallToolResult> {
  try {
    const { data, text } = await work();
    return { content: [{ type: 'text', text }], structuredContent: data };
  } catch (thrown) {
    const remedy = thrown instanceof TopicmillError ? await remedyOf?.(thrown) : undefined;
    return { content: [{ type: 'text', text: describeFaults(thrown, remedy) }], isError: true };
  }
}

/** An error in words, with its codes and remedies. Throws again what has no code. */
export function describeFaults(thrown: unknown, betterRemedy?: string): string {
  if (!(thrown instanceof TopicmillError)) throw thrown;
  return diagnosticsOf(thrown)
    .map(({ code, message, remedy }) => `${code}: ${message} ${betterRemedy ?? remedy}`)
    .join('\n');
}

/**
 * Answers a call of a tool from the docs.
 *
 * @param asked the topic that the model named; if there is none, the answer says which it most likely meant
 */
export type AnswerTool = (
  work: (opened: OpenedDocs) => Promise<ToolAnswer>,
  asked?: string | undefined,
) => Promise<CallToolResult>;
