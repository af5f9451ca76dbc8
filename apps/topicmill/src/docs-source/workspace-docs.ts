import type { CommandIo } from '@topicmill/base/cli';
import { TopicmillError } from '@topicmill/base/diagnostics';
import { createEmbedder, type ModelEmbedder } from '@topicmill/embedding/llm-infrastructure';
import { bundledNearWords } from '@topicmill/embedding/static-embeddings/node';
import { folderPath } from '@topicmill/pipeline/runner';
import { type DocsConfig, openDocsConfig } from '@topicmill/pipeline/workspace';
import {
  type DocsLoader,
  type EmbedQuery,
  type OpenIndex,
  openDocs,
  openSearchIndex,
  type SearchIndex,
} from '@topicmill/search/retrieval';
import { withThesaurus } from '@topicmill/search/thesaurus';
import type { DocsSource, OpenedDocs } from '@topicmill/serve/mcp';
import { BuiltIndex } from '../search-index/built-index.js';
import type { Surroundings } from '../workspace/surroundings.js';
import { directoryLoader } from './directory-loader.js';

/** For so long docs that were opened count as current; a build in between shows after it. */
const FRESH_MS = 2000;

/** What a source of docs needs to know. */
export interface WorkspaceDocsOptions extends Surroundings {
  readonly model: string | undefined;
}

/**
 * The built docs of the repository around a folder. Its search index stays open; whether a build has changed it is one look at
 * a file. The configuration is read again when it may have changed.
 *
 * What `openDocsConfig` and `BuiltIndex` throw, it throws when it is opened.
 */
export function workspaceDocs(options: WorkspaceDocsOptions): DocsSource {
  const { cwd, env, onWarning } = options;
  const nearWords = withThesaurus(bundledNearWords());
  let configured: { readonly key: string; readonly docs: DocsConfig; readonly built: BuiltIndex } | undefined;
  const openConfigured = async () => {
    const docs = await openDocsConfig(cwd, { env, embeddingModel: options.model, onWarning });
    const key = JSON.stringify(docs);
    if (configured?.key === key) return configured;
    configured?.built.close();
    const embed = queryEmbedder(docs.config.embedding.model, env, onWarning);
    configured = { key, docs, built: new BuiltIndex(docs, { ...options, embed, nearWords }) };
    return configured;
  };
  const config = keptFor(FRESH_MS, openConfigured);
  let known:
    | { readonly index: SearchIndex | undefined; readonly built: BuiltIndex; readonly opened: OpenedDocs }
    | undefined;
  return {
    async open() {
      const { docs, built } = await config();
      const index = await built.current();
      if (known !== undefined && known.built === built && known.index === index) return known.opened;
      const loader = directoryLoader(folderPath(docs, ''));
      const embed = queryEmbedder(docs.config.embedding.model, env, onWarning);
      // The index of this moment is that of the topics that are read with it.
      const openIndex: OpenIndex =
        index === undefined ? (...meaning) => openSearchIndex(loader, ...meaning) : async () => index;
      known = { index, built, opened: { docs: openDocs(loader, embed, nearWords, openIndex) } };
      return known.opened;
    },
  };
}

/**
 * Published docs: a folder with the docs root's `index.json`, or its address. Queries become vectors by the model that
 * the search index names.
 *
 * @param openIndex opens a search index that is not among the files
 */
export function publishedDocs(
  loader: DocsLoader,
  freshMs: number,
  { env, onWarning }: EmbedOptions,
  openIndex: OpenIndex = (...meaning) => openSearchIndex(loader, ...meaning),
): DocsSource {
  const nearWords = withThesaurus(bundledNearWords());
  const open = async (): Promise<OpenedDocs> => {
    let embed: Promise<EmbedQuery | undefined> | undefined;
    const modelOf = async (): Promise<EmbedQuery | undefined> => {
      const { model } = await openIndex();
      return model === undefined ? undefined : queryEmbedder(model, env, onWarning);
    };
    return {
      docs: openDocs(
        loader,
        async (query) => {
          embed ??= modelOf();
          return (await embed)?.(query);
        },
        nearWords,
        openIndex,
      ),
    };
  };
  return { open: keptFor(freshMs, open) };
}

/** Opens again what was opened longer ago; a failure is not kept. */
function keptFor<Opened>(freshMs: number, open: () => Promise<Opened>): () => Promise<Opened> {
  let opening: Promise<Opened> | undefined;
  let checkedMs = Number.NEGATIVE_INFINITY;
  return () => {
    if (opening !== undefined && performance.now() - checkedMs < freshMs) return opening;
    checkedMs = performance.now();
    const opened = open();
    opening = opened;
    opened.catch(() => {
      if (opening === opened) opening = undefined;
    });
    return opened;
  };
}

/** What is needed to turn queries into vectors. */
interface EmbedOptions {
  readonly env: CommandIo['env'];
  readonly onWarning: (message: string) => void;
}

/** A search by words goes on when the model of the vectors does not answer. */
function queryEmbedder(model: string, env: CommandIo['env'], onWarning: (message: string) => void): EmbedQuery {
  let embedder: ModelEmbedder | undefined;
  return async (query) => {
    try {
      embedder ??= createEmbedder(model, { env });
      return (await embedder.embed([query], { labels: ['query'] }))[0];
    } catch (thrown) {
      if (!(thrown instanceof TopicmillError)) throw thrown;
      onWarning(`${thrown.code}: ${thrown.message} Searched by words alone.`);
      return undefined;
    }
  };
}
