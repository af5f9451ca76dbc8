import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { TopicmillError } from '@topicmill/base/diagnostics';
import { isFolder, listDirectory, removeFile, slashPath, writeFileIfChanged } from '@topicmill/base/files';
import { everydayWords, wordsByMeaning } from '@topicmill/embedding/static-embeddings';
import { bundledWordVectors } from '@topicmill/embedding/static-embeddings/node';
import { readBuiltTopics } from '@topicmill/pipeline/built-topics';
import { currentDocsOf } from '@topicmill/pipeline/config';
import { buildDocs } from '@topicmill/pipeline/docs-build';
import type { FolderReport, Workspace } from '@topicmill/pipeline/runner';
import { buildSearchIndex, type SearchTopic } from '@topicmill/search/retrieval';
import { bundledThesaurusLines } from '@topicmill/search/thesaurus';
import { searchBoxFile } from '@topicmill/serve/search-box';

/** Name of the folder that is written into a built site. */
const FOLDER = 'topicmill-search';
const SCRIPT = 'topicmill-search.js';
const INDEX_FILE = /^[0-9a-f]{16}\.(?:bin|json)$/;

/** Minimum cosine of words that replace each other, as in the searches of commands. */
const MIN_SIMILARITY = 0.5;

/** What was published, or would be. */
export interface PublishedSearch {
  readonly directory: string;
  readonly topicCount: number;
  readonly chunkCount: number;
  readonly fileCount: number;
  readonly byteCount: number;
  /** Files that are new or changed. */
  readonly writtenCount: number;
  readonly removedCount: number;
  /** Folders whose steps failed; their topics are those of the last build that worked. */
  readonly failed: readonly FolderReport[];
}

interface PublishOptions {
  readonly dryRun: boolean;
  /** Path of the built site that messages name. */
  readonly displaySite: string;
}

/**
 * Builds what is not current, and writes the search box with an index and the texts of all topics into a folder of a built
 * site. A later build of the site may remove that folder; then run this again.
 *
 * @param site folder of the built site
 * @throws TopicmillError `INVALID_OPTION` when there is no such folder, `FILE_UNREADABLE`,
 *   `FILE_UNWRITABLE`, and what builds and `readBuiltTopics` throw
 */
export async function publishSearchFolder(
  workspace: Workspace,
  site: string,
  { dryRun, displaySite }: PublishOptions,
): Promise<PublishedSearch> {
  if (!isFolder(site)) {
    throw new TopicmillError('INVALID_OPTION', `There is no folder "${displaySite}".`, {
      remedy: 'Build the site first, and name the folder that it is built into: --out dist.',
    });
  }
  const { folders } = await buildDocs(workspace, { dryRun });
  const topics = readBuiltTopics(workspace).map((built) => built.topic());
  const vectors = bundledWordVectors();
  const directory = join(resolve(site), FOLDER);
  const files = new Map<string, Uint8Array>([
    [SCRIPT, readFileSync(searchBoxFile())],
    // The manifest comes last.
    ...buildSearchIndex(topics, {
      withTexts: true,
      current: currentDocsOf(workspace.config),
      synonyms: workspace.config.search.synonyms,
      meaningsOf: (words) => wordsByMeaning(vectors, words, MIN_SIMILARITY),
      everydayWords: everydayWords(vectors),
      thesaurus: bundledThesaurusLines(),
      siteUrl: builtSiteUrl(topics, site),
    }),
  ]);
  const shown = (name: string): string => slashPath(join(displaySite, FOLDER, name));
  const present = listDirectory(directory, slashPath(join(displaySite, FOLDER)));
  const stale = present.filter((name) => INDEX_FILE.test(name) && !files.has(name));
  let writtenCount = 0;
  for (const [name, bytes] of dryRun ? [] : files)
    if (writeFileIfChanged(join(directory, name), bytes, shown(name))) writtenCount += 1;
  for (const name of dryRun ? [] : stale) removeFile(join(directory, name), shown(name));
  return {
    directory,
    topicCount: topics.length,
    chunkCount: topics.reduce((sum, { chunks }) => sum + chunks.length, 0),
    fileCount: files.size,
    byteCount: [...files.values()].reduce((sum, { length }) => sum + length, 0),
    writtenCount,
    removedCount: stale.length,
    failed: folders.filter(({ outcome }) => outcome === 'failed'),
  };
}

/** Pages that are looked for in the built site to learn where it begins. */
const SAMPLE_SIZE = 20;

/**
 * The part of the pages' addresses that stands for the folder of the built site: the shortest below which the pages are found
 * in it as files. `undefined` where there is none, so that addresses are used as they are.
 */
function builtSiteUrl(topics: readonly SearchTopic[], site: string): string | undefined {
  const addresses = topics.flatMap(({ chunks }) => chunks.find(({ url }) => url !== undefined)?.url ?? []);
  const origin = /^(?:https?:\/\/[^/]+)?(?=\/)/.exec(addresses[0] ?? '')?.[0];
  if (origin === undefined) return undefined;
  const step = Math.ceil(addresses.length / SAMPLE_SIZE);
  const paths = addresses
    .filter((address, at) => at % step === 0 && address.startsWith(`${origin}/`))
    .map((address) => address.slice(origin.length).replace(/[?#].*/s, ''));
  const folders = paths[0]!.split('/').slice(1, -1);
  const bases = ['/', ...folders.map((_, at) => `/${folders.slice(0, at + 1).join('/')}/`)];
  const base = bases.find(
    (each) =>
      paths.every((path) => path.startsWith(each) && isBuiltPage(decodeURI(path.slice(each.length)), site)) &&
      // The home page alone would fit anywhere.
      paths.some((path) => path.length > each.length),
  );
  return base === undefined ? undefined : `${origin}${base}`;
}

function isBuiltPage(path: string, site: string): boolean {
  const files =
    path === '' || path.endsWith('/') ? [`${path}index.html`] : [path, `${path}.html`, `${path}/index.html`];
  return files.some((file) => existsSync(join(site, file)));
}
