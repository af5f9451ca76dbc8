import { lastName } from '@topicmill/base/paths';
import { type StripeRounding, stripeOrder } from '../similarity/index.js';
import { chunkFactsJson } from './chunk-facts.js';
import { manifestOfChunk } from './chunk-pack.js';
import { folderOf, INDEX_FILE, pathIn, QA_PAIRS_FILE, RELATED_FILE, TOPIC_SPEC_FILE } from './file-names.js';
import type { ChunkItem, ChunkSetIndex, EmbeddedTopic, TopicIndex, TopicIndexSummary } from './index-schema.js';
import { titleOfId, topicHref } from './topic-href.js';
import type { ChunkEntry, ChunkSet, MatchedPrompt, ToolSections } from './topic-spec/tool-sections.js';
import type { TopicSpec } from './topic-spec/topic-spec.js';

/** What an index.json is made from. */
export interface TopicIndexInput {
  /** Path of the folder below the docs root; empty for the docs root. */
  readonly id: string;
  /** The folder's topic-spec.md; `undefined` for a category or docs root without one. */
  readonly spec?: TopicSpec | undefined;
  /** Title of a folder whose topic-spec.md has none; without it, one is made from the id. */
  readonly title?: string | undefined;
  /** Description of a folder for which neither its topic-spec.md nor the site has one. */
  readonly description?: string | undefined;
  /** The indexes of the topics and categories directly below, in the order in which they are shown. */
  readonly children: readonly TopicIndexSummary[];
  readonly stripeRounding: StripeRounding;
  /** What the site says about the page, or about the folder of pages. */
  readonly page?: IndexedPage | undefined;
  /** What the docs root is served as; hrefs are relative to the file without it. */
  readonly baseHref?: string | undefined;
}

/** What a site says about a page, or about a folder of pages. */
export interface IndexedPage {
  readonly title: string;
  readonly description: string;
  readonly url?: string | undefined;
  readonly label?: string | undefined;
  readonly keywords?: readonly string[] | undefined;
  readonly version?: string | undefined;
  readonly locale?: string | undefined;
}

const ROOT_TITLE = 'Topics';

/** Builds the index.json of a topic, a category or the docs root. */
export function buildTopicIndex(input: TopicIndexInput): TopicIndex {
  const { id, spec, children } = input;
  const { metadata = {}, sections } = spec ?? {};
  const description = metadata.description ?? spec?.description ?? input.page?.description ?? input.description;
  const introduced = withoutUndefined({ version: metadata.version, year: metadata.year });
  return {
    id,
    title: metadata.name || spec?.title || input.title || input.page?.title || titleOfId(id) || ROOT_TITLE,
    ...withoutUndefined({
      description: description === '' ? undefined : description,
      ...pageFacts(input.page),
      category: metadata.category,
      complexity: metadata.complexity,
      priority: metadata.priority,
      introduced: Object.keys(introduced).length === 0 ? undefined : introduced,
    }),
    depth_below: children.reduce((depth, child) => Math.max(depth, child.depth_below + 1), 0),
    topic_count: children.length,
    keywords: (sections?.keywords ?? []).map((keyword) => ({ ...keyword })),
    _links: topicLinks(input),
    _embedded: {
      topics: children.map((child) => embedTopic(child, input)),
      ...(sections?.chunks === undefined
        ? {}
        : { chunks: { 'golden-reference': chunkSetIndex(sections, sections.chunks, input) } }),
    },
  };
}

function pageFacts(page: IndexedPage | undefined): Pick<TopicIndex, 'url' | 'label' | 'tags' | 'version' | 'locale'> {
  if (page === undefined) return {};
  const { url, label, keywords = [], version, locale } = page;
  return { url, label, tags: keywords.length === 0 ? undefined : [...keywords], version, locale };
}

function topicLinks({ id, spec, baseHref }: TopicIndexInput): TopicIndex['_links'] {
  const link = (path: string) => ({ href: topicHref(id, path, baseHref) });
  const own = (file: string) => link(pathIn(id, file));
  const sections = spec?.sections;
  return {
    self: own(INDEX_FILE),
    ...withoutUndefined({
      parent: id === '' ? undefined : link(pathIn(folderOf(id), INDEX_FILE)),
      'topic-spec': spec && own(TOPIC_SPEC_FILE),
      ...documentLinks(sections, own),
      'qa-pairs': sections?.hasQuestions ? own(QA_PAIRS_FILE) : undefined,
      related: sections && link(RELATED_FILE),
    }),
  };
}

