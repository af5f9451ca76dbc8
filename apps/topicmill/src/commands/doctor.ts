import { accessSync, constants, existsSync, lstatSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type CommandIo, joinLines, type Screen, screenOf, shownDiagnostic } from '@topicmill/base/cli';
import { counted, type Diagnostic, diagnosticsOf, TopicmillError } from '@topicmill/base/diagnostics';
import { errorCode } from '@topicmill/base/files';
import { indentedJson } from '@topicmill/base/json';
import { compareWithStoredProbe, openEmbeddingCache, verifyCache } from '@topicmill/embedding/embedding-cache';
import { createEmbedder, createQuestionEncoder } from '@topicmill/embedding/llm-infrastructure';
import { readBuiltIndex } from '@topicmill/pipeline/built-topics';
import { resultsRootOf } from '@topicmill/pipeline/config';
import { readJsonObject, refuseUnsupportedNx } from '@topicmill/pipeline/init';
import {
  findOrphanedNotes,
  findOrphans,
  orphanDiagnostics,
  orphanedNoteDiagnostics,
} from '@topicmill/pipeline/orphans';
import {
  type Folder,
  folderFaults,
  modelNames,
  openFolder,
  STATE_DIRECTORY,
  type Workspace,
} from '@topicmill/pipeline/runner';
import { verifyStates } from '@topicmill/pipeline/state-cache';
import { CHUNKS_DIRECTORY, documentNames } from '@topicmill/pipeline/steps';
import { refusedChunks } from '@topicmill/pipeline/verify';
import { EMBEDDING_CACHE_DIRECTORY, IgnoredPaths, openWorkspace, siteFindings } from '@topicmill/pipeline/workspace';
import { PROBE_TEXT } from '@topicmill/text/embedder';
import { readChunksManifest } from '@topicmill/topics/formats';
import { REFERENCE_FILE } from '@topicmill/topics/formats/file-names';
import { diskView, installedNx, installedVersion } from '../init/installed-nx.js';
import { formatBytes, topicmillCommand } from '../report/report-command.js';
import { VERSION } from '../version.js';
import { cacheFindings, stateFindings } from './cache-verify.js';
import { type DiskUse, diskUse } from './disk-use.js';

interface DoctorOptions {
  readonly offline?: boolean;
  readonly json?: true;
}

/** Runs `topicmill doctor`; see `--help`. */
export const doctor = topicmillCommand(
  {
    name: 'topicmill doctor',
    description:
      'Reports what is wrong with the installation, the configuration and the caches, and how to fix it. Changes nothing. Exit code 1 if there is an error; warnings alone leave it 0.',
    examples: [
      ['topicmill doctor', 'look at everything, and ask the embedding model for one vector'],
      ['topicmill doctor --offline', 'without calling a model server'],
      ['topicmill doctor --json', 'the findings for machines'],
    ],
  },
  (program) =>
    program.option('--offline', 'send no request to a model server').option('--json', 'print the findings as JSON'),
  (io) =>
    async ({ offline = false, json }: DoctorOptions) => {
      const checks = await runChecks(io, offline);
      const screen = screenOf(io);
      io.stdout.write(json ? indentedJson({ checks }) : joinLines(checks.flatMap((each) => formatCheck(each, screen))));
      return checks.some(({ status }) => status === 'error') ? 1 : 0;
    },
);

/** Without a configuration that can be read, nothing that depends on it is looked at. */
async function runChecks(io: CommandIo, isOffline: boolean): Promise<Check[]> {
  let workspace: Workspace | undefined;
  const checks = [
    await check('node', () => checkNode(process.versions.node)),
    await check('configuration', () => {
      workspace = openWorkspace(io.cwd, { env: io.env });
      return { detail: 'topicmill.yaml' };
    }),
  ];
  const opened = workspace;
  checks.push(await check('nx', () => checkNx(opened?.root ?? io.cwd)));
  if (opened === undefined) return checks;
  const isServed = !/^(?:builtin|encoder):/.test(opened.services.model);
  return [
    ...checks,
    await check('topics', () => checkTopics(opened)),
    await check('folders', () => checkWritable(opened)),
    await check('model', () =>
      isOffline && isServed ? { detail: `${opened.services.model}, not asked` } : checkModel(opened, io.env),
    ),
    await check('vectors', () => checkVectors(opened)),
    await check('states', () => checkStates(opened)),
    await check('orphans', () => checkOrphans(opened)),
    await check('disk', () => checkDisk(opened)),
  ];
}

