import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type CommandIo, counted, type ExitCode } from '@topicmill/base/cli';
import { EMBEDDER_FORMS } from '@topicmill/base/config/embedder-names';
import { TopicmillError } from '@topicmill/base/diagnostics';
import { sha256Hex } from '@topicmill/base/files';
import { indentedJson } from '@topicmill/base/json';
import { isPostgresAddress } from '@topicmill/base/postgres';
import {
  type BuiltTopic,
  filesOfOneBuild,
  type MadeFiles,
  readBuiltTopic,
  vectorSource,
} from '@topicmill/pipeline/built-topics';
import { currentDocsOf } from '@topicmill/pipeline/config';
import { editionOf } from '@topicmill/pipeline/optional-targets';
import { type Folder, folderPath, modelNames, openFolder, type Workspace } from '@topicmill/pipeline/runner';
import { documentNames } from '@topicmill/pipeline/steps';

import { ANALYSIS, type SearchTopic } from '@topicmill/search/retrieval';
import { PAGE_TERMS } from '@topicmill/search/retrieval/node';
import {
  type DocsToPublish,
  type PageToPublish,
  type PublishReport,
  publishDocs,
  unpublishDocs,
} from '@topicmill/serve/publish';
import { readIndexJson } from '@topicmill/topics/formats';
import { INDEX_FILE, pathIn } from '@topicmill/topics/formats/file-names';
import { startProgress } from '../report/progress.js';
import { topicmillCommand } from '../report/report-command.js';
import { openSurroundingWorkspace } from '../workspace/open-surrounding-workspace.js';
import { surroundingsOf } from '../workspace/surroundings.js';

interface PublishCommandOptions {
  readonly name?: string;
  readonly docsVersion?: string;
  readonly model?: string;
  readonly remove?: true;
  readonly dryRun?: true;
  readonly quiet?: true;
  readonly json?: true;
}

/** Runs `topicmill publish`; see `--help`. */
export const publish = topicmillCommand(
  {
    name: 'topicmill publish',
    description:
      'Publishes built docs in a schema of PostgreSQL 15 or newer, for `topicmill query --from`, `topicmill mcp` and SQL. Writes changed rows and deletes those of removed pages, all in one transaction.',
    examples: [
      ['topicmill publish postgres://host/docs', 'the docs of this repository, in the schema topicmill'],
      ['topicmill publish postgres://host/docs --name handbook', 'next to other docs'],
      ['topicmill publish postgres://host/docs --name api --docs-version 2.0', 'next to other versions'],
      ['topicmill publish "postgres://host/docs?schema=team_docs" --dry-run', 'say what would change'],
      ['topicmill publish postgres://host/docs --name handbook --remove', 'remove them'],
      ['topicmill query "trim" --from "postgres://host/docs?name=handbook"', 'search what was published'],
    ],
  },
  (program) =>
    program
      .argument('<address>', 'postgres://user@host:5432/database?schema=topicmill&name=docs&version=1')
      .option('--name <name>', 'name that distinguishes these docs from others in the same database (default: docs)')
      .option('--docs-version <version>', 'version of the docs, where several are published (default: none)')
      .option('--model <name>', `embedding model, instead of the configured one: ${EMBEDDER_FORMS}`)
      .option('--remove', 'remove the published docs of this name and version')
      .option('--dry-run', 'compare, and write nothing')
      .option('--quiet', 'print no progress')
      .option('--json', 'print the report as JSON'),
  (io) => async (address: string, options: PublishCommandOptions) => {
    if (!isPostgresAddress(address)) {
      throw new TopicmillError('INVALID_OPTION', `"${address}" is not the address of a database.`, {
        remedy: 'Write it like postgres://user@host:5432/database.',
      });
    }
    if (!options.remove) return run(address, options, { ...io, isQuiet: options.quiet === true });
    await remove(address, options, io);
    return 0;
  },
);

async function run(address: string, options: PublishCommandOptions, io: CommandIo): Promise<ExitCode> {
  const { name, docsVersion: version, dryRun = false, json } = options;
  const surroundings = surroundingsOf(io);
  const { onWarning } = surroundings;
  const workspace = openSurroundingWorkspace(surroundings, options.model);
  const begun = performance.now();
  const { docs, unbuilt, chunkCount } = await docsToPublish(workspace, onWarning);
  const progress = startProgress('Publishing', io);
  const report = await publishDocs(address, docs, {
    name,
    version,
    dryRun,
    onProgress: (done, total) => progress.update(`${done} of ${counted(total, 'changed page')}`),
  }).finally(() => progress.stop());
  const seconds = (performance.now() - begun) / 1000;
  for (const id of unbuilt) onWarning(`"${id}" is not built and not published; run: npx topicmill build`);
  if (json) io.stdout.write(indentedJson({ ...report, dryRun, chunkCount, unbuilt, seconds }));
  else io.stdout.write(formatReport(report, { dryRun, chunkCount, seconds }));
  return unbuilt.length === 0 ? 0 : 1;
}

