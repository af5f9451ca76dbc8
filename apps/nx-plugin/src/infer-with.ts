import { sep } from 'node:path';
import { basename } from 'node:path/posix';
import type { CreateNodesContext, CreateNodesResultArray } from '@nx/devkit';
import { diagnosticsOf, formatDiagnostic } from '@topicmill/base/diagnostics';
import { readBytesIfExists } from '@topicmill/base/files';
import type { TopicmillConfig } from '@topicmill/pipeline/config';
import { OPTIONAL_TARGETS } from '@topicmill/pipeline/optional-targets';
import { BuildRecord, CONFIG_FILE, type FolderTree, fileHash, hashIfReadable } from '@topicmill/pipeline/runner';
import type { AuthorityPlan } from '@topicmill/pipeline/steps';
import {
  absentFiles,
  buildFolderTree,
  countAbsent,
  engineId,
  importBuiltSites,
  readConfig,
  readPageTree,
} from '@topicmill/pipeline/workspace';
import { REFERENCE_FILE } from '@topicmill/topics/formats/file-names';
import { inferProjects } from './infer-projects.js';
import { folderPlaces, type ProjectPlaces, pagePlaces } from './project-places.js';

/**
 * Infers the projects; a topic's task refuses to work with another authority than that of `plan`. What has changed of the HTML
 * of built sites is read first: Nx does not look into folders that git ignores.
 */
export async function inferWith(
  plan: AuthorityPlan,
  files: readonly string[],
  { workspaceRoot: root }: Pick<CreateNodesContext, 'workspaceRoot'>,
): Promise<CreateNodesResultArray> {
  const config = await withWholeMessage(() => readConfig(root, { env: process.env }));
  await withWholeMessage(() => importBuiltSites(root));
  const engine = engineId();
  const record = new BuildRecord(root, engine);
  const paths = sep === '\\' ? files.map((file) => file.replaceAll(sep, '/')) : files;
  const found = config.sources === 'pages' ? findPages(root, config, paths, record) : findFolders(root, config, paths);
  if (found === undefined) return [];
  const { tree, places } = found;
  const configHash = hashIfReadable(() => fileHash(readBytesIfExists(`${root}/${CONFIG_FILE}`)));
  const docsRoot = { root, config, tree, record, configHash };
  const { projects, externalNodes } = inferProjects({
    docsRoot,
    places,
    engine,
    extras: OPTIONAL_TARGETS.map((target) => ({ target, folders: target.foldersIn(docsRoot) })),
    authority: plan(docsRoot, engine),
  });
  record.saveIfWritable();
  return [[CONFIG_FILE, { projects: Object.fromEntries(projects), externalNodes }]];
}

interface FoundFolders {
  readonly tree: FolderTree;
  readonly places: ProjectPlaces;
}

/** Nothing where there is neither a reference nor a configuration. */
function findFolders(root: string, config: TopicmillConfig, files: readonly string[]): FoundFolders | undefined {
  const prefix = config.docsRoot === '.' ? '' : `${config.docsRoot}/`;
  const absent = absentFiles(root, config);
  const references = [...new Set([...files, ...absent.keys()])].filter(
    (file) => file.startsWith(prefix) && basename(file) === REFERENCE_FILE,
  );
  if (references.length === 0 && !files.includes(CONFIG_FILE)) return undefined;
  const all = buildFolderTree(
    references.map((path) => path.slice(prefix.length)),
    config.order,
  );
  const tree = countAbsent(all, absent, config);
  return { tree, places: folderPlaces(config, tree) };
}

function findPages(root: string, config: TopicmillConfig, files: readonly string[], hashes: BuildRecord): FoundFolders {
  const absent = absentFiles(root, config);
  const { tree } = readPageTree(root, config, { engine: engineId(), now: new Date(), hashes, absent });
  return { tree, places: pagePlaces(root, config, tree, files) };
}

/** Of an error that infers no projects Nx shows the message alone. */
async function withWholeMessage<Result>(work: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (thrown) {
    throw new Error(diagnosticsOf(thrown).map(formatDiagnostic).join('\n'), { cause: thrown });
  }
}
