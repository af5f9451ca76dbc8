import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Diagnostic } from '@topicmill/base/diagnostics';
import { pagesRootsOf, resultsRootOf } from '@topicmill/pipeline/config';
import { openWorkspace } from '@topicmill/pipeline/workspace';
import { readIndexJson } from '@topicmill/topics/formats';
import { INDEX_FILE } from '@topicmill/topics/formats/file-names';
import { buildDirectly, buildWithNx, type Commands, run, runNode, succeed } from './commands.js';
import { pathOfAddress } from './published-paths.js';

/** The result of `topicmill init` and two builds in a repository. */
export interface TriedRepository {
  readonly generators: readonly string[];
  /** Of `init --yes` and the builds. */
  readonly exits: readonly (number | null)[];
  readonly buildSeconds: number;
  readonly secondSeconds: number;
  /** Topics that a later build changed. */
  readonly changedAgain: number;
  /** Tasks that Nx answered from its cache in the second build, of how many; `undefined` without Nx. */
  readonly cacheHits: string | undefined;
  readonly topicCount: number;
  readonly leftOutCount: number;
  /** Paths of the addresses of all pages, as `pathOfAddress` has them. */
  readonly paths: ReadonlySet<string>;
  /** Path of the address of the site. */
  readonly base: string;
  /** Addresses of all chunks. */
  readonly chunkAddresses: readonly string[];
  /** What `git status` names. */
  readonly changedFiles: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Sets up and builds a copy of a repository with the commands that a user has.
 *
 * @param clone a clone; it stays as it is
 * @param copy folder that is made for the copy
 */
export function tryRepository(clone: string, copy: string, { topicmill, nx }: Commands): TriedRepository {
  succeed(run('git', ['clone', '--quiet', '--shared', clone, copy], '.'));
  const init = runNode(topicmill, ['init', '--yes'], copy);
  if (!existsSync(join(copy, 'topicmill.yaml'))) throw new Error(`${clone}: init\n${init.stdout}${init.stderr}`);
  const byNx = nx === undefined ? [] : [buildWithNx(nx, copy), buildWithNx(nx, copy)];
  // With Nx, a third build: it says what the others noticed, and would change what they had made otherwise.
  const direct =
    nx === undefined
      ? [buildDirectly(topicmill, copy), buildDirectly(topicmill, copy)]
      : [buildDirectly(topicmill, copy)];
  const builds = [...byNx, ...direct];
  const hits = byNx.at(1)?.cache;
  const status = succeed(run('git', ['status', '--porcelain', '--untracked-files=all'], copy));
  const workspace = openWorkspace(copy, { env: {} });
  const folders = [...workspace.tree.values()];
  const urls = folders.flatMap(({ page, category }) => page?.url ?? category?.url ?? []);
  const sites = pagesRootsOf(workspace.config).map(({ site }) => site);
  return {
    generators: [...new Set(sites.map(({ generator }) => generator))],
    exits: [init.status, ...builds.map(({ exit }) => exit)],
    buildSeconds: builds[0]!.seconds,
    secondSeconds: builds[1]!.seconds,
    changedAgain: direct.at(-1)!.changedCount,
    cacheHits: hits === undefined ? undefined : `${hits.hits}/${hits.tasks}`,
    topicCount: folders.filter(({ isTopic }) => isTopic).length,
    leftOutCount: workspace.leftOut.length,
    paths: new Set(urls.map(pathOfAddress)),
    base: pathOfAddress(sites[0]!.url),
    chunkAddresses: folders.flatMap(({ id }) => chunkAddresses(join(copy, resultsRootOf(workspace.config), id))),
    changedFiles: status
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => line.slice(3)),
    diagnostics: direct[0]!.diagnostics,
  };
}

/** Addresses of the chunks of a topic, by its folder of results; none of a folder without a text of its own. */
function chunkAddresses(results: string): string[] {
  const file = join(results, INDEX_FILE);
  if (!existsSync(file)) return [];
  const { chunks } = readIndexJson(readFileSync(file, 'utf8'), file)._embedded;
  return Object.values(chunks ?? {}).flatMap(({ items }) => items.flatMap(({ url }) => url ?? []));
}

/** The text that a diagnostic names, below the copy; `undefined` where it names none, or a folder. */
export function pageOf(copy: string, { file }: Diagnostic): string | undefined {
  const path = file === undefined ? undefined : join(copy, file);
  const isFile = path !== undefined && statSync(path, { throwIfNoEntry: false })?.isFile() === true;
  return isFile ? readFileSync(path, 'utf8') : undefined;
}
