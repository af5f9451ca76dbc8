import * as z from 'zod';
import { chunkFactFields } from './chunk-fact-fields.js';

/** Largest value of a prompt hash. */
export const MAX_UINT64 = 0xffff_ffff_ffff_ffffn;

const count = z.number().int().nonnegative();
const similarity = z.number().min(-1).max(1);

const linkSchema = z.strictObject({ href: z.string().min(1) });

const keywordSchema = z.strictObject({
  name: z.string().min(1),
  score: z.number().nonnegative().describe('Score in `_keywords/words.md`.'),
  count: count.describe('Uses in the topic.'),
});

const fileLinks = {
  'topic-spec': linkSchema.optional(),
  'golden-reference': linkSchema
    .optional()
    .describe('The document; of a page only where its chunks, joined, are not all of it.'),
  chunks: linkSchema.optional().describe('Pages only: the manifest of the chunks, which are the page when joined.'),
  'qa-pairs': linkSchema.optional(),
};

const pageFields = {
  url: z.string().optional().describe('Address at which people read the page.'),
  label: z.string().optional().describe("Short name of the page in the site's navigation."),
  tags: z.array(z.string()).optional().describe('Keywords and tags from the front matter of the page.'),
  version: z.string().optional().describe('Version of the product that the page describes.'),
  locale: z.string().optional().describe('Language of the page.'),
};

const embeddedTopicSchema = z.strictObject({
  id: z.string().min(1),
  title: z.string(),
  description: z.string().optional(),
  ...pageFields,
  depth_below: count,
  topic_count: count,
  _links: z.strictObject({ self: linkSchema, ...fileLinks }),
});

const chunkItemSchemaWith = <Keyword extends z.ZodType>(keyword: Keyword) =>
  z.strictObject({
    index: count,
    href: z.string().min(1),
    title: z.string(),
    ...chunkFactFields,
    bytes: count.describe('Size of the chunk file.'),
    source_range: z
      .strictObject({ start: count, end: count })
      .describe('Bytes of the source that the chunk was cut from; `end` is after the last one.'),
    similarity_conceptual: similarity
      .optional()
      .describe('Cosine with the conceptual baseline; absent when the model refused the chunk or the baseline.'),
    similarity_technical: similarity.optional().describe('Cosine with the technical baseline.'),
    prompt_hashes: z
      .array(z.bigint().min(0n).max(MAX_UINT64))
      .optional()
      .describe('SimHashes of the questions that the chunk answers: unsigned 64-bit integers.'),
    questions: z
      .array(
        z.strictObject({
          question: z.string(),
          hash: z
            .string()
            .regex(/^\d{1,20}$/)
            .describe('Its SimHash in decimal digits: JSON.parse changes integers beyond 2^53.'),
          origin: z
            .literal('model')
            .optional()
            .describe('Present if a language model wrote it and nobody has changed it.'),
        }),
      )
      .optional()
      .describe('The questions that the chunk answers, in the order of prompt_hashes.'),
    id: z.string().optional().describe('Pages only: names the chunk even after edits elsewhere in the page.'),
    url: z.string().optional().describe('Pages only: address at which people read the chunk.'),
    keywords: z.array(keyword).describe('Terms of the topic that occur in the chunk, best first.'),
  });

const chunkSetSchemaWith = <Keyword extends z.ZodType>(keyword: Keyword) =>
  z.strictObject({
    source: z.string().min(1),
    count: count.min(1),
    baseline_conceptual: count,
    baseline_technical: count.optional(),
    stripe_order: z.array(count).describe('Chunk indices in the order in which to return them, without the baseline.'),
    stripe_order_technical: z.array(count).optional().describe('The same for the technical baseline.'),
    items: z.array(chunkItemSchemaWith(keyword)).min(1).describe('By index.'),
  });

const topicIndexSchemaWith = <Keyword extends z.ZodType>(keyword: Keyword) =>
  z
    .strictObject({
      id: z.string().describe('Path of the folder below the docs root; empty for the docs root.'),
      title: z.string(),
      description: z.string().optional(),
      ...pageFields,
      category: z.string().optional(),
      complexity: z.number().min(0).max(1).optional(),
      priority: count.optional(),
      introduced: z.strictObject({ version: z.string().optional(), year: z.string().optional() }).optional(),
      depth_below: count.describe('Levels of topics below this folder.'),
      topic_count: count.describe('Topics and categories directly below; the length of `_embedded.topics`.'),
      keywords: z.array(keywordSchema).describe('Best first.'),
      _links: z.strictObject({
        self: linkSchema,
        parent: linkSchema.optional(),
        ...fileLinks,
        related: linkSchema.optional(),
      }),
      _embedded: z.strictObject({
        topics: z
          .array(embeddedTopicSchema)
          .describe('The entries directly below: pages in the order of their site, folders by id.'),
        chunks: z.strictObject({ 'golden-reference': chunkSetSchemaWith(keyword) }).optional(),
      }),
    })
    .describe('HAL+JSON of a topic, a category or the docs root.');

/** Schema of index.json as it is read: of each keyword of a chunk its score and its count are known. */
export const topicIndexSchema = topicIndexSchemaWith(keywordSchema);

/** Schema of index.json as it is written. */
export const topicIndexFileSchema = topicIndexSchemaWith(
  z.union([
    keywordSchema,
    z.string().min(1).describe('Pages only: its name; score and count are among the keywords of the page.'),
  ]),
);

/** The part of an index.json that the folder above shows; other keys are ignored. */
export const topicIndexSummarySchema = z.object({
  id: topicIndexSchema.shape.id,
  title: topicIndexSchema.shape.title,
  description: topicIndexSchema.shape.description,
  url: pageFields.url,
  label: pageFields.label,
  tags: pageFields.tags,
  version: pageFields.version,
  locale: pageFields.locale,
  depth_below: topicIndexSchema.shape.depth_below,
  topic_count: topicIndexSchema.shape.topic_count,
  _links: topicIndexSchema.shape._links,
});

/** The entries of an index.json; other keys are ignored. */
export const indexEntriesSchema = z.object({ _embedded: z.object({ topics: z.array(embeddedTopicSchema) }) });

/** The orders of the chunks of an index.json; other keys are ignored. */
export const stripeOrdersSchema = z.object({
  _embedded: z.object({
    chunks: z
      .object({
        'golden-reference': z.object({
          stripe_order: z.array(count),
          stripe_order_technical: z.array(count).optional(),
        }),
      })
      .optional(),
  }),
});

/** What a folder above needs to know of an index.json. */
export type TopicIndexSummary = z.infer<typeof topicIndexSummarySchema>;

/** What index.json contains. */
export type TopicIndex = z.infer<typeof topicIndexSchema>;

/** A topic or category below another, as its index.json shows it. */
export type EmbeddedTopic = z.infer<typeof embeddedTopicSchema>;

/** The chunks of a document as index.json shows them. */
export type ChunkSetIndex = NonNullable<TopicIndex['_embedded']['chunks']>['golden-reference'];

/** One chunk as index.json shows it. */
export type ChunkItem = ChunkSetIndex['items'][number];

/** What is written to index.json. */
export type TopicIndexFile = z.infer<typeof topicIndexFileSchema>;
