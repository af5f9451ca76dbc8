import { existsSync, realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { TopicmillError } from '@topicmill/diagnostics';
import { type DocsServer, type DocsServerOptions, startDocsServer } from '@topicmill/docs-server';
import { createEmbedder } from '@topicmill/llm-infrastructure';
import { folderPath, openWorkspace, type Workspace } from '@topicmill/pipeline';
import { MANIFEST_FILE, SEARCH_DIRECTORY } from '@topicmill/retrieval';
import { freshSearchIndex } from './search-index-files.js';

/** What the command line says. */
export interface ServeOptions {
  readonly port: number;
  readonly host: string;
  readonly model?: string;
}

/** Where the command runs. */
export interface ServeSurroundings {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  onWarning(message: string): void;
}

/**
 * Serves a docs root. Of the repository that it belongs to it takes the embedder for queries, and a search index where none
 * is published; a folder that belongs to none is served as it is.
 *
 * @param docsRoot left out, that of the repository around
 * @throws TopicmillError as `openWorkspace`, `freshSearchIndex` and `startDocsServer`
 */
export async function runServe(
  docsRoot: string | undefined,
  { port, host, model }: ServeOptions,
  { cwd, env, onWarning }: ServeSurroundings,
): Promise<DocsServer> {
  const workspace = findWorkspace(docsRoot === undefined ? undefined : resolve(cwd, docsRoot), () =>
    openWorkspace(resolve(cwd, docsRoot ?? '.'), { env, embeddingModel: model, onWarning }),
  );
  return startDocsServer({
    docsRoot: workspace === undefined ? resolve(cwd, docsRoot!) : folderPath(workspace, ''),
    host,
    port,
    onError: (error) => onWarning(`INTERNAL: ${error instanceof Error ? error.message : String(error)}`),
    ...(workspace === undefined ? {} : await searchOptions(workspace, env, onWarning)),
  });
}

/** The repository whose docs root is asked for, or which stands around when none is. */
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

async function searchOptions(
  workspace: Workspace,
  env: ServeSurroundings['env'],
  onWarning: (message: string) => void,
): Promise<Pick<DocsServerOptions, 'searchRoot' | 'queryEmbedder'>> {
  const { model } = workspace.services;
  const embedder = createEmbedder(model, { env });
  const queryEmbedder = {
    model,
    embed: async (query: string) => (await embedder.embed([query], { labels: ['query'] }))[0],
  };
  if (existsSync(join(folderPath(workspace, ''), SEARCH_DIRECTORY, MANIFEST_FILE))) return { queryEmbedder };
  const { directory } = await freshSearchIndex(workspace, onWarning);
  return { queryEmbedder, searchRoot: () => directory };
}
