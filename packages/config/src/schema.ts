import { z } from 'zod';

const chunking = z.strictObject({
  minTokens: z
    .int()
    .nonnegative()
    .default(250)
    .describe('A chunk ends at a heading of its own depth from this size on, in tokens by tokenCounter.'),
  maxTokens: z
    .int()
    .positive()
    .default(750)
    .describe('No chunk grows past this size unless a single line or fenced block does.'),
  tokenCounter: z
    .enum(['words', 'cl100k_base', 'o200k_base'])
    .default('words')
    .describe('words estimates a line as floor(words × 1.3); the others count for real.'),
  tail: z.enum(['merge', 'keep', 'drop']).default('merge').describe('What becomes of a last chunk under minTokens.'),
  exclude: z
    .array(z.string().min(1))
    .default([])
    .describe('Ids of topics that get keywords and an index but no chunks.'),
});

const embedding = z.strictObject({
  model: z.string().min(1).default('builtin').describe('builtin, ollama:<model> or openai:<model>.'),
});

const keywords = z.strictObject({
  languages: z
    .array(z.string().regex(/^[a-z]{3}$/, 'must be an ISO 639-3 code'))
    .default(['eng'])
    .describe('ISO 639-3 codes of the languages whose stop words end a compound term.'),
});

const stripes = z.strictObject({
  rounding: z
    .enum(['up', 'nearest'])
    .default('up')
    .describe('How the square root of the number of chunks becomes the stripe factor.'),
});

const prompts = z.strictObject({
  enabled: z
    .boolean()
    .default(true)
    .describe('Whether the questions of qa-pairs.md leave their hashes in the chunks that they match.'),
  minSimilarity: z
    .number()
    .min(-1)
    .max(1)
    .default(0.2)
    .describe('Cosine similarity from which a question matches a chunk.'),
  maxPerQuestion: z.int().positive().default(3).describe('How many chunks, the nearest first, a question may match.'),
});

const search = z.strictObject({
  enabled: z
    .boolean()
    .default(false)
    .describe('Whether the docs root has the target search, which publishes a search index in _search/.'),
  vectors: z
    .boolean()
    .default(true)
    .describe('Whether the index holds the vectors of the chunks; without them it is smaller and searches by words.'),
});

/** Everything that `topicmill.yaml` may say. Keys that are not listed here are errors. */
export const configSchema = z.strictObject({
  docsRoot: z
    .string()
    .regex(
      /^(?!\/)(?!.*(?:^|\/)\.\.(?:\/|$))(?!.*\\)[^\s].*$/,
      'must be a path below the workspace, with / between folders',
    )
    .default('docs')
    .describe('Folder that holds the topic folders, relative to this file.'),
  baseHref: z
    .string()
    .regex(/^(?:\/|https?:\/\/)/, 'must start with / or http')
    .optional()
    .describe('Makes every href absolute below this address; without it they are relative to their file.'),
  chunking: chunking.prefault({}),
  embedding: embedding.prefault({}),
  keywords: keywords.prefault({}),
  stripes: stripes.prefault({}),
  prompts: prompts.prefault({}),
  search: search.prefault({}),
  technicalBaselineTitles: z
    .array(z.string().min(1))
    .default(['Quick Reference', 'API Reference', 'Quick Start', 'Cheat Sheet', 'Command Reference'])
    .describe('Chunk 1 is the technical baseline when its title contains one of these, upper and lower case alike.'),
});

/** A configuration with every default filled in. */
export type TopicmillConfig = z.infer<typeof configSchema>;
