import { HIDDEN_TEXT_KINDS } from '@topicmill/text/hidden-text';
import * as z from 'zod';

/** Schemas of facts that few chunks have, after all others in a manifest of chunks. */
export const furtherFactFields = {
  hidden_text: z
    .array(z.enum(HIDDEN_TEXT_KINDS))
    .optional()
    .describe(
      'Kinds of text in the chunk that readers do not see or that addresses a model; omitted if there is none.',
    ),
};

/** The schemas of all facts of a chunk, by the names that files and answers use. */
export const chunkFactFields = {
  is_code: z.boolean().describe('Whether more than half of its lines are fenced code.'),
  tokens: z.number().int().nonnegative(),
  id: z.string().optional().describe('Pages only: names the chunk even after edits elsewhere in the page.'),
  url: z.string().optional().describe('Pages only: address at which people read the chunk.'),
  ...furtherFactFields,
};
