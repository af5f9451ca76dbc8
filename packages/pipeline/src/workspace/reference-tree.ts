import type { Diagnostic } from '@topicmill/base/diagnostics';
import { REFERENCE_FILE } from '@topicmill/topics/formats/file-names';
import type { TopicmillConfig } from '../config/index.js';
import type { FolderTree } from '../runner/index.js';
import { buildFolderTree, isHiddenName, parentOf } from './folder-tree.js';
import { walkDocsRoot } from './walk-docs-root.js';

/** The folders of a docs root whose topics are folders. */
export function readReferenceTree(
  root: string,
  { docsRoot, order }: Pick<TopicmillConfig, 'docsRoot' | 'order'>,
): FolderTree {
  const { paths, linked, unreadable } = walkDocsRoot(root, docsRoot, {
    entersFolder: (name) => !isHiddenName(name),
    takesFile: (name) => name === REFERENCE_FILE,
  });
  const faults = linked.map((path) => [parentOf(path)!, LINKED_REFERENCE] as const);
  return buildFolderTree([...paths, ...linked], order, new Map([...unreadable, ...faults]));
}

const LINKED_REFERENCE: Diagnostic = {
  severity: 'error',
  code: 'LINK_NOT_FOLLOWED',
  message: `Its ${REFERENCE_FILE} is a symbolic link, which Topicmill does not follow.`,
  remedy: 'Replace the link with the file itself.',
};
