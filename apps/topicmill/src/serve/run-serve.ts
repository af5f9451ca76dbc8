import { existsSync, realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { formatDiagnostic, TopicmillError } from '@topicmill/base/diagnostics';
import { createEmbedder } from '@topicmill/embedding/llm-infrastructure';
import { findOrphans, orphanDiagnostics } from '@topicmill/pipeline/orphans';
import { folderPath, type Workspace } from '@topicmill/pipeline/runner';
import { openWorkspace } from '@topicmill/pipeline/workspace';
import { MANIFEST_FILE, SEARCH_DIRECTORY } from '@topicmill/search/retrieval';
import { type DocsServer, type QueryEmbedder, startDocsServer } from '@topicmill/serve/docs-server';
import { SearchIndexThread } from '../search-index/search-index-thread.js';
import type { SearchIndexJob } from '../search-index/search-index-worker.js';
import { shownSearchIndex } from '../search-index/shown-search-index.js';
import type { Surroundings } from '../workspace/surroundings.js';
import { servedSearch } from './served-search.js';

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