function formatCheck({ name, status, detail, findings }: Check, screen: Screen): string[] {
  const { colours, wrap } = screen;
  const paint = { ok: colours.green, warning: colours.yellow, error: colours.red }[status];
  const state = paint(status === 'ok' ? 'ok' : colours.bold(status.toUpperCase()));
  return [
    wrap(`${state} ${colours.bold(name)}: ${detail}`, '   '),
    ...findings.map((finding) => `  ${shownDiagnostic(finding, screen, '  ')}`),
  ];
}

const OLDEST_NODE = '20.19.0';
const PLUGIN = '@topicmill/nx';

/** Whether Node.js is new enough. */
export function checkNode(version: string): Looked {
  const isOld = version.localeCompare(OLDEST_NODE, 'en', { numeric: true }) < 0;
  const message = `Node.js ${version} is older than ${OLDEST_NODE}, the oldest that Topicmill runs in.`;
  return { detail: version, findings: isOld ? [unsuitableFinding('error', message, 'Install a newer Node.js.')] : [] };
}

/**
 * Whether Nx can build the repository, if it has an `nx.json`: a supported version, the plugin installed in the release of
 * this command, and the plugin entered.
 *
 * @throws TopicmillError `NX_UNSUPPORTED`, `WORKSPACE_FILE_INVALID`
 */
function checkNx(root: string): Looked {
  const view = diskView(root);
  const nxJson = view.readText('nx.json');
  if (nxJson === undefined) return { detail: 'not used' };
  for (const file of ['package.json', 'nx.json']) {
    const text = view.readText(file);
    if (text !== undefined) readJsonObject(text, file);
  }
  const installed = installedNx(root);
  refuseUnsupportedNx(view, installed);
  const findings: Diagnostic[] = [];
  if (!nxJson.includes(`"${PLUGIN}"`)) {
    const message = `nx.json does not list the plugin ${PLUGIN}, so Nx finds no topics.`;
    findings.push(unsuitableFinding('error', message, 'Run `npx topicmill init`.', 'nx.json'));
  }
  const plugin = installedVersion(root, PLUGIN);
  if (plugin === undefined || installed === undefined) {
    const message = `${installed === undefined ? 'nx' : PLUGIN} is not installed.`;
    findings.push(unsuitableFinding('error', message, 'Run `npm install`.', 'package.json'));
  } else if (plugin !== VERSION) {
    const message = `${PLUGIN} ${plugin} and topicmill ${VERSION} are different releases, and do not use each other's results.`;
    findings.push(unsuitableFinding('warning', message, 'Install the same release of both.', 'package.json'));
  }
  return {
    detail: `Nx ${installed ?? 'missing'}, ${PLUGIN} ${plugin ?? 'missing'}`,
    findings: [...findings, ...incompleteDatabases(root)],
  };
}

/** Databases of Nx that it began on a full disk: it never makes the tables that they lack, and fails. */
function incompleteDatabases(root: string): Diagnostic[] {
  const folder = '.nx/workspace-data';
  const names = existsSync(join(root, folder)) ? readdirSync(join(root, folder)) : [];
  return names
    .filter((name) => name.endsWith('.db') && !names.includes(`${name}-wal`))
    .filter((name) => !readFileSync(join(root, folder, name)).includes('CREATE TABLE metadata'))
    .map((name) => {
      const message = "Nx's database lacks tables, as after a first start on a full disk.";
      return unsuitableFinding('error', message, 'Free disk space, then run `npx nx reset`.', `${folder}/${name}`);
    });
}

