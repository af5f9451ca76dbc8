import { indentedJson } from '@topicmill/base/json';
import { chunkFactFields } from '@topicmill/topics/formats';
import * as z from 'zod';
import { RESULT_FORMAT } from './result-format.js';

const count = z.number().int().nonnegative();

/** Words of the docs that stand for words of a query, in answers. */
export const relatedWordsSchema = z.array(
  z.object({
    phrase: z.string().describe('Words of the query.'),
    words: z.array(z.string()).describe('What docs call it, or what is near it in meaning.'),
  }),
);

/** A chunk as `query`, `context`, MCP and exports give it out. */
export const resultSchema = z.object({
  format: z
    .literal(RESULT_FORMAT)
    .optional()
    .describe('In exports, the version of this schema; an answer names it next to its list of chunks.'),
  topic: z.string().describe('Id of the topic.'),
  topic_title: z.string(),
  topic_description: z.string().optional().describe('In exports, the description of the topic, if it has one.'),
  version: z.string().optional().describe('Version of the product that the topic describes, if there are several.'),
  locale: z.string().optional().describe('Language of the topic, if there are several.'),
  index: count.describe('0-based position of the chunk in its topic.'),
  title: z.string(),
  headings: z.array(z.string()).optional().describe('The headings above the text, outermost first.'),
  href: z.string().optional().describe('Link to the chunk file, relative to the docs root or below its baseHref.'),
  uuid: z.string().optional().describe('Key of the chunk for databases, the same in each export.'),
  uri: z.string().optional().describe('URI of the chunk as an MCP resource.'),
  source: z.string().optional().describe('Path of the document, relative to the workspace.'),
  source_href: z
    .string()
    .optional()
    .describe(
      'Link to the document, relative to the docs root or below its baseHref; the address of a page that has no copy there.',
    ),
  lines: z.tuple([count, count]).optional().describe('First and last line in the document, 1-based.'),
  source_range: z
    .object({ start: count, end: count })
    .optional()
    .describe('Bytes of the document that the chunk was cut from; `end` is after the last one.'),
  ...chunkFactFields,
  keywords: z.array(z.string()).optional().describe('Best first.'),
  questions: z
    .array(z.object({ question: z.string(), origin: z.literal('model').optional() }))
    .optional()
    .describe('In exports, the questions that the chunk answers; `origin` marks those that a language model wrote.'),
  similarity_conceptual: z.number().optional().describe('Cosine with the conceptual baseline of the topic.'),
  similarity_technical: z.number().optional().describe('Cosine with the technical baseline of the topic.'),
  score: z
    .number()
    .optional()
    .describe('Comparable within one answer only; in a sample, the similarity to its baseline.'),
  match: z
    .object({
      words: z.array(z.string()).describe('Words of the query that the text contains, with corrected spelling.'),
      title_words: z.array(z.string()).describe("Words of the query that the topic's title contains."),
      description_words: z.array(z.string()).describe("Words of the query that the topic's description contains."),
      related_words: relatedWordsSchema
        .optional()
        .describe("Words that the text or the topic's title or description contains instead of words of the query."),
      question: z.string().optional().describe('The question of the chunk that the query resembles.'),
      question_origin: z.literal('model').optional().describe('Present if a language model wrote that question.'),
      similarity: z.number().optional().describe('Cosine with the query.'),
      prompt_distance: count.optional().describe('Bits between the query and the nearest question.'),
    })
    .optional()
    .describe('Why it was found.'),
  passage: z.string().optional().describe('The part of the text with the most words of the query, on one line.'),
  is_cut: z.literal(true).optional().describe('In a context: parts of the text are left out because of its length.'),
  text: z
    .string()
    .optional()
    .describe(
      'Omitted if the answer would become too long. In a context, markup that only a site generator reads is left out, unless the chunk has hidden text, and definitions of links are written into the links.',
    ),
});

export type ResultJson = z.infer<typeof resultSchema>;

/** The published JSON Schema (draft 2020-12) of a result. */
export function resultJsonSchema(): string {
  const described = resultSchema.describe(
    `A chunk in answers of query, context and MCP, and in exports: version ${RESULT_FORMAT}, which answers name as format.`,
  );
  return indentedJson(z.toJSONSchema(described));
}
