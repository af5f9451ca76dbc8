import type { CommandIo } from '@topicmill/base/cli';
import { TopicmillError } from '@topicmill/base/diagnostics';
import { createEmbedder } from '@topicmill/embedding/llm-infrastructure';
import { folderPath } from '@topicmill/pipeline/runner';
import { openWorkspace } from '@topicmill/pipeline/workspace';
import { type DocsLoader, type EmbedQuery, openDocs, SEARCH_DIRECTORY } from '@topicmill/search/retrieval';
import type { DocsSource, OpenedDocs } from '@topicmill/serve/mcp';
import { directoryLoader } from './directory-loader.js';
import { freshSearchIndex } from './search-index-files.js';

/** For so long docs that were opened count as current; a build in between shows after it. */
const FRESH_MS = 2000;

/** What a source of docs needs to know. */
export interface WorkspaceDocsOptions {
  readonly cwd: string;
  readonly env: CommandIo['env'];
  readonly model: string | undefined;
  readonly onWarning: (message: string) => void;
}

/**
 * The built docs of the repository around a folder, opened again when they may have changed.
 *
 * @throws TopicmillError what `openWorkspace` throws, at once; what `freshSearchIndex` throws, when it is opened
 */
export function workspaceDocs(options: WorkspaceDocsOptions): DocsSource {
  const { cwd, env, model, onWarning } = options;
  const first = openWorkspace(cwd, { env, embeddingModel: model, onWarning });
  const embedder = createEmbedder(first.services.model, { env });
  const embed: EmbedQuery = async (query) => {
    try {
      return (await embedder.embed([query], { labels: ['query'] }))[0];
    } catch (thrown) {
      if (!(thrown instanceof TopicmillError)) throw thrown;
      onWarning(`${thrown.code}: ${thrown.message} Searched by words alone.`);
      return undefined;
    }
  };
  let known: { readonly opened: Promise<OpenedDocs>; readonly key: string } | undefined;
  let checkedMs = Number.NEGATIVE_INFINITY;
  const open = async (): Promise<OpenedDocs> => {
    const workspace = openWorkspace(cwd, { env, embeddingModel: model, onWarning });
    const { directory } = await freshSearchIndex(workspace, onWarning);
    if (known?.key === directory) return known.opened;
    const loader = twoRootsLoader(folderPath(workspace, ''), directory);
    const opened = Promise.resolve({ docs: openDocs(loader, embed), loader });
    known = { opened, key: directory };
    return opened;
  };
  let opening: Promise<OpenedDocs> | undefined;
  return {
    open() {
      if (opening !== undefined && performance.now() - checkedMs < FRESH_MS) return opening;
      checkedMs = performance.now();
      opening = open();
      opening.catch(() => {
        opening = undefined;
      });
      return opening;
    },
  };
}

/** Files of the search index from one folder, all others from the docs root. */
function twoRootsLoader(docsRoot: string, searchRoot: string): DocsLoader {
  const [docs, search] = [directoryLoader(docsRoot), directoryLoader(searchRoot)];
  return { read: (path, range) => (path.startsWith(`${SEARCH_DIRECTORY}/`) ? search : docs).read(path, range) };
}
