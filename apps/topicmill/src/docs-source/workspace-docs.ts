import type { CommandIo } from '@topicmill/base/cli';
import { TopicmillError } from '@topicmill/base/diagnostics';
import { createEmbedder, type ModelEmbedder } from '@topicmill/embedding/llm-infrastructure';
import { bundledNearWords } from '@topicmill/embedding/static-embeddings/node';
import { folderPath } from '@topicmill/pipeline/runner';
import { openWorkspace } from '@topicmill/pipeline/workspace';
import {
  type DocsLoader,
  type EmbedQuery,
  type OpenIndex,
  openDocs,
  openSearchIndex,
  SEARCH_DIRECTORY,
} from '@topicmill/search/retrieval';
import { withThesaurus } from '@topicmill/search/thesaurus';
import type { DocsSource, OpenedDocs } from '@topicmill/serve/mcp';
import { shownSearchIndex } from '../search-index/shown-search-index.js';
import type { Surroundings } from '../workspace/surroundings.js';
import { directoryLoader } from './directory-loader.js';

/** For so long docs that were opened count as current; a build in between shows after it. */
const FRESH_MS = 2000;

/** What a source of docs needs to know. */
export interface WorkspaceDocsOptions extends Surroundings {
  readonly model: string | undefined;
}

/**
 * The built docs of the repository around a folder, opened again when they may have changed.
 *
 * What `openWorkspace` and `shownSearchIndex` throw, it throws when it is opened.
 */
export function workspaceDocs(options: WorkspaceDocsOptions): DocsSource {
  const { cwd, env, onWarning } = options;
  const nearWords = withThesaurus(bundledNearWords());
  let model: string | undefined;
  let embed: EmbedQuery | undefined;
  const embedderOf = (name: string): EmbedQuery => {
    if (name !== model) embed = queryEmbedder(name, env, onWarning);
    model = name;
    return embed!;
  };
  let known: { readonly opened: Promise<OpenedDocs>; readonly key: string } | undefined;
  const open = async (): Promise<OpenedDocs> => {
    const workspace = openWorkspace(cwd, { env, embeddingModel: options.model, onWarning });
    const { directory } = await shownSearchIndex(workspace, options);
    if (known?.key === directory) return known.opened;
    const loader = twoRootsLoader(folderPath(workspace, ''), directory);
    const opened = Promise.resolve({ docs: openDocs(loader, embedderOf(workspace.services.model), nearWords) });
    known = { opened, key: directory };
    return opened;
  };
  return { open: keptFor(FRESH_MS, open) };
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
function keptFor(freshMs: number, open: () => Promise<OpenedDocs>): () => Promise<OpenedDocs> {
  let opening: Promise<OpenedDocs> | undefined;
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

/** Files of the search index from one folder, all others from the docs root. */
function twoRootsLoader(docsRoot: string, searchRoot: string): DocsLoader {
  const [docs, search] = [directoryLoader(docsRoot), directoryLoader(searchRoot)];
  return {
    ...docs,
    read: (path, range) => (path.startsWith(`${SEARCH_DIRECTORY}/`) ? search : docs).read(path, range),
  };
}
