import {
  EMBEDDER_FORMS,
  EMBEDDER_NAME,
  QUESTION_ENCODER_FORMS,
  QUESTION_ENCODER_NAME,
  STOP_WORD_LANGUAGES,
} from '@topicmill/base/config';
import { STRATEGIES } from '@topicmill/chunking/strategies';
import * as z from 'zod';
import { siteSchema } from '../sites/index.js';
import { chunkingSchema } from './chunking-schema.js';
import { sourceIssues } from './docs-roots.js';

/** Which topics have a target. */
const topicGlobs = z
  .array(z.string().min(1))
  .default(['**'])
  .describe('Globs of the ids of topics that have the target; a glob that begins with ! excludes.');

const GLOB_BELOW_WORKSPACE = /^!?(?!\/)(?!.*(?:^|\/)\.\.(?:\/|$))[^\0]+$/;
const GLOB_BELOW_RULE = 'must be a glob over folders below the workspace: without .. and / at the start';

const records = z.strictObject({
  enabled: z
    .boolean()
    .default(false)
    .describe('Whether topics have the target records, which writes chunk records for databases into _records/.'),
  topics: topicGlobs,
  folders: z
    .array(z.string().min(1).regex(GLOB_BELOW_WORKSPACE, GLOB_BELOW_RULE))
    .default([])
    .describe(
      'Globs of folders, relative to this file: each one that contains markdown but no golden-reference.md has the target too.',
    ),
  contentType: z
    .string()
    .regex(/^[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*$/, 'must be letters and digits, joined by hyphens')
    .default('doc')
    .describe('First part of the id of every record that is not of a book.'),
});

const embedding = z
  .strictObject({
    model: z
      .string()
      .regex(EMBEDDER_NAME, `must be ${EMBEDDER_FORMS}`)
      .default('builtin')
      .describe(`${EMBEDDER_FORMS}.`),
    questions: z
      .string()
      .regex(QUESTION_ENCODER_NAME, `must be ${QUESTION_ENCODER_FORMS}`)
      .optional()
      .describe(
        `${QUESTION_ENCODER_FORMS}: reads the questions that are asked and written, while the built-in model reads texts. Default: the model of texts reads questions too.`,
      ),
  })
  .refine(({ model, questions }) => questions === undefined || isBuiltin(model) || model === questions, {
    path: ['questions'],
    message: 'needs `model: builtin`: vectors of other models cannot be compared with those of the encoder',
  });

function isBuiltin(model: string): boolean {
  return /^builtin(?::|$)/.test(model);
}

const keywords = z.strictObject({
  languages: z
    .array(
      z.enum(STOP_WORD_LANGUAGES, 'must be the ISO 639-3 code of a language with stop words, such as eng, deu or zho'),
    )
    .default(['eng'])
    .describe('ISO 639-3 codes of the languages whose stop words end a compound term.'),
  stopWords: z
    .array(z.string().regex(/^\S+$/, 'must be single words'))
    .max(10_000, 'must be at most 10,000 words')
    .default([])
    .describe('Additional words that are not keywords and end a compound term, such as the name of the product.'),
});

const stripes = z.strictObject({
  rounding: z
    .enum(['up', 'nearest'])
    .default('up')
    .describe('How the square root of the number of chunks is rounded to the stripe factor.'),
});

const prompts = z.strictObject({
  enabled: z
    .boolean()
    .default(true)
    .describe('Whether questions, from qa-pairs.md or a model, are part of the chunks that answer them.'),
  minSimilarity: z
    .number()
    .min(-1)
    .max(1)
    .default(0.7)
    .describe(
      'Minimum cosine similarity for a question, with its answer, to belong to a chunk other than the best one.',
    ),
  maxPerQuestion: z
    .int()
    .positive()
    .default(1)
    .describe('Maximum number of chunks that a question belongs to, starting with the one that contains its answer.'),
});

const generatorName = z.string().regex(/^(?:ollama|openai):\S+$/, 'must be ollama:<model> or openai:<model>');

const questions = z.strictObject({
  perChunk: z
    .int()
    .positive()
    .max(10)
    .default(3)
    .describe(
      'Maximum number of questions that a model or agent is asked to write for each chunk; at the one that opens a page, up to six more about the page as a whole, ten together.',
    ),
  model: generatorName.optional().describe('The model that `topicmill questions write` asks; none without it.'),
  usdPerMillionTokens: z
    .strictObject({
      prompt: z.number().nonnegative().describe('For input tokens.'),
      answer: z.number().nonnegative().describe('For output tokens.'),
    })
    .optional()
    .describe("Price of questions.model, from its provider's price list, for the estimate before any request."),
  whileBuilding: z
    .boolean()
    .default(false)
    .describe(
      'Whether `topicmill build` first has the model write questions for new and edited chunks, after consent.',
    ),
  budgetTokens: z.int().positive().default(500_000).describe('Maximum tokens of requests and responses in one run.'),
});

const pages = z.strictObject({
  enabled: z
    .boolean()
    .default(false)
    .describe('Whether topics have the target pages, which splits the reference into linked pages in _pages/.'),
  topics: topicGlobs,
  baseUrl: z
    .string()
    .regex(/^https?:\/\/[^\s?#]*$/, 'must start with http:// or https://, and contain no space, ? or #')
    .optional()
    .describe('Address of the docs root for the metadata of pages; a baseHref that is an address replaces it.'),
  context: z.int().positive().default(16_384).describe("Size of the model's context, in tokens."),
  buffer: z
    .int()
    .nonnegative()
    .default(512)
    .describe('Tokens of the context to keep free for everything but the page.'),
  overlap: z
    .int()
    .nonnegative()
    .default(0)
    .describe('Tokens of whole blocks that a page repeats from the previous one.'),
  tokenizer: z.enum(['cl100k_base', 'o200k_base']).default('cl100k_base').describe('Token counter.'),
  oversize: z.enum(['error', 'allow']).default('error').describe('What happens to a block that fits no page.'),
  html: z.boolean().default(false).describe('Whether each page is written as HTML too.'),
  lang: z.string().min(1).default('en').describe('Language of the documents, for HTML.'),
});

const score = z.strictObject({
  enabled: z
    .boolean()
    .default(false)
    .describe(
      'Whether topics with pages and questions about them, in page-queries.yaml, have the target score, which fails when the pages miss a threshold.',
    ),
  f1: z.number().min(0).max(1).default(0.92).describe('Minimum mean F1 of the answers.'),
  recall: z.number().min(0).max(1).default(0.97).describe('Minimum share of the required tokens that is found.'),
  pis: z.number().min(0).max(100).default(98).describe('Minimum pagination integrity score.'),
});

const search = z.strictObject({
  enabled: z
    .boolean()
    .default(false)
    .describe('Whether the docs root has the target search, which publishes a search index in _search/.'),
  vectors: z
    .boolean()
    .default(true)
    .describe(
      'Whether the index contains the vectors of the chunks; without them it is smaller and searches by words.',
    ),
  synonyms: z
    .array(
      z
        .array(z.string().regex(/[\p{L}\p{N}]/u, 'must contain a letter or digit'))
        .min(2)
        .max(100, 'must be at most 100 words or phrases'),
    )
    .max(10_000, 'must be at most 10,000 groups')
    .default([])
    .describe('Groups of words or phrases that mean the same to you: a search for one also finds the others.'),
  rerank: generatorName
    .optional()
    .describe(
      'The model that orders the first twenty pages for commands with `--rerank`; without it questions.model. It is not asked otherwise.',
    ),
});

const nx = z.strictObject({
  tasks: z
    .enum(['folder', 'step'])
    .default('folder')
    .describe(
      'folder: the Nx target index runs all steps of a folder; step: it depends on a target for each step (chunk, keywords, topic-spec), each cached by itself.',
    ),
});

const FOLDER_BELOW_WORKSPACE = /^(?!\/)(?!.*(?:^|\/)\.\.(?:\/|$))(?!.*[\\\0])[^\s].*$/;
const FOLDER_BELOW_RULE = 'must be the path of a folder below the workspace, with / between folders';

const docsRoot = z
  .string()
  .regex(FOLDER_BELOW_WORKSPACE, `${FOLDER_BELOW_RULE}, or . for the workspace itself`)
  .overwrite(withoutEmptySegments);

const pageGlobs = z.array(z.string().min(1));
const include = pageGlobs.describe('pages: globs of the page files, relative to docsRoot.');
const exclude = pageGlobs.describe('pages: globs of files that are not pages, relative to docsRoot.');
const site = siteSchema.describe('The site that publishes the docs; builds never run its configuration.');

const root = z.strictObject({
  name: z
    .string()
    .regex(/^[A-Za-z0-9][\w.-]*$/, 'must start with a letter or digit, and contain only these, ., _ and -')
    .describe('Begins the ids of its topics.'),
  docsRoot: docsRoot
    .optional()
    .describe('Folder that contains the pages, relative to this file; none for `generator: html`.'),
  include: include.optional(),
  exclude: exclude.optional(),
  site: site.optional(),
  version: z.string().min(1).optional().describe('Version of the product that these pages describe.'),
  isCurrent: z
    .boolean()
    .optional()
    .describe('Whether searches use its version by default; if no root says so, they use the first version.'),
  locale: z.string().min(2).optional().describe('Language of its pages, such as en or pt-BR.'),
});

const ofOneLine = z
  .string()
  .trim()
  .regex(/^[^\n\r]+$/, 'must be a text on one line');

/** Everything that `topicmill.yaml` may say. Keys that are not listed here are errors. */
export const configSchema = z
  .strictObject({
    title: ofOneLine.optional().describe('Title of the docs in their index.json, the viewer and llms.txt.'),
    description: ofOneLine.optional().describe('What the docs are about, in one sentence, for the same places.'),
    docsRoot: docsRoot.default('docs').describe('Folder that contains the topics, relative to this file.'),
    sources: z
      .enum(['folders', 'pages', 'html'])
      .default('folders')
      .describe(
        'folders: each folder with a golden-reference.md is a topic; pages: each page of the site is one; html: each page of site.built is one.',
      ),
    order: z
      .array(z.string().regex(/^[^/].*[^/]$|^[^/]$/, 'must be an id, without a slash at either end'))
      .optional()
      .describe(
        'folders: ids of topics and categories in reading order; everything else in a folder follows, sorted. Pages have site.order.',
      ),
    include: include.optional(),
    exclude: exclude.optional(),
    outDir: z
      .string()
      .regex(/^(?!(?:\.?\/)*\.?$)/, FOLDER_BELOW_RULE)
      .regex(FOLDER_BELOW_WORKSPACE, FOLDER_BELOW_RULE)
      .overwrite(withoutEmptySegments)
      .optional()
      .describe('pages: folder for the results, relative to this file; topics without it.'),
    packChunks: z
      .boolean()
      .optional()
      .describe('pages: one file for all chunks of a page, in place of one for each. Default: false.'),
    site: site.optional(),
    roots: z
      .array(root)
      .min(1)
      .optional()
      .describe('pages: several docs roots instead of one; each has a name that begins the ids of its topics.'),
    baseHref: z
      .string()
      .regex(/^(?:\/|https?:\/\/)[^\s?#]*$/, 'must start with / or http, and contain no space, ? or #')
      .optional()
      .describe('Makes every href absolute below this address; without it they are relative to their file.'),
    chunking: chunkingSchema(STRATEGIES).prefault({}),
    embedding: embedding.prefault({}),
    keywords: keywords.prefault({}),
    stripes: stripes.prefault({}),
    prompts: prompts.prefault({}),
    questions: questions.prefault({}),
    records: records.prefault({}),
    pages: pages.prefault({}),
    score: score.prefault({}),
    search: search.prefault({}),
    nx: nx.prefault({}),
    technicalBaselineTitles: z
      .array(z.string().min(1))
      .default([
        'Quick Reference',
        'API Reference',
        'Quick Start',
        'Cheat Sheet',
        'Command Reference',
        'Syntax Reference',
        'At a Glance',
      ])
      .describe(
        'Chunk 1 is the technical baseline when its title contains one of these; case, spaces and hyphens make no difference.',
      ),
  })
  .superRefine((config, context) => {
    for (const issue of sourceIssues(config)) context.addIssue({ code: 'custom', ...issue });
  });

/** A configuration with every default filled in. */
export type TopicmillConfig = z.infer<typeof configSchema>;

/** A folder has one path, whichever way it is written: parts of paths are compared and joined everywhere. */
function withoutEmptySegments(path: string): string {
  const segments = path.split('/');
  return segments.filter((segment) => segment !== '' && segment !== '.').join('/') || '.';
}
