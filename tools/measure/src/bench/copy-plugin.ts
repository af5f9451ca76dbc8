import { createNodes as topicNodes } from '@topicmill/nx';
import { inferWith } from '@topicmill/nx/infer-with';
import type { CreateNodes, ProjectConfiguration } from 'nx/src/devkit-exports.js';

/** Name of the plugin, as `nx.json` has it. */
export const name = '@topicmill/measure';

const [pattern] = topicNodes;

/** How nx.json may configure the plugin. */
interface CopyOptions {
  /** `folder`: one project for all topics of a folder, as if each folder had one task. */
  readonly projects?: 'folder';
}

/**
 * Infers what @topicmill/nx infers, with the same inputs, outputs and dependencies, but with executors that only copy a
 * file and without the authority, which Topicmill makes as it infers: what a build costs without the work of Topicmill's
 * own steps.
 */
export const createNodes: CreateNodes<CopyOptions> = [
  pattern,
  async (files, options, context) => {
    const found = inferWith(() => '', files, context);
    return found.map(([file, { projects: inferred = {}, externalNodes = {} }]) => {
      const projects = options?.projects === 'folder' ? foldersAmong(inferred) : inferred;
      const copying = Object.entries(projects).map(([root, project]) => [root, copyingProject(project)] as const);
      return [file, { projects: Object.fromEntries(copying), externalNodes }] as const;
    });
  },
];

function copyingProject<P extends Partial<ProjectConfiguration>>(project: P): P {
  if (project.targets === undefined) return project;
  const targets = Object.entries(project.targets).map(([target, configuration]) => {
    const executor = configuration.executor!;
    return [target, { ...configuration, executor: `${name}:${executor.slice(executor.lastIndexOf(':') + 1)}` }];
  });
  return { ...project, targets: Object.fromEntries(targets) };
}

type Projects = Record<string, Partial<ProjectConfiguration>>;

/** The projects that have others below them; their tasks read all documents below their folder. */
function foldersAmong(projects: Projects): Projects {
  const isFolder = ({ targets }: Partial<ProjectConfiguration>): boolean =>
    targets?.['index']?.dependsOn?.some((each) => typeof each === 'object' && each.target === 'index') === true;
  const folders = Object.entries(projects).filter(([, project]) => isFolder(project));
  const names = new Set(folders.map(([, project]) => project.name));
  return Object.fromEntries(
    folders.map(([root, { targets, implicitDependencies: _, ...project }]) => {
      const index = targets!['index'];
      const below = index!.dependsOn!.flatMap((each) =>
        typeof each === 'object' && each.target === 'index' ? (each.projects ?? []) : [],
      );
      const folderNames = [below].flat().filter((name) => names.has(name));
      const dependsOn = folderNames.length === 0 ? [] : [{ projects: folderNames, target: 'index' }];
      const inputs = [
        `{workspaceRoot}/${root}/**/*.md`,
        ...index!.inputs!.filter((input) => typeof input === 'object'),
      ];
      return [root, { ...project, targets: { index: { ...index, dependsOn, inputs } } }];
    }),
  );
}
