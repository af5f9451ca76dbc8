import * as z from 'zod';

/** Which topics have a target. */
export const topicGlobs = z
  .array(z.string().min(1))
  .default(['**'])
  .describe('Globs over the ids of the topics that have the target; one that begins with ! excludes.');

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
    .describe('structural: a file of records a document; two-tier: sections and snippets as JSON lines.'),
  topics: topicGlobs,
  folders: z
    .array(z.string().min(1).regex(GLOB_BELOW_WORKSPACE, NOT_A_GLOB_BELOW))
    .default([])
    .describe(
      'Globs over folders, relative to this file: each of them with markdown and no golden-reference.md has the target too.',
    ),
  contentType: z
    .string()
    .regex(/^[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*$/, 'must be letters and digits, joined by hyphens')
    .default('doc')
    .describe('structural: first part of the ids.'),
  minTokens: z.int().nonnegative().optional().describe('structural: least size of a chunk; 64 without it.'),
  targetTokens: z.int().positive().optional().describe('structural: size to aim at; 400 without it.'),
  maxTokens: z.int().positive().optional().describe('structural: greatest size; 512 without it.'),
  overlapSentences: z
    .int()
    .nonnegative()
    .optional()
    .describe('structural: sentences repeated of the chunk before; 2 without it.'),
  breadcrumbMode: z
    .enum(['conditional', 'always', 'none'])
    .optional()
    .describe('structural: when a text to embed begins with its headings.'),
  headings: z
    .enum(['auto', 'markdown', 'plain'])
    .optional()
    .describe('two-tier: how headings are found; auto without it: markdown from three marked headings on.'),
  boilerplate: z
    .enum(['auto', 'drop', 'keep'])
    .optional()
    .describe(
      'two-tier: what happens to page numbers, running lines, contents and index; auto without it: dropped from plain text.',
    ),
  tokenCounter: z
    .enum(['words', 'cl100k_base', 'o200k_base'])
    .optional()
    .describe('How sizes are counted; each strategy has a counter of its own without it.'),
});
