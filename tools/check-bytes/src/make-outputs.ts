import { execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { targetsOf } from '@topicmill/pipeline/optional-targets';
import { runTargets } from '@topicmill/pipeline/runner';
import { openWorkspace } from '@topicmill/pipeline/workspace';
import { type Files, readFiles } from './files.js';

/** Everything is built with the default settings, and with others for whatever changes bytes. */
const SETTINGS = ['defaults', 'others'] as const;

const REPOSITORY = join(import.meta.dirname, '../../..');
/** States of the runner; the files in them are published, too. */
const STATE_FOLDER = '.topicmill';
const EXPORTS = { defaults: ['llms', 'jsonl', 'typesense', 'qdrant', 'pgvector'], others: ['llms'] } as const;
const QUERY = 'How do I make the docs again after a change?';
const SEARCH_MODES = ['bm25', 'vectors', 'hybrid', 'prompts'];
const ARTIFACT_QUERY = 'When does the valve of the tank close?';
const ARTIFACT_MODES = ['lexical', 'dense', 'hybrid'];
const TIME_OF_ARTIFACTS = '2025-01-01T00:00:00Z';

/**
 * Builds sources with each configuration and puts them through every other kind of output.
 *
 * @param sources folder with `docs`, and perhaps `handbook` (markdown without topics), `books` and `mixed` (artifacts)
 * @param settings folder with a configuration for each of the two
 * @param directory empty folder to work in
 * @returns every file but unchanged sources
 */
export async function makeOutputs(sources: string, settings: string, directory: string): Promise<Files> {
  const unchanged = readFiles(sources);
  const outputs = new Map<string, Buffer>();
  for (const name of SETTINGS) {
    const root = join(directory, name);
    cpSync(sources, root, { recursive: true });
    copyFileSync(join(settings, `${name}.yaml`), join(root, 'topicmill.yaml'));
    await buildDocs(root);
    runApp('topicmill', root, ['export', ...EXPORTS[name], '--out', 'export']);
    if (name === 'defaults') makeFurther(root);
    for (const path of [STATE_FOLDER, 'topicmill.yaml']) rmSync(join(root, path), { recursive: true });
    for (const [path, bytes] of readFiles(root)) {
      if (unchanged.get(path)?.equals(bytes) !== true) outputs.set(`${name}/${path}`, bytes);
    }
  }
  return outputs;
}

/**
 * Builds a docs repository in this process, as the batch executor of the Nx plugin does.
 *
 * @throws Error with the first report of a folder that was not built
 */
async function buildDocs(root: string): Promise<void> {
  const workspace = openWorkspace(root, { env: {} });
  for await (const report of runTargets(targetsOf(workspace.config), workspace)) {
    if (report.outcome !== 'built') throw new Error(`${root} was not built: ${JSON.stringify(report, null, 2)}`);
  }
}

/** What is made from a built docs root, and what needs none. */
function makeFurther(root: string): void {
  const found = join(root, 'search');
  keep(found, 'eval.json', runApp('topicmill', root, ['eval', '--json']));
  for (const mode of SEARCH_MODES) {
    keep(found, `${mode}.json`, runApp('topicmill', root, ['query', QUERY, '--mode', mode, '--json']));
  }
  for (const book of listFolder(join(root, 'books'))) {
    runApp('chunking-tool', join(root, 'books'), [book, '--strategy', 'two-tier']);
  }
  if (existsSync(join(root, 'mixed'))) storeArtifacts(root, ['mixed', 'docs/variants']);
}

function storeArtifacts(root: string, folders: readonly string[]): void {
  const store = ['--store', 'artifacts.sqlite'];
  runApp('artifact-store', root, ['ingest', ...folders, ...store, '--source-root', '.', '--ts', TIME_OF_ARTIFACTS]);
  for (const mode of ARTIFACT_MODES) {
    const found = runApp('artifact-store', root, ['search', ARTIFACT_QUERY, '--mode', mode, '--json', ...store]);
    keep(join(root, 'search'), `artifacts-${mode}.json`, found);
  }
  runApp('artifact-store', root, ['export', ...store, '--out', 'artifacts.jsonl']);
  for (const name of listFolder(root).filter((each) => each.startsWith('artifacts.sqlite'))) rmSync(join(root, name));
}

/** Runs the command itself, as a user does: what it writes and prints is an output, too. */
function runApp(name: 'topicmill' | 'chunking-tool' | 'artifact-store', cwd: string, args: readonly string[]): string {
  const bin = join(REPOSITORY, 'apps', name, 'bin', `${name}.js`);
  return execFileSync(process.execPath, [bin, ...args], { cwd, encoding: 'utf8', stdio: 'pipe' });
}

function keep(folder: string, name: string, text: string): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), text);
}

function listFolder(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder) : [];
}