/** A link to the document, or to the manifest of the chunks that are all of it. */
function documentLinks<Link>(
  sections: ToolSections | undefined,
  own: (file: string) => Link,
): { 'golden-reference'?: Link; chunks?: Link } {
  if (sections === undefined) return {};
  const first = sections.chunks?.items[0];
  if (first === undefined || sections.chunks?.isJoined !== true) return { 'golden-reference': own(sections.source) };
  return { chunks: own(manifestOfChunk(first.file)) };
}

function embedTopic(child: TopicIndexSummary, { id, baseHref }: TopicIndexInput): EmbeddedTopic {
  const link = (file: string) => ({ href: topicHref(id, pathIn(child.id, file), baseHref) });
  const { 'golden-reference': reference, chunks } = child._links;
  return {
    id: child.id,
    title: child.title,
    ...withoutUndefined({
      description: child.description,
      url: child.url,
      label: child.label,
      tags: child.tags,
      version: child.version,
      locale: child.locale,
    }),
    depth_below: child.depth_below,
    topic_count: child.topic_count,
    _links: {
      self: link(INDEX_FILE),
      ...withoutUndefined({
        'topic-spec': child._links['topic-spec'] && link(TOPIC_SPEC_FILE),
        'golden-reference': reference && link(fileNameOf(reference.href)),
        chunks: chunks && link(pathIn('_chunks', fileNameOf(chunks.href))),
        'qa-pairs': child._links['qa-pairs'] && link(QA_PAIRS_FILE),
      }),
    },
  };
}

function chunkSetIndex({ source, keywords }: ToolSections, chunks: ChunkSet, input: TopicIndexInput): ChunkSetIndex {
  const listed = new Map(keywords.map((keyword) => [keyword.name, keyword]));
  const { baselineConceptual, baselineTechnical, items } = chunks;
  const conceptual = items.map((item) => item.similarityConceptual);
  const technical = items.map((item) => item.similarityTechnical);
  return {
    source,
    count: items.length,
    baseline_conceptual: baselineConceptual,
    ...withoutUndefined({ baseline_technical: baselineTechnical }),
    stripe_order: [...computeStripes(conceptual, baselineConceptual, input.stripeRounding)],
    ...(baselineTechnical === undefined
      ? {}
      : { stripe_order_technical: [...computeStripes(technical, baselineTechnical, input.stripeRounding)] }),
    items: items.map((item, index) => ({
      ...chunkItem(item, index, input),
      keywords: item.keywords.map((name) => ({ ...listed.get(name)! })),
    })),
  };
}

/** Chunks that the model refused come last; without a vector of the baseline there is no order. */
function computeStripes(
  similarities: readonly (number | undefined)[],
  baseline: number,
  rounding: StripeRounding,
): number[] {
  if (similarities[baseline] === undefined) return [];
  const known = [...similarities.keys()].filter((at) => similarities[at] !== undefined);
  const order = stripeOrder(
    known.map((at) => similarities[at]!),
    known.indexOf(baseline),
    rounding,
  );
  const refused = [...similarities.keys()].filter((at) => similarities[at] === undefined);
  return [...order.map((at) => known[at]!), ...refused];
}

function chunkItem(chunk: ChunkEntry, index: number, { id, baseHref }: TopicIndexInput): Omit<ChunkItem, 'keywords'> {
  return {
    index,
    href: topicHref(id, pathIn(id, chunk.file), baseHref),
    ...withoutUndefined({ id: chunk.id, url: chunk.url }),
    title: chunk.title,
    ...chunkFactsJson(chunk),
    bytes: chunk.byteCount,
    source_range: { start: chunk.startByte, end: chunk.endByte },
    ...withoutUndefined({
      similarity_conceptual: chunk.similarityConceptual,
      similarity_technical: chunk.similarityTechnical,
      prompt_hashes: chunk.prompts.length === 0 ? undefined : chunk.prompts.map((prompt) => prompt.hash),
      questions: chunk.prompts.length === 0 ? undefined : chunk.prompts.map(questionItem),
    }),
  };
}

function questionItem({ question, hash, origin }: MatchedPrompt): NonNullable<ChunkItem['questions']>[number] {
  return { question, hash: String(hash), ...(origin === undefined ? {} : { origin }) };
}

/** A document is in the folder of its topic, whatever it is called. */
function fileNameOf(href: string): string {
  return decodeURIComponent(lastName(href));
}

/** The properties that have a value. */
function withoutUndefined<T extends object>(properties: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(properties).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}
