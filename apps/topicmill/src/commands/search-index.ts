import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type CommandIo, counted, type ExitCode, reportDiagnostics } from '@topicmill/base/cli';
import { EMBEDDER_FORMS } from '@topicmill/base/config';
import { TopicmillError } from '@topicmill/base/diagnostics';
import { isFolder, listDirectory, removeFile, slashPath, writeFileIfChanged } from '@topicmill/base/files';
import { indentedJson } from '@topicmill/base/json';
import { isBuiltinModel } from '@topicmill/embedding/llm-infrastructure';
import {
  EMBEDDING_DIMENSIONS,
  everydayWords,
  MODEL_REVISION,
  rowsToPublish,
} from '@topicmill/embedding/static-embeddings';
import { bundledWordVectors } from '@topicmill/embedding/static-embeddings/node';
import { readBuiltTopics, topicWithVectors } from '@topicmill/pipeline/built-topics';
import { currentDocsOf } from '@topicmill/pipeline/config';
import { buildDocs } from '@topicmill/pipeline/docs-build';
import { largeIndexWarnings, searchTarget } from '@topicmill/pipeline/optional-targets';
import {
  displayPath,
  type FolderReport,
  FolderState,
  folderPath,
  folderWork,
  formatFolderReport,
  runFolder,
  type Workspace,
} from '@topicmill/pipeline/runner';

import { buildSearchIndex, type RefinementSource, type SearchTopic } from '@topicmill/search/retrieval';
import { bundledDescriptionLines, bundledThesaurusLines } from '@topicmill/search/thesaurus';
import { searchBoxScripts } from '@topicmill/serve/search-box';
import { INDEX_FILE } from '@topicmill/topics/formats/file-names';
import { formatBytes, topicmillCommand } from '../report/report-command.js';
import { openSurroundingWorkspace } from '../workspace/open-surrounding-workspace.js';
import { surroundingsOf } from '../workspace/surroundings.js';

interface SearchIndexOptions {
  readonly model?: string;
  readonly force?: boolean;
  readonly dryRun?: boolean;
  readonly json?: true;
  readonly quiet?: true;
  readonly out?: string;
}

/** Runs `topicmill search-index`; see `--help`. */
export const searchIndex = topicmillCommand(
  {
    name: 'topicmill search-index',
    description:
      'Writes the search index of the built topics to _search/ in the docs root, as the Nx target search does.',
    examples: [
      ['topicmill search-index', 'write what has changed, remove what is stale'],
      ['topicmill search-index --dry-run', 'say what would be written'],
      ['topicmill search-index --out dist', 'write a search box with its index into the site built into dist'],
    ],
  },
  (program) =>
    program
      .option('--model <name>', `embedding model: ${EMBEDDER_FORMS}`)
      .option('--force', 'make the index even where nothing has changed')
      .option('--dry-run', 'say what would be written and embedded, and write nothing')
      .option(
        '--out <folder>',
        'folder of a built site: build the topics, and write topicmill-search/ with the search box, index and texts into it',
      )
      .option('--json', 'print the report as JSON')
      .option('--quiet', 'print findings only'),
  (io) => async (options: SearchIndexOptions) => {
    const workspace = openSurroundingWorkspace(surroundingsOf(io), options.model);
    return options.out === undefined
      ? buildInDocs(workspace, options, io)
      : publishInto(options.out, workspace, options, io);
  },
);

async function publishInto(
  out: string,
  workspace: Workspace,
  { dryRun = false, json, quiet }: SearchIndexOptions,
  io: CommandIo,
): Promise<ExitCode> {
  const published = await publishSearchFolder(workspace, resolve(io.cwd, out), { dryRun, displaySite: out });
  const findings = published.failed.flatMap(({ steps }) => steps.flatMap(({ diagnostics }) => diagnostics));
  reportDiagnostics([...findings, ...largeIndexWarnings(published.chunkCount, out)], io);
  if (json) io.stdout.write(indentedJson(published));
  else if (!quiet) io.stdout.write(formatPublished(published, dryRun));
  return published.failed.length > 0 ? 1 : 0;
}

