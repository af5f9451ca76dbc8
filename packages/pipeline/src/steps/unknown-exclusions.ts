import type { Diagnostic } from '@topicmill/base/diagnostics';
import type { TopicmillConfig } from '../config/index.js';
import { CONFIG_FILE } from '../runner/index.js';

/** A `CONFIG_INVALID` warning for each id of `chunking.exclude` that is not a topic: nothing is left out for it. */
export function unknownExclusions(
  { docsRoot, chunking: { exclude } }: Pick<TopicmillConfig, 'docsRoot' | 'chunking'>,
  topicIds: ReadonlySet<string>,
): Diagnostic[] {
  return exclude
    .filter((id) => !topicIds.has(id))
    .map((id) => {
      const meant = idOfPath(id, docsRoot);
      return {
        severity: 'warning',
        code: 'CONFIG_INVALID',
        message: `chunking.exclude names "${id}", which is not a topic.`,
        file: CONFIG_FILE,
        remedy: topicIds.has(meant)
          ? `Write ${meant}.`
          : 'Write the path of a topic below the docs root, or remove the entry if the topic is gone.',
      };
    });
}

/** Of a path as people write one: from the workspace's root, or with `./` and `/` around it. */
function idOfPath(path: string, docsRoot: string): string {
  const plain = path.replace(/^(?:\.?\/)+|(?<!\/)\/+$/g, '');
  return plain.startsWith(`${docsRoot}/`) ? plain.slice(docsRoot.length + 1) : plain;
}
