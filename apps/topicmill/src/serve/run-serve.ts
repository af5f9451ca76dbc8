import { existsSync, realpathSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { formatDiagnostic, TopicmillError, throwFaults } from '@topicmill/base/diagnostics';
import { createEmbedder } from '@topicmill/embedding/llm-infrastructure';
import { bundledNearWords } from '@topicmill/embedding/static-embeddings/node';
import { findOrphans, orphanDiagnostics } from '@topicmill/pipeline/orphans';
import { folderPath, type Workspace } from '@topicmill/pipeline/runner';
import { openWorkspace } from '@topicmill/pipeline/workspace';
import { MANIFEST_FILE, openSearchIndex, SEARCH_DIRECTORY, type SearchIndex } from '@topicmill/search/retrieval';
import { withThesaurus } from '@topicmill/search/thesaurus';
import { type DocsServer, type QueryEmbedder, type ServedSearch, startDocsServer } from '@topicmill/serve/docs-server';
import { Tinypool } from 'tinypool';
import { directoryLoader } from '../docs-source/directory-loader.js';
import type { SearchIndexJob, SearchIndexRun } from '../search-index/search-index-worker.js';
import { shownSearchIndex } from '../search-index/shown-search-index.js';
import type { Surroundings } from '../workspace/surroundings.js';

/** What the command line says. */
export interface ServeOptions {
  readonly port: number;
  readonly host: string;
  readonly model?: string;
  readonly cors?: string;
}

/**
 * Serves a docs root. Of the repository that it belongs to it takes the embedder for queries, and a search index where none
 * is published; a folder that belongs to none is served as it is.
 *
 * @param docsRoot left out, that of the repository around
 * @throws TopicmillError as `openWorkspace`, `shownSearchIndex` and `startDocsServer`
 */
export async function runServe(
  docsRoot: string | undefined,
  { port, host, model, cors }: ServeOptions,
  surroundings: Surroundings,
): Promise<DocsServer> {
  const { cwd, env, onWarning } = surroundings;
  const open = (): Workspace => openWorkspace(resolve(cwd, docsRoot ?? '.'), { env, embeddingModel: model, onWarning });
  const workspace = findWorkspace(docsRoot === undefined ? undefined : resolve(cwd, docsRoot), open);
  for (const finding of workspace === undefined ? [] : orphanDiagnostics(findOrphans(workspace), workspace))
    onWarning(formatDiagnostic(finding));
  const searchIndex =
    workspace === undefined
      ? undefined
      : await madeSearchIndex(workspace, { env: { ...env }, embeddingModel: model }, surroundings);
  const servedRoot = workspace === undefined ? resolve(cwd, docsRoot!) : folderPath(workspace, '');
  const queryEmbedder = workspace && queryEmbedderOf(workspace, env);
  const server = await startDocsServer({
    docsRoot: servedRoot,
    host,
    port,
    cors,
    onError: (error) => onWarning(`INTERNAL: ${error instanceof Error ? error.message : String(error)}`),
    queryEmbedder,
    search: queryEmbedder && servedSearch(queryEmbedder, async () => (await searchIndex?.directory()) ?? servedRoot),
    searchRoot: searchIndex?.directory,
  });
  return {
    ...server,
    notifyChange(paths) {
      searchIndex?.outdate();
      server.notifyChange(paths);
    },
    async close() {
      await server.close();
      await searchIndex?.close();
    },
  };
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

function queryEmbedderOf({ services: { model } }: Workspace, env: Surroundings['env']): QueryEmbedder {
  const embedder = createEmbedder(model, { env });
  return { model, embed: async (query) => (await embedder.embed([query], { labels: ['query'] }))[0] };
}

/** A search index for the docs, made again at the first search after they changed. */
interface MadeSearchIndex {
  directory(): Promise<string>;
  outdate(): void;
  close(): Promise<void>;
}

/** @returns `undefined` when the docs have an index of their own */
async function madeSearchIndex(
  workspace: Workspace,
  options: Pick<SearchIndexJob, 'env' | 'embeddingModel'>,
  surroundings: Surroundings,
): Promise<MadeSearchIndex | undefined> {
  if (existsSync(join(folderPath(workspace, ''), SEARCH_DIRECTORY, MANIFEST_FILE))) return undefined;
  const thread = new SearchIndexThread();
  // The first one before anything is served: it keeps nobody waiting yet.
  const { directory } = await shownSearchIndex(workspace, surroundings);
  let made: Promise<string> | undefined = Promise.resolve(directory);
  return {
    directory() {
      made ??= thread.make({ workspaceRoot: workspace.root, ...options }, surroundings.onWarning);
      const current = made;
      current.catch(() => {
        if (made === current) made = undefined;
      });
      return current;
    },
    outdate() {
      made = undefined;
    },
    close: () => thread.close(),
  };
}

/**
 * Searches as `topicmill query` does, in the index of this moment.
 *
 * @param directory of the folder that contains `_search/`
 */
function servedSearch({ model, embed }: QueryEmbedder, directory: () => Promise<string>): ServedSearch {
  const nearWords = withThesaurus(bundledNearWords());
  let known: { readonly key: string; readonly index: Promise<SearchIndex> } | undefined;
  const currentIndex = async (): Promise<SearchIndex> => {
    const folder = await directory();
    // Whoever opens it reports what is missing.
    const found = await stat(join(folder, SEARCH_DIRECTORY, MANIFEST_FILE)).catch(() => undefined);
    const key = `${found?.mtimeMs} ${folder}`;
    if (known?.key === key) return known.index;
    const index: Promise<SearchIndex> = openSearchIndex(
      directoryLoader(folder),
      // Without a vector, search goes on with words and questions.
      async (query) => ((await index).model === model ? embed(query).catch(() => undefined) : undefined),
      nearWords,
    );
    known = { key, index };
    index.catch(() => {
      known = undefined;
    });
    return index;
  };
  return async (query, options) => {
    const { topicCount, chunkCount, search, ...index } = await currentIndex();
    const answer = await search(query, options);
    const usesVectors = answer.results.some(({ match }) => match.similarity !== undefined);
    return { ...answer, topicCount, chunkCount, model: usesVectors ? index.model : undefined };
  };
}

/** A thread that makes search indexes, so that requests and saves need not wait for one. It starts with the first job. */
class SearchIndexThread {
  private pool: Tinypool | undefined;

  /**
   * @returns folder that contains the search index
   * @throws FaultsError with what `openWorkspace` and `freshSearchIndex` throw
   */
  async make(job: SearchIndexJob, onWarning: (message: string) => void): Promise<string> {
    this.pool ??= new Tinypool({
      // By its name among the package's exports: a thread runs what is compiled, whoever started it.
      filename: createRequire(import.meta.url).resolve('topicmill/search-index-worker'),
      name: 'makeSearchIndex',
      execArgv: [],
      minThreads: 1,
      maxThreads: 1,
    });
    const { directory, faults, warnings } = (await this.pool.run(job)) as SearchIndexRun;
    for (const warning of warnings) onWarning(warning);
    throwFaults(faults);
    return directory;
  }

  async close(): Promise<void> {
    await this.pool?.destroy();
  }
}
