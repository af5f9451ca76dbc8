import { HIDDEN_TEXT_KINDS } from '@topicmill/text/hidden-text';
import * as z from 'zod';

/** Schemas of facts that few chunks have, after all others in a manifest of chunks. */
export const furtherFactFields = {
  hidden_text: z
    .array(z.enum(HIDDEN_TEXT_KINDS))
    .optional()
    .describe('Kinds of text in it that people do not see or that speaks to a model; left out where there is none.'),
};

/** The schemas of all facts of a chunk, by the names that files and answers use. */
export const chunkFactFields = {
  is_code: z.boolean().describe('Whether more than half of its lines are fenced code.'),
  tokens: z.number().int().nonnegative(),
  id: z.string().optional().describe('Of a page: names the chunk whatever else in the page is edited.'),
  url: z.string().optional().describe('Of a page: address at which people read the chunk.'),
  ...furtherFactFields,
};