function unsuitableFinding(
  severity: Diagnostic['severity'],
  message: string,
  remedy: string,
  file?: string,
): Diagnostic {
  return { severity, code: 'INSTALLATION_UNSUITABLE', message, remedy, ...(file === undefined ? {} : { file }) };
}

/** Whether there are topics, and all can be built by their names and folders. */
function checkTopics(workspace: Workspace): Looked {
  const folders = [...workspace.tree.values()];
  const topicCount = folders.filter(({ isTopic }) => isTopic).length;
  const none: Diagnostic = {
    severity: 'warning',
    code: 'TOPICS_MISSING',
    message: 'There is no topic.',
    file: workspace.config.docsRoot,
    remedy:
      workspace.config.sources === 'pages'
        ? 'Check docsRoot and include, or run `topicmill build --dry-run`, which lists what is left out.'
        : 'Write a golden-reference.md in a folder below it.',
  };
  return {
    detail: counted(topicCount, 'topic'),
    findings: topicCount === 0 ? [none] : [...folderFaults(folders, workspace), ...siteFindings(workspace)],
  };
}

/** Whether the folders that a build writes to are folders, and can be written. */
function checkWritable({ root, config }: Workspace): Looked {
  const folders = ['.', resultsRootOf(config), STATE_DIRECTORY, EMBEDDING_CACHE_DIRECTORY].filter(
    (folder) => lstatSync(join(root, folder), { throwIfNoEntry: false }) !== undefined,
  );
  return { detail: folders.join(', '), findings: folders.flatMap((folder) => unwritable(root, folder)) };
}

function unwritable(root: string, folder: string): Diagnostic[] {
  if (statSync(join(root, folder), { throwIfNoEntry: false })?.isDirectory() !== true) {
    const [message, remedy] = [
      'A file or a broken link has the name of a folder that is needed.',
      `Remove ${folder}, or give it another name.`,
    ];
    return [{ severity: 'error', code: 'FILE_UNWRITABLE', message, file: folder, remedy }];
  }
  try {
    accessSync(join(root, folder), constants.R_OK | constants.W_OK | constants.X_OK);
    return [];
  } catch (thrown) {
    const message = `The folder cannot be read and written (${errorCode(thrown)}).`;
    return [
      {
        severity: 'error',
        code: 'FILE_UNWRITABLE',
        message,
        file: folder,
        remedy: 'Change its owner or its permissions.',
      },
    ];
  }
}

/**
 * Whether the embedding model gives a vector.
 *
 * @throws TopicmillError as an embedder does
 */
async function checkModel({ root, config, services }: Workspace, env: CommandIo['env']): Promise<Looked> {
  const embedder = createEmbedder(config.embedding.model, { env });
  const probe = { labels: ['a test text'] };
  const [vector] = await embedder.embed([PROBE_TEXT], probe);
  compareWithStoredProbe(openEmbeddingCache(join(root, EMBEDDING_CACHE_DIRECTORY)), embedder, vector!);
  await createQuestionEncoder(config.embedding, { env })?.embed([PROBE_TEXT], probe);
  return { detail: `${modelNames(services)}, ${counted(vector!.length, 'dimension')}` };
}

/** Whether the vectors on disk are as they were written, and all chunks have one. */
function checkVectors(workspace: Workspace): Looked {
  const { root } = workspace;
  const { entryCount, soundCount, problems } = verifyCache(join(root, EMBEDDING_CACHE_DIRECTORY));
  return {
    detail: `${soundCount} of ${counted(entryCount, 'entry', 'entries')} sound`,
    findings: [
      ...cacheFindings(problems, 'warning'),
      ...[...workspace.tree.values()].flatMap((folder) => refusedIn(folder, workspace)),
    ],
  };
}

