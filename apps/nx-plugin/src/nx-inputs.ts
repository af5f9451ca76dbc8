import { dirname } from 'node:path';
import { isWithin } from '@topicmill/base/paths';
import type { TopicmillConfig } from '@topicmill/pipeline/config';
import {
  CONFIG_FILE,
  displayPath,
  type Folder,
  type Step,
  type StepInput,
  sourcePath,
  statePath,
} from '@topicmill/pipeline/runner';
import { indexTargets } from '@topicmill/pipeline/steps';
import type { TargetConfiguration } from 'nx/src/devkit-exports.js';

/** Globs of the folders without topics. */
const HIDDEN_FOLDERS = ['_*', '.*'];

export type NxInput = NonNullable<TargetConfiguration['inputs']>[number];

/** Where the files of folders are. */
interface FilePlaces {
  readonly config: TopicmillConfig;
  /** Root of the project that the folders belong to. */
  readonly projectRoot: string;
}

/** Steps of a folder. */
interface FolderSteps {
  readonly folder: Folder;
  readonly steps: readonly Step[];
}

/**
 * Nx inputs of a run of steps. What one of them makes for another is not an input; the code's release is an option, and so is
 * the hash of what the docs root's steps make for all topics.
 */
export function nxInputs(work: readonly FolderSteps[], place: FilePlaces): NxInput[] {
  const filesets = new Set<string>([`{workspaceRoot}/${CONFIG_FILE}`]);
  const others = new Map<StepInput['kind'], readonly NxInput[]>();
  for (const { folder, steps } of work) {
    for (const input of steps.flatMap((step) => step.inputs)) {
      for (const fileset of filesetsOf(input, folder, place)) filesets.add(fileset);
      if (others.has(input.kind)) continue;
      const found = otherInputs(input, folder, place.config);
      if (found.length > 0) others.set(input.kind, found);
    }
  }
  return [...filesets, ...[...others.values()].flat()];
}

/** The states of a target of which a task depends on one, as an input. */
export function statesOf(target: string, config: TopicmillConfig): { readonly dependentTasksOutputFiles: string } {
  return { dependentTasksOutputFiles: `${dirname(statePath(target, displayPath(config, '')))}/**` };
}

function filesetsOf(input: StepInput, folder: Folder, place: FilePlaces): string[] {
  if (input.kind === 'sources') return [`{projectRoot}/${input.files.glob}`];
  if (input.kind === 'source') {
    return folder.sources === undefined
      ? [sourceFileset(input.path, folder, place)]
      : pageFilesets(input.path, folder, place);
  }
  if (input.kind === 'included') {
    // A missing file counts too: a commit that deletes or adds it affects the page.
    return (folder.page?.inclusions ?? []).flatMap(({ path, sought = path, target }) =>
      [sought, target].filter((each) => each !== undefined).map((each) => `{workspaceRoot}/${each}`),
    );
  }
  // Pages have any name: their hashes are among the planned ones.
  if (input.kind !== 'every-topic' || folder.sources !== undefined) return [];
  const root = `{workspaceRoot}/${displayPath(place.config, '')}`;
  return [`${root}/**/${input.path}`, ...HIDDEN_FOLDERS.map((hidden) => `!${root}/**/${hidden}/**/${input.path}`)];
}

/** Nx fails to hash files of a project that has none, which only topics never are. */
function sourceFileset(path: string, folder: Folder, { config }: FilePlaces): string {
  return folder.isTopic ? `{projectRoot}/${path}` : `{workspaceRoot}/${sourcePath(config, folder, path)}`;
}

/**
 * The page itself, for those who let Nx find affected tasks by files. Notes are not among them: what they contained when
 * the run was planned is hashed anyway, and for a fileset of its own Nx compares each file of the workspace with it.
 */
function pageFilesets(path: string, folder: Folder, { config, projectRoot }: FilePlaces): string[] {
  const source = sourcePath(config, folder, path);
  if (source === undefined || source !== folder.page?.path) return [];
  if (projectRoot === '.') return [`{projectRoot}/${source}`];
  return [
    isWithin(source, projectRoot) ? `{projectRoot}${source.slice(projectRoot.length)}` : `{workspaceRoot}/${source}`,
  ];
}

function otherInputs(input: StepInput, { childIds }: Folder, config: TopicmillConfig): NxInput[] {
  if (input.kind === 'model') return [{ env: 'TOPICMILL_EMBEDDING_MODEL' }];
  const chain = indexTargets(config).map(({ name }) => statesOf(name, config));
  if (input.kind === 'every-topic-made') return chain.map((states) => ({ ...states, transitive: true }));
  return input.kind === 'below' && childIds.length > 0 ? [chain.at(-1)!] : [];
}