async function remove(address: string, options: PublishCommandOptions, io: CommandIo): Promise<void> {
  const { name, docsVersion: version, dryRun, json } = options;
  if (dryRun) {
    throw new TopicmillError('INVALID_OPTION', '--dry-run cannot be used with --remove.', {
      remedy: 'Leave one of them out.',
    });
  }
  const removed = await unpublishDocs(address, { name, version });
  const said = removed ? 'Removed.' : 'There are no docs of this name and version.';
  io.stdout.write(json ? `${JSON.stringify({ removed })}\n` : `${said}\n`);
}

interface Figures {
  readonly dryRun: boolean;
  readonly chunkCount: number;
  readonly seconds: number;
}

function formatReport(report: PublishReport, { dryRun, chunkCount, seconds }: Figures): string {
  const { place, name, version, newPages, changedPages, removedPages, samePages, rows } = report;
  const tables = Object.entries(rows).map(([table, count]) => `${table} ${count}`);
  const total = Object.values(rows).reduce((sum, count) => sum + count, 0);
  const written = total === 0 ? 'nothing written' : `${counted(total, 'row')}: ${tables.join(', ')}`;
  return [
    `${name}${version === '' ? '' : ` ${version}`} at ${place}`,
    `${dryRun ? 'would be ' : ''}${newPages} new, ${changedPages} changed, ${removedPages} removed, ${samePages} unchanged folders; ${counted(chunkCount, 'chunk')}`,
    ...(dryRun ? [] : [`${written}, in ${seconds.toFixed(1)} s`]),
    '',
  ].join('\n');
}

/** A docs root as it is published, and what is missing of it. */
interface ReadDocsToPublish {
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
async function docsToPublish(workspace: Workspace, onWarning: (message: string) => void): Promise<ReadDocsToPublish> {
  const { config, services, tree } = workspace;
  const folders = [...tree.values()];
  const topics = folders.flatMap((folder) => (folder.isTopic ? (readBuiltTopic(folder, workspace) ?? []) : []));
  const vectors = await vectorSource(topics, workspace);
  if (vectors === undefined) {
    onWarning(
      `Some chunks have no vectors of ${services.model}; run: npx topicmill cache fill --model ${config.embedding.model}`,
    );
  }
  const isBuilt = (folder: Folder): boolean => existsSync(join(folderPath(workspace, folder.id), INDEX_FILE));
  const model = vectors === undefined ? undefined : services.model;
  const parts = [ANALYSIS, PAGE_TERMS, model === undefined ? '' : modelNames(services)];
  const pages = folders.filter(isBuilt).map(
    (folder): PageToPublish => ({
      id: folder.id,
      sha256: readPage(folder, openFolder(workspace, folder), workspace, parts).sha256,
      async load() {
        const made = folder.isTopic ? filesOfOneBuild(folder, workspace) : openFolder(workspace, folder);
        const { sha256, built, files } = readPage(folder, made, workspace, parts);
        const topic = built && ((await vectors?.(built)) ?? built.topic());
        return { sha256, ...publishedPage(folder.id, topic, files) };
      },
    }),
  );
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

/** A folder as it is published. */
interface ReadPage {
  readonly sha256: string;
  /** Where it has chunks. */
  readonly built: BuiltTopic | undefined;
  readonly files: ReadonlyMap<string, Uint8Array>;
}

/** @param parts what the rows of a page follow from besides its files */
function readPage(folder: Folder, made: MadeFiles, workspace: Workspace, parts: readonly string[]): ReadPage {
  const built = folder.isTopic ? readBuiltTopic(folder, workspace, made) : undefined;
  const files = filesOf(folder, made, workspace);
  const contents = Array.from(files, ([path, bytes]) => `${path} ${sha256Hex(bytes)}`);
  const edition = JSON.stringify(editionOf(folder, workspace.config) ?? null);
  return { sha256: sha256Hex([...parts, edition, built?.sha256 ?? '', ...contents].join('\n')), built, files };
}

type PublishedPage = Awaited<ReturnType<PageToPublish['load']>>;

function publishedPage(
  id: string,
  topic: SearchTopic | undefined,
  files: ReadonlyMap<string, Uint8Array>,
): Omit<PublishedPage, 'sha256'> {
  const indexPath = pathIn(id, INDEX_FILE);
  const index = readIndexJson(new TextDecoder().decode(files.get(indexPath)), indexPath);
  const items = index._embedded.chunks?.['golden-reference'].items ?? [];
  return {
    title: index.title,
    files,
    topic: topic?.chunks.length === 0 ? undefined : topic,
    keywords: items.map(({ keywords }) => keywords.map(({ name }) => name)),
  };
}

/** Index and document of a folder, and of a page where its links lead and the copy that it may have, by path below the docs root. */
function filesOf(folder: Folder, made: MadeFiles, workspace: Workspace): Map<string, Uint8Array> {
  const { sourceName, manifestPath } = documentNames(folder);
  const ofPage = folder.page === undefined ? [] : [sourceName, manifestPath];
  const read = [INDEX_FILE, ...ofPage].map((name) => [name, made.read(name)?.bytes] as const);
  const written = folder.isTopic && folder.page === undefined ? [sourceName] : [];
  const people = written.map((name) => [name, openFolder(workspace, folder).read(name)?.bytes] as const);
  return new Map(
    [...read, ...people].flatMap(([name, bytes]) =>
      bytes === undefined ? [] : [[pathIn(folder.id, name), bytes] as const],
    ),
  );
}