/** The chunks of a folder that the model refused; whatever else is wrong with what was built is for `topicmill verify`. */
function refusedIn(folder: Folder, workspace: Workspace): Diagnostic[] {
  if (!folder.isTopic || folder.fault !== undefined) return [];
  const files = openFolder(workspace, folder);
  try {
    const items = readBuiltIndex(files)?._embedded.chunks?.['golden-reference'].items ?? [];
    if (items.every(({ similarity_conceptual }) => similarity_conceptual !== undefined)) return [];
    const { manifestPath } = documentNames(folder);
    const { chunks } = readChunksManifest(files.read(manifestPath)?.text ?? '', files.displayPath(manifestPath));
    const compared = items.flatMap(({ similarity_conceptual: similarity }, at) => {
      const { file, start_line: line } = chunks[at] ?? {};
      if (file === undefined || line === undefined) return [];
      return [{ name: files.displayPath(`${CHUNKS_DIRECTORY}/${file}`), line, similarity }];
    });
    return refusedChunks(compared, files.displayPath(REFERENCE_FILE));
  } catch (thrown) {
    if (thrown instanceof TopicmillError) return [];
    throw thrown;
  }
}

/** Whether the states are as they were written, and left out of the repository. */
function checkStates({ root }: Workspace): Looked {
  const { fileCount, soundCount, problems } = verifyStates(root);
  return {
    detail: `${soundCount} of ${counted(fileCount, 'file')} sound`,
    findings: [...stateFindings(problems, 'warning'), ...committedStates(root)],
  };
}

function committedStates(root: string): Diagnostic[] {
  if (!existsSync(join(root, '.git')) || IgnoredPaths.at(root).leavesOut(`${STATE_DIRECTORY}/`)) return [];
  const message = `git does not leave out ${STATE_DIRECTORY}, which is of this checkout alone.`;
  return [
    {
      severity: 'warning',
      code: 'WORKSPACE_FILE_INVALID',
      message,
      file: '.gitignore',
      remedy: `Add a line ${STATE_DIRECTORY}.`,
    },
  ];
}

/** Whether outputs of topics that are gone are left, or hand-written files about pages that are gone. */
function checkOrphans(workspace: Workspace): Looked {
  const orphans = findOrphans(workspace);
  const notes = findOrphanedNotes(workspace);
  return {
    detail: `${counted(orphans.length, 'folder')}${notes.length === 0 ? '' : `, ${counted(notes.length, 'file')} about pages that are gone`}`,
    findings: [...orphanDiagnostics(orphans, workspace), ...orphanedNoteDiagnostics(notes)],
  };
}

/** What sources, results and caches take. */
function checkDisk(workspace: Workspace): Looked {
  const uses = diskUse(workspace);
  const shown = uses.map(({ kind, fileCount, byteLength }) => {
    return `${kind} ${formatBytes(byteLength)} in ${counted(fileCount, 'file')}`;
  });
  return { detail: shown.join(', '), uses };
}

/** What the doctor looked at, and what it found. */
interface Check {
  readonly name: string;
  /** The worst of the findings. */
  readonly status: 'ok' | 'warning' | 'error';
  /** One phrase about what was looked at. */
  readonly detail: string;
  readonly findings: readonly Diagnostic[];
  /** What files take, by their kind. */
  readonly uses?: readonly DiskUse[];
}

/** What a look at one thing gives. */
interface Looked {
  readonly detail: string;
  readonly findings?: readonly Diagnostic[];
  readonly uses?: readonly DiskUse[];
}

/** Looks at one thing; what is thrown is a finding. */
async function check(name: string, look: () => Looked | Promise<Looked>): Promise<Check> {
  const { detail, findings = [], uses } = await attempt(look);
  const worst = findings.some(({ severity }) => severity === 'error') ? 'error' : 'warning';
  return { name, status: findings.length === 0 ? 'ok' : worst, detail, findings, ...(uses && { uses }) };
}

async function attempt(look: () => Looked | Promise<Looked>): Promise<Looked> {
  try {
    return await look();
  } catch (thrown) {
    return { detail: 'failed', findings: diagnosticsOf(thrown) };
  }
}
