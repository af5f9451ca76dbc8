import {
  createEmbedder,
  createQuestionEncoder,
  type ModelEmbedder,
  queryVector,
} from '@topicmill/embedding/llm-infrastructure';
import { bundledWords } from '@topicmill/embedding/static-embeddings/node';
import { indexFiles } from '@topicmill/pipeline/gate';
import { type EmbeddingRequest, QUESTIONS_STRATEGY } from '@topicmill/pipeline/runner';
import { CANDIDATE_PAGES } from '@topicmill/search/reranking';
import { memoryLoader, openSearchIndex, type SearchIndex, type SearchMode } from '@topicmill/search/retrieval';
import { withThesaurus } from '@topicmill/search/thesaurus';
import { miniSearchPeers } from '../answers/minisearch-peer.js';
import { pagefindPeer, renderedTopics } from '../answers/pagefind-peer.js';
import type { Searcher } from '../answers/searcher.js';
import type { Pagefind } from '../peers.js';
import type { Topic } from '../read-topics.js';
import type { SitePages } from './read-site-pages.js';

/** As many results as there can be, so that every page found has a place. */
const ALL_RESULTS = 100_000;

/** Topicmill's search with questions by the sentence encoder. */
export const QUESTIONS_BY_ENCODER = 'topicmill, questions by an encoder';

/** Topicmill's search with everything by it. */
export const ALL_BY_ENCODER = 'topicmill, all by an encoder';

/** Topicmill's own search in the modes that are compared. */
const OWN_MODES = ['hybrid', 'bm25'] as const;

type Embedder = Pick<ModelEmbedder, 'embed' | 'knowsOf'>;

/** What reads a site and the questions about it. */
interface Readers {
  readonly model: string;
  readonly texts: Embedder;
  readonly questions: Embedder;
}

const table = createEmbedder('builtin', { env: {} });
/** The built-in table alone, as by default. */
const BUILTIN: Readers = { model: 'builtin', texts: table, questions: table };

/** The files of the search index of a site, with the questions of its pages. */
function ownIndex(
  { config, topics }: SitePages,
  expansions: ReadonlyMap<string, readonly string[]>,
  readers: Readers,
): Promise<ReadonlyMap<string, Uint8Array>> {
  const expanded = topics.map((topic) => ({
    ...topic,
    questions: (expansions.get(topic.id) ?? []).map((text) => ({ text, answer: '' })),
  }));
  const services = {
    model: readers.model,
    embed: async ({ strategy, texts }: Pick<EmbeddingRequest, 'strategy' | 'texts'>) => ({
      vectors: await (strategy === QUESTIONS_STRATEGY ? readers.questions : readers.texts).embed(texts),
      refused: new Map(),
      embeddedCount: texts.length,
    }),
    findVectors: () => new Map<string, Float32Array>(),
  };
  return indexFiles(expanded, config, services);
}

/**
 * Opens it.
 *
 * @param readers left out, the built-in table reads texts and questions
 */
export async function openIndex(
  pages: SitePages,
  expansions: ReadonlyMap<string, readonly string[]>,
  readers = BUILTIN,
): Promise<SearchIndex> {
  const files = await ownIndex(pages, expansions, readers);
  return openSearchIndex(
    memoryLoader(files),
    (query) => queryVector(readers.questions, query),
    withThesaurus(bundledWords()),
  );
}

/** The searches of one site, and what ends them. */
interface SiteSearchers {
  readonly searchers: readonly Searcher[];
  close(): void;
}

/**
 * Topicmill's search, MiniSearch over pages with stems and without stop words, and Pagefind over rendered pages if it is given.
 *
 * @param expansions questions by topic id that are added to the pages
 */
export async function siteSearchers(
  pages: SitePages,
  expansions: ReadonlyMap<string, readonly string[]>,
  pagefind: Pagefind | undefined,
  { chosen, encoder }: MoreSearches = {},
): Promise<SiteSearchers> {
  const whole = wholePages(pages, expansions);
  const mini = miniSearchPeers(whole);
  const peer = pagefind === undefined ? undefined : await pagefindPeer(pagefind, renderedTopics(whole));
  const own = await ownSearchers(pages, expansions);
  return {
    searchers: [
      ...own,
      ...(encoder === undefined ? [] : await encoderSearchers(pages, expansions, encoder)),
      ...(chosen === undefined ? [] : [orderedByReaders(own[0]!, chosen)]),
      ...mini,
      ...(peer === undefined ? [] : [peer.searcher]),
    ],
    close: () => peer?.close(),
  };
}

async function ownSearchers(pages: SitePages, expansions: ReadonlyMap<string, readonly string[]>): Promise<Searcher[]> {
  const index = await openIndex(pages, expansions);
  return OWN_MODES.map((mode) => searcherOf(index, mode, `topicmill ${mode}`));
}

/** Questions by an encoder and, if it is to read texts too, everything by it, with words and alone. */
async function encoderSearchers(
  pages: SitePages,
  expansions: ReadonlyMap<string, readonly string[]>,
  { readsTexts }: NonNullable<MoreSearches['encoder']>,
): Promise<Searcher[]> {
  const settings = { env: process.env };
  const questions = createQuestionEncoder({ model: 'builtin', questions: 'encoder' }, settings)!;
  const byQuestions = await openIndex(pages, expansions, { ...BUILTIN, questions });
  const searchers = [searcherOf(byQuestions, 'hybrid', QUESTIONS_BY_ENCODER)];
  if (!readsTexts) return searchers;
  const encoder = createEmbedder('encoder', settings);
  const all = await openIndex(pages, expansions, { model: encoder.model, texts: encoder, questions: encoder });
  return [
    ...searchers,
    searcherOf(all, 'hybrid', ALL_BY_ENCODER),
    searcherOf(all, 'vectors', 'topicmill, an encoder alone'),
  ];
}

function searcherOf(index: SearchIndex, mode: SearchMode, name: string): Searcher {
  return {
    name,
    family: name,
    async search(question) {
      const { results } = await index.search(question, { mode, limit: ALL_RESULTS });
      return { topics: [...new Set(results.map(({ topic }) => topic))] };
    },
  };
}

/** Pages as engines take them that know no chunks, below their descriptions; what is added to a page is at its end. */
function wholePages({ topics, texts }: SitePages, expansions: ReadonlyMap<string, readonly string[]>): Topic[] {
  return topics.map(({ id, title, description }) => ({
    id,
    title,
    text: [description, texts.get(id)!, ...(expansions.get(id) ?? [])].join('\n'),
    chunks: [],
    chunkTexts: [],
    questions: [],
  }));
}

/** Searches that are compared if they are asked for. */
interface MoreSearches {
  /** The search whose first pages readers put in order. */
  readonly chosen?: ChosenTopics | undefined;
  /** Questions by the sentence encoder, and texts if `readsTexts`, which takes a fifth of a second each. */
  readonly encoder?: { readonly readsTexts: boolean } | undefined;
}

/** What readers chose by question, as ids of topics. */
type ChosenTopics = (question: string) => readonly string[];

/** A search whose first pages are in the order that readers gave them; pages that they did not name keep theirs. */
export function orderedByReaders(searcher: Searcher, chosen: ChosenTopics): Searcher {
  return {
    ...searcher,
    name: `${searcher.name}, ordered by readers`,
    async search(question) {
      const { topics } = await searcher.search(question);
      const shown = new Set(topics.slice(0, CANDIDATE_PAGES));
      return { topics: [...new Set([...chosen(question).filter((id) => shown.has(id)), ...topics])] };
    },
  };
}
