import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sha256Hex } from '@topicmill/base/files';
import { readBuiltTopic, vectorSource } from '@topicmill/pipeline/built-topics';
import { currentDocsOf } from '@topicmill/pipeline/config';
import { editionOf } from '@topicmill/pipeline/optional-targets';
import { type Folder, folderPath, type Workspace } from '@topicmill/pipeline/runner';
import { topicDocument } from '@topicmill/pipeline/steps';
import { ANALYSIS, type SearchTopic } from '@topicmill/search/retrieval';
import { PAGE_TERMS } from '@topicmill/search/retrieval/node';
import type { DocsToPublish, PageToPublish } from '@topicmill/serve/publish';
import { readIndexJson } from '@topicmill/topics/formats';
import { INDEX_FILE, pathIn } from '@topicmill/topics/formats/file-names';

/** A docs root as it is published, and what is missing of it. */
export interface ReadDocsToPublish {
  readonly docs: DocsToPublish;
  /** Ids of folders that are not built. */
  readonly unbuilt: readonly string[];
  readonly chunkCount: number;
}

/**
 * The output of a build for a docs root: an entry for each folder, which is read when it is written.
 *
 * @throws TopicmillError `INDEX_INVALID`, `CHUNK_MANIFEST_INVALID`, `FILE_UNREADABLE`, `NOT_UTF8`, `NOT_TEXT`
 */
export async function docsToPublish(
  workspace: Workspace,
  onWarning: (message: string) => void,
): Promise<ReadDocsToPublish> {
  const { config, services, tree } = workspace;
  const folders = [...tree.values()];
  const built = new Map(
    folders.map((folder) => [folder, folder.isTopic ? readBuiltTopic(folder, workspace) : undefined]),
  );
  const topics = [...built.values()].flatMap((topic) => topic ?? []);
  const vectors = await vectorSource(topics, workspace);
  if (vectors === undefined) {
    onWarning(
      `Some chunks have no vectors of ${services.model}; run: npx topicmill cache fill --model ${config.embedding.model}`,
    );
  }
  const isBuilt = (folder: Folder): boolean => existsSync(join(folderPath(workspace, folder.id), INDEX_FILE));
  const model = vectors === undefined ? undefined : services.model;
  const pages = folders.filter(isBuilt).map((folder): PageToPublish => {
    const topic = built.get(folder);
    const edition = editionOf(folder, config);
    const parts = [ANALYSIS, PAGE_TERMS, model ?? '', JSON.stringify(edition ?? null), topic?.sha256 ?? ''];
    const contents = Array.from(filesOf(folder, workspace), ([path, bytes]) => `${path} ${sha256Hex(bytes)}`);
    return {
      id: folder.id,
      sha256: sha256Hex([...parts, ...contents].join('\n')),
      async load() {
        const searched = topic === undefined ? undefined : ((await vectors?.(topic)) ?? topic.topic());
        return publishedPage(folder, searched, workspace);
      },
    };
  });
  return {
    unbuilt: folders.filter((folder) => !isBuilt(folder)).map(({ id }) => id),
    chunkCount: topics.reduce((sum, topic) => sum + topic.chunkCount, 0),
    docs: {
      pages,
      head: {
        analysis: ANALYSIS,
        model,
        synonyms: config.search.synonyms,
        current: currentDocsOf(config),
      },
    },
  };
}

type PublishedPage = Awaited<ReturnType<PageToPublish['load']>>;

function publishedPage(folder: Folder, searched: SearchTopic | undefined, workspace: Workspace): PublishedPage {
  const files = filesOf(folder, workspace);
  const indexPath = pathIn(folder.id, INDEX_FILE);
  const index = readIndexJson(new TextDecoder().decode(files.get(indexPath)), indexPath);
  const items = index._embedded.chunks?.['golden-reference'].items ?? [];
  return {
    title: index.title,
    files,
    topic: searched?.chunks.length === 0 ? undefined : searched,
    keywords: items.map(({ keywords }) => keywords.map(({ name }) => name)),
  };
}

/** Index and document of a folder, and of a page where its links lead, by path below the docs root. */
function filesOf(folder: Folder, workspace: Workspace): Map<string, Uint8Array> {
  const { sourceName, manifestPath } = topicDocument(folder);
  const manifest = folder.page === undefined ? [] : [manifestPath];
  const names = [INDEX_FILE, ...(folder.isTopic ? [sourceName, ...manifest] : [])];
  const root = folderPath(workspace, '');
  const paths = names.map((name) => pathIn(folder.id, name));
  return new Map(
    paths.flatMap((path) => (existsSync(join(root, path)) ? [[path, readFileSync(join(root, path))] as const] : [])),
  );
}
