import { existsSync, realpathSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { TopicmillError } from '@topicmill/base/diagnostics';
import { type ModelEmbedder, queryVector } from '@topicmill/embedding/llm-infrastructure';
import { bundledWords } from '@topicmill/embedding/static-embeddings/node';
import { findOrphans, orphanDiagnostics } from '@topicmill/pipeline/orphans';
import { folderPath, type Workspace } from '@topicmill/pipeline/runner';
import { openWorkspace } from '@topicmill/pipeline/workspace';
import {
  type EmbedQuery,
  MANIFEST_FILE,
  openSearchIndex,
  SEARCH_DIRECTORY,
  type SearchIndex,
} from '@topicmill/search/retrieval';
import { withThesaurus } from '@topicmill/search/thesaurus';
import { type DocsServer, type QueryEmbedder, type ServedSearch, startDocsServer } from '@topicmill/serve/docs-server';
import type { QueryVector } from '@topicmill/text/embedder';
import { directoryLoader } from '../docs-source/directory-loader.js';
import { BuiltIndex } from '../search-index/built-index.js';
import { openQuestionEmbedder } from '../workspace/question-embedder.js';
import type { Surroundings } from '../workspace/surroundings.js';

/** What the command line says. */
export interface ServeOptions {
  readonly port: number;
  readonly host: string;
  readonly model?: string;
  readonly cors?: string;
  /** As `DocsServerOptions` has it. */
  readonly isHasty?: boolean;
}

/**
 * Serves a docs root. Of the repository that it belongs to it takes the embedder for queries and the search index of what was
 * built last; a folder that belongs to none is served as it is.
 *
 * @param docsRoot left out, that of the repository around
 * @throws TopicmillError as `openWorkspace`, `BuiltIndex` and `startDocsServer`
 */
export async function runServe(
  docsRoot: string | undefined,
  { port, host, model, cors, isHasty }: ServeOptions,
  surroundings: Surroundings,
): Promise<DocsServer> {
  const { cwd, env, onWarning } = surroundings;
  const open = (): Workspace => openWorkspace(resolve(cwd, docsRoot ?? '.'), { env, embeddingModel: model, onWarning });
  const workspace = findWorkspace(docsRoot === undefined ? undefined : resolve(cwd, docsRoot), open);
  for (const finding of workspace === undefined ? [] : orphanDiagnostics(findOrphans(workspace), workspace))
    onWarning(finding);
  const servedRoot = workspace === undefined ? resolve(cwd, docsRoot!) : folderPath(workspace, '');
  const queryEmbedder = workspace && queryEmbedderOf(workspace, surroundings);
  const search = queryEmbedder && workspaceSearch(workspace, queryEmbedder, surroundings);
  // What is missing is said at once, before anybody searches.
  await search?.current();
  const server = await startDocsServer({
    docsRoot: servedRoot,
    host,
    port,
    cors,
    isHasty,
    onError: (error) => onWarning(`INTERNAL: ${error instanceof Error ? error.message : String(error)}`),
    queryEmbedder,
    search: search && servedSearch(search, publishedIndex(queryEmbedder, servedRoot, onWarning)),
  });
  return {
    ...server,
    async close() {
      await server.close();
      search?.close();
    },
  };
}

function workspaceSearch(workspace: Workspace, { encode }: QueryEncoding, surroundings: Surroundings): BuiltIndex {
  return new BuiltIndex(workspace, {
    ...surroundings,
    // Without a vector, search goes on with words and questions.
    embed: (query) => encode(query).catch(() => undefined),
    words: withThesaurus(bundledWords()),
  });
}

/** The repository whose docs root is asked for, or the one around the current folder if none is. */
function findWorkspace(docsRoot: string | undefined, open: () => Workspace): Workspace | undefined {
  if (docsRoot === undefined) return open();
  try {
    const workspace = open();
    const isDocsRoot = existsSync(docsRoot) && realpathSync(docsRoot) === realpathSync(folderPath(workspace, ''));
    return isDocsRoot ? workspace : undefined;
  } catch (thrown) {
    if (thrown instanceof TopicmillError && thrown.code === 'CONFIG_MISSING') return undefined;
    throw thrown;
  }
}

/** What reads queries, for browsers and for the search here. */
interface QueryEncoding extends QueryEmbedder {
  readonly encode: EmbedQuery;
}

function queryEmbedderOf({ config, services }: Workspace, surroundings: Surroundings): QueryEncoding {
  let embedder: Promise<ModelEmbedder> | undefined;
  const encode = async (query: string): Promise<QueryVector | undefined> => {
    embedder ??= openQuestionEmbedder(config.embedding, surroundings);
    return queryVector(await embedder, query);
  };
  return { model: services.model, encode, embed: async (query) => (await encode(query))?.vector };
}

/**
 * Searches as `topicmill query` does, in the index of this moment: that of what was built last, or the published one where
 * nothing else is kept.
 *
 * @param published opens that one
 */
function servedSearch(built: BuiltIndex, published: () => Promise<SearchIndex>): ServedSearch {
  const current = async (): Promise<SearchIndex> => (await built.current()) ?? published();
  return {
    async answer(query, options) {
      const { topicCount, chunkCount, model, search } = await current();
      const answer = await search(query, options);
      const usesVectors = answer.results.some(({ match }) => match.similarity !== undefined);
      return { ...answer, topicCount, chunkCount, model: usesVectors ? model : undefined };
    },
    async facts() {
      const { topicCount, chunkCount, model, editions } = await current();
      return { topicCount, chunkCount, model, editions: editions.table };
    },
  };
}

/**
 * The published index, opened again when it has changed.
 *
 * @param docsRoot folder that may contain `_search/`
 * @param onWarning told of an index with vectors of another model, which is searched by words
 */
function publishedIndex(
  { model, encode }: QueryEncoding,
  docsRoot: string,
  onWarning: Surroundings['onWarning'],
): () => Promise<SearchIndex> {
  const words = withThesaurus(bundledWords());
  let known: { readonly key: string; readonly index: Promise<SearchIndex> } | undefined;
  return async () => {
    // Whoever opens it reports what is missing.
    const found = await stat(join(docsRoot, SEARCH_DIRECTORY, MANIFEST_FILE)).catch(() => undefined);
    const key = `${found?.mtimeMs}`;
    if (known?.key === key) return known.index;
    const index: Promise<SearchIndex> = openSearchIndex(
      directoryLoader(docsRoot),
      // Without a vector, search goes on with words and questions.
      async (query) => ((await index).model === model ? encode(query).catch(() => undefined) : undefined),
      words,
    );
    known = { key, index };
    index.then(
      ({ model: published = model }) => {
        if (published !== model)
          onWarning(
            `The published index has vectors of ${published}, and questions are read by ${model}: searched by words alone. Rebuild it: npx topicmill build`,
          );
      },
      () => {
        known = undefined;
      },
    );
    return index;
  };
}