async function buildInDocs(
  workspace: Workspace,
  { force = false, dryRun = false, json, quiet }: SearchIndexOptions,
  io: CommandIo,
): Promise<ExitCode> {
  const folder = workspace.tree.get('')!;
  const report = await runFolder(folderWork(searchTarget, folder), workspace, { force, dryRun });
  if (!workspace.config.search.enabled && !dryRun) forgetTargetState(workspace);
  const unbuilt = unbuiltTopics(workspace);
  if (unbuilt.length > 0) {
    io.stderr.write(
      `Not built, and not in the index: ${counted(unbuilt.length, 'topic')}, such as "${unbuilt[0]}"; run: npx topicmill build\n`,
    );
  }
  reportDiagnostics(
    report.steps.flatMap(({ diagnostics }) => diagnostics),
    io,
  );
  if (json) io.stdout.write(indentedJson(report));
  else if (!quiet) io.stdout.write(formatFolderReport(report, dryRun));
  return report.outcome === 'built' && unbuilt.length === 0 ? 0 : 1;
}

function formatPublished(published: PublishedSearch, dryRun: boolean): string {
  const { directory, topicCount, chunkCount, fileCount, byteCount, writtenCount, removedCount } = published;
  const done = dryRun
    ? `would write up to ${counted(fileCount, 'file')}`
    : `${counted(fileCount, 'file')}, ${writtenCount} written, ${removedCount} removed`;
  return [
    `${directory}: ${counted(topicCount, 'page')}, ${counted(chunkCount, 'section')}, ${formatBytes(byteCount)}; ${done}`,
    'Put this into the pages of the site, with the path that it is published at:',
    '  <script src="/topicmill-search/topicmill-search.js" defer></script>',
    '  <topicmill-search></topicmill-search>',
    '',
  ].join('\n');
}

/** Ids of topics without an index, sorted by code unit. */
function unbuiltTopics(workspace: Workspace): string[] {
  return [...workspace.tree.values()]
    .filter(({ id, isTopic }) => isTopic && !existsSync(join(folderPath(workspace, id), INDEX_FILE)))
    .map(({ id }) => id)
    .sort();
}

/** What has a state and is not a target is removed after the next build; the index that was asked for here is to stay. */
function forgetTargetState({ root, config }: Workspace): void {
  const state = new FolderState(root, searchTarget.name, displayPath(config, ''));
  for (const { name } of searchTarget.steps) state.delete(name);
  state.save();
}

/** Name of the folder that is written into a built site. */
const FOLDER = 'topicmill-search';
const PUBLISHED_INDEX_FILE = /^[0-9a-f]{16}\.(?:bin|json)$/;

/** What was published, or would be. */
interface PublishedSearch {
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
async function publishSearchFolder(
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
  const { services, config } = workspace;
  // A page can embed by the table alone.
  const hasTable = config.search.vectors && isBuiltinModel(services.model);
  const topics = await Promise.all(
    readBuiltTopics(workspace).map((built) => (hasTable ? topicWithVectors(built, services) : built.topic())),
  );
  const directory = join(resolve(site), FOLDER);
  const files = new Map<string, Uint8Array>([
    ...Array.from(searchBoxScripts(), ([name, path]): [string, Uint8Array] => [name, readFileSync(path)]),
    // The manifest comes last.
    ...buildSearchIndex(topics, {
      withTexts: true,
      current: currentDocsOf(workspace.config),
      synonyms: workspace.config.search.synonyms,
      everydayWords: everydayWords(bundledWordVectors()),
      thesaurus: bundledThesaurusLines(),
      refinement: { descriptions: bundledDescriptionLines(), ...(hasTable ? { table: tableFor(topics) } : {}) },
      siteUrl: builtSiteUrl(topics, site),
    }),
  ]);
  const shown = (name: string): string => slashPath(join(displaySite, FOLDER, name));
  const present = listDirectory(directory, slashPath(join(displaySite, FOLDER)));
  const stale = present.filter((name) => PUBLISHED_INDEX_FILE.test(name) && !files.has(name));
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

function tableFor(topics: readonly SearchTopic[]): RefinementSource['table'] {
  const vectors = bundledWordVectors();
  const chunks = topics.flatMap((topic) => topic.chunks);
  const texts = chunks.flatMap(({ text, questions }) => [text, ...questions.map((question) => question.text)]);
  return {
    model: MODEL_REVISION,
    dimensions: EMBEDDING_DIMENSIONS,
    meanScale: vectors.meanScale,
    rows: rowsToPublish(vectors, texts),
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
