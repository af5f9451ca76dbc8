import { formatDiagnostic, throwErrors } from '@topicmill/base/diagnostics';
import { ALL_TARGETS } from '@topicmill/pipeline/optional-targets';
import {
  displayPath,
  type Folder,
  FolderState,
  type FolderWork,
  filesOfState,
  folderWork,
  openFolder,
  type ReconcileReport,
  reconcile,
  type SourceHashes,
  StatePack,
  type Step,
  type Target,
  type Workspace,
} from '@topicmill/pipeline/runner';
import { AUTHORITY, INDEX, indexTargets } from '@topicmill/pipeline/steps';
import type { ExecutorContext, TargetConfiguration } from 'nx/src/devkit-exports.js';
import { sourcesOf } from './planned-sources.js';
import { removedLines } from './removed-lines.js';
import { folderIdsOf, wholeOptions } from './target-options.js';

/**
 * Folders that Nx restored as states instead of building them: steps of other folders read their files. Where such a
 * file on disk is not that of the state, the state is not taken on trust: each of its steps is compared with its inputs.
 */
export class RestoredFolders {
  private published: Promise<void> | undefined;
  /** By target and folder. */
  private packs: ReadonlyMap<string, StatePack> | undefined;

  /** @param isBuilding whether the batch runs the target in the folder, so that it was not restored */
  constructor(
    private readonly workspace: Workspace,
    private readonly context: Pick<ExecutorContext, 'projectsConfigurations'>,
    private readonly isBuilding: (target: Pick<Target, 'name'>, folderId: string) => boolean,
  ) {}

  /**
   * Publishes the files of some steps of one folder.
   *
   * @throws FaultsError for a state that does not belong to its sources and cannot be made again
   */
  async publish(target: Target, folder: Folder, steps: readonly Step[]): Promise<void> {
    if (this.isBuilding(target, folder.id) || this.isPublished(target, folder, steps)) return;
    await this.publishAll([target]);
  }

  /**
   * Publishes the files of all restored folders, once.
   *
   * @param targets whose states they are, besides those that build folders
   * @throws FaultsError as `publish`
   */
  publishAll(targets: readonly Target[] = []): Promise<void> {
    this.published ??= this.reconcileRestored(targets);
    return this.published;
  }

  private async reconcileRestored(more: readonly Target[]): Promise<void> {
    const { workspace } = this;
    const targets = new Set([AUTHORITY, ...indexTargets(workspace.config), ...more]);
    const restored = [...targets].flatMap((target) => this.restoredWork(target));
    const sources = sourcesByFolder(this.context);
    const items = restored.map((work) => ({
      ...work,
      justPublished: false,
      expected: sources.get(work.target)?.get(work.folder.id),
      pack: this.packOf(work.target, work.folder.id),
    }));
    const report = await reconcile({ workspace, items, targets: ALL_TARGETS, nowMs: Date.now() });
    tellNews(report);
    throwErrors(report.diagnostics);
  }

  private restoredWork(target: Target): FolderWork[] {
    const folders = target.foldersIn(this.workspace).filter(({ id }) => !this.isBuilding(target, id));
    return folders.map((folder) => folderWork(target, folder));
  }

  private packOf(target: string, folderId: string): StatePack | undefined {
    this.packs ??= packsByFolder(this.workspace.root, this.context);
    return this.packs.get(keyOf(target, folderId));
  }

  private isPublished(target: Target, folder: Folder, steps: readonly Step[]): boolean {
    const { root, config } = this.workspace;
    this.packOf(target.name, folder.id)?.restore(displayPath(config, folder.id));
    const state = new FolderState(root, target.name, displayPath(config, folder.id));
    const files = openFolder(this.workspace, folder);
    return steps.every((step) => {
      const made = state.get(step.name);
      if (made === undefined) return false;
      return [...filesOfState(made)].every(([path, content]) => files.read(path)?.text === content);
    });
  }
}

/** The files that states were restored in, by the names of their targets and the ids of their folders. */
function packsByFolder(root: string, { projectsConfigurations }: Pick<ExecutorContext, 'projectsConfigurations'>) {
  const packs = new Map<string, StatePack>();
  for (const { targets = {} } of Object.values(projectsConfigurations.projects)) {
    for (const [name, target] of Object.entries<TargetConfiguration>(targets)) {
      if (!target.executor?.startsWith('@topicmill/nx:')) continue;
      const { pack: path, step = name, ...options } = wholeOptions(targets, name, target.options);
      if (path === undefined) continue;
      const pack = new StatePack(root, path, step);
      for (const folder of folderIdsOf(options)) packs.set(keyOf(step, folder), pack);
    }
  }
  return packs;
}

function keyOf(target: string, folderId: string): string {
  return `${target}:${folderId}`;
}

const INDEX_EXECUTOR = '@topicmill/nx:index';

/** The hashes that every task which builds a folder was planned with, by the name of its target and the folder's id. */
function sourcesByFolder({
  projectsConfigurations,
}: Pick<ExecutorContext, 'projectsConfigurations'>): ReadonlyMap<string, ReadonlyMap<string, SourceHashes>> {
  const byTarget = new Map<string, Map<string, SourceHashes>>();
  for (const { targets = {} } of Object.values(projectsConfigurations.projects)) {
    for (const [name, target] of Object.entries<TargetConfiguration>(targets)) {
      if (target.executor !== INDEX_EXECUTOR) continue;
      const options = wholeOptions(targets, name, target.options);
      const { step = INDEX.name } = options;
      const byFolder = byTarget.get(step) ?? new Map<string, SourceHashes>();
      byTarget.set(step, byFolder);
      for (const folder of folderIdsOf(options)) byFolder.set(folder, sourcesOf(targets, name, folder));
    }
  }
  return byTarget;
}

function tellNews({ rebuilt, removed, diagnostics }: ReconcileReport): void {
  const news = diagnostics.filter(({ severity }) => severity === 'warning').map(formatDiagnostic);
  for (const line of [...news, ...rebuilt.map((folder) => `rebuilt ${folder}`), ...removedLines(removed)]) {
    process.stdout.write(`topicmill: ${line}\n`);
  }
}
