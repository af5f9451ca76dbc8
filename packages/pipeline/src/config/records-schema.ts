import * as z from 'zod';

/** Which topics have a target. */
export const topicGlobs = z
  .array(z.string().min(1))
  .default(['**'])
  .describe('Globs of the ids of topics that have the target; a glob that begins with ! excludes.');

const GLOB_BELOW_WORKSPACE = /^!?(?!\/)(?!.*(?:^|\/)\.\.(?:\/|$))[^\0]+$/;
const NOT_A_GLOB_BELOW = 'must be a glob over folders below the workspace: without .. and / at the start';

export const records = z.strictObject({
  enabled: z
    .boolean()
    .default(false)
    .describe('Whether topics have the target records, which writes chunk records for databases into _records/.'),
  strategy: z
    .enum(['structural', 'two-tier'])
    .default('structural')
    .describe('structural: one file of records per document; two-tier: sections and snippets as JSON lines.'),
  topics: topicGlobs,
  folders: z
    .array(z.string().min(1).regex(GLOB_BELOW_WORKSPACE, NOT_A_GLOB_BELOW))
    .default([])
    .describe(
      'Globs of folders, relative to this file: each one that contains markdown but no golden-reference.md has the target too.',
    ),
  contentType: z
    .string()
    .regex(/^[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*$/, 'must be letters and digits, joined by hyphens')
    .default('doc')
    .describe('structural: first part of every id.'),
  minTokens: z.int().nonnegative().optional().describe('structural: minimum size of a chunk; 64 by default.'),
  targetTokens: z.int().positive().optional().describe('structural: target size; 400 by default.'),
  maxTokens: z.int().positive().optional().describe('structural: maximum size; 512 by default.'),
  overlapSentences: z
    .int()
    .nonnegative()
    .optional()
    .describe('structural: sentences repeated from the previous chunk; 2 by default.'),
  breadcrumbMode: z
    .enum(['conditional', 'always', 'none'])
    .optional()
    .describe('structural: when the text to embed begins with its headings.'),
  headings: z
    .enum(['auto', 'markdown', 'plain'])
    .optional()
    .describe(
      'two-tier: how headings are found; auto by default, which takes a text with three marked headings for markdown.',
    ),
  boilerplate: z
    .enum(['auto', 'drop', 'keep'])
    .optional()
    .describe(
      'two-tier: what happens to page numbers, running headers, table of contents and index; auto by default, which drops them from plain text.',
    ),
  tokenCounter: z
    .enum(['words', 'cl100k_base', 'o200k_base'])
    .optional()
    .describe('How sizes are counted; by default each strategy has its own counter.'),
});
