import { TopicmillError } from '@topicmill/base/diagnostics';
import { displayPath, type Folder, type Workspace } from '@topicmill/pipeline/runner';
import { INDEX } from '@topicmill/pipeline/steps';
import type { ExecutorContext } from 'nx/src/devkit-exports.js';
import type { IndexOptions } from './target-options.js';

/** Of a folder that was added or removed after Nx had planned the run. */
export function changedFolders(id: string): TopicmillError {
  return new TopicmillError(
    'AUTHORED_PART_CHANGED',
    `The folder "${id}" was added or removed while the build was starting.`,
    {
      file: id,
      remedy: 'Run the command again.',
    },
  );
}

/**
 * The set of folders is part of what Nx hashed, too.
 *
 * @throws TopicmillError `AUTHORED_PART_CHANGED`
 */
export function refuseOtherChildren({ id, childIds }: Folder, planned: readonly string[]): void {
  if (childIds.join('\0') === planned.join('\0')) return;
  const [known, present] = [new Set(planned), new Set(childIds)];
  const other = [...childIds.filter((child) => !known.has(child)), ...planned.filter((each) => !present.has(each))];
  throw changedFolders(other[0] ?? id);
}

/**
 * Topics that the ignore files of a machine hide from Nx must be hidden from Topicmill too.
 *
 * @throws TopicmillError `SOURCE_CHANGED`
 */
export function refuseUnknownTopics(
  { tree, config }: Workspace,
  { projectsConfigurations }: Pick<ExecutorContext, 'projectsConfigurations'>,
): void {
  const known = new Set<unknown>(
    Object.values(projectsConfigurations.projects).flatMap(({ targets }) => {
      const options = targets?.[INDEX.name]?.options as Partial<IndexOptions> | undefined;
      return [options?.folders ?? options?.folder].flat();
    }),
  );
  const unknown = [...tree.values()].find(({ id, isTopic, fault }) => isTopic && fault === undefined && !known.has(id));
  if (unknown === undefined) return;
  throw new TopicmillError('SOURCE_CHANGED', `Nx did not know the topic "${unknown.id}" when the build started.`, {
    file: displayPath(config, unknown.id),
    remedy: 'Run the command again. If it fails again, Nx ignores the folder: list it in .nxignore too, or rename it.',
  });
}
