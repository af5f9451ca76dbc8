import type { Diagnostic } from '@topicmill/base/diagnostics';
import { addTo, groupBy } from '@topicmill/base/groups';
import { compareCodeUnits } from '@topicmill/base/order';
import { depthOf, foldedPath, lastName } from '@topicmill/base/paths';
import { INDEX_FILE, REFERENCE_FILE, RELATED_FILE, TOPIC_SPEC_FILE } from '@topicmill/topics/formats/file-names';
import { type Folder, type FolderTree, STATE_FILES } from '../runner/index.js';

/** The file of the docs root that pins the shares of the terms in the topics. */
export const KEYWORD_SHARES_FILE = 'keyword-shares.md';

/**
 * The folders that get an index: every topic, every folder above one, and the docs root itself.
 *
 * @param referencePaths paths of the references below the docs root, with `/`; those below a folder whose name starts
 * with `_` or `.` are left out
 * @param order ids of topics and categories in reading order; those of a folder that it does not name follow, sorted
 * @param unreadable ids of the folders that cannot be looked into, with the reason; all of them have that fault
 * @returns folders whose ids differ only in upper and lower case or in Unicode form have the fault `TOPIC_ID_CONFLICT`
 */
export function buildFolderTree(
  referencePaths: Iterable<string>,
  order: readonly string[] = [],
  unreadable: ReadonlyMap<string, Diagnostic> = new Map(),
): FolderTree {
  const topicIds = new Set<string>();
  for (const path of referencePaths) {
    const segments = path.split('/');
    const fileName = segments.pop();
    if (fileName === REFERENCE_FILE && !segments.some(isHiddenName)) topicIds.add(segments.join('/'));
  }
  return assembleTree({
    leafIds: [...topicIds, ...unreadable.keys()],
    faults: unreadable,
    compare: readingOrder(order),
    describe: (id) => ({ isTopic: topicIds.has(id) }),
  });
}

/** What a tree is built from. */
export interface TreeParts {
  /** Every folder is one of these, or above one. */
  readonly leafIds: Iterable<string>;
  /** Why folders cannot be built, by their ids. */
  readonly faults: ReadonlyMap<string, Diagnostic>;
  /** Orders the folders directly below another. */
  compare(a: string, b: string): number;
  describe(id: string): Omit<Folder, 'id' | 'parentId' | 'childIds' | 'fault'>;
}

/**
 * A tree with the folders above others, up to the docs root; ids that differ only in upper and lower case or in Unicode
 * form have the fault `TOPIC_ID_CONFLICT`, those whose names outputs cannot have, or have themselves, `FOLDER_NAME_INVALID`.
 */
export function assembleTree({ leafIds, faults: given, compare, describe }: TreeParts): FolderTree {
  const ids = new Set(['']);
  for (const leaf of leafIds) for (let at: string | undefined = leaf; at !== undefined; at = parentOf(at)) ids.add(at);
  const faults = new Map([...conflictsAmong(ids), ...namesToRefuse(ids, describe), ...given]);
  const children = new Map<string, string[]>();
  for (const id of ids) {
    const parent = parentOf(id);
    if (parent !== undefined) addTo(children, parent, id);
  }
  const tree = new Map<string, Folder>();
  for (const id of [...ids].sort(deepestFirst)) {
    const fault = faults.get(id);
    tree.set(id, {
      id,
      parentId: parentOf(id),
      childIds: (children.get(id) ?? []).sort(compare),
      ...describe(id),
      ...(fault === undefined ? {} : { fault }),
    });
  }
  return tree;
}

/**
 * Compares folders by the place at which they are read first: that of their own id, or of the first one below them.
 * What is not named follows, by id.
 */
export function readingOrder(ids: Iterable<string>): TreeParts['compare'] {
  const ranks = new Map<string, number>();
  for (const id of ids) {
    const rank = ranks.size;
    for (let at: string | undefined = id; at !== undefined && !ranks.has(at); at = parentOf(at)) ranks.set(at, rank);
  }
  return (a, b) => (ranks.get(a) ?? ranks.size) - (ranks.get(b) ?? ranks.size) || compareCodeUnits(a, b);
}

/** Whether a folder of this name is never a topic nor searched for topics. */
export function isHiddenName(name: string): boolean {
  return name.startsWith('_') || name.startsWith('.') || name === 'node_modules';
}

/** Id of the folder directly above; `undefined` for the docs root. */
export function parentOf(id: string): string | undefined {
  if (id === '') return undefined;
  const slash = id.lastIndexOf('/');
  return slash === -1 ? '' : id.slice(0, slash);
}

function deepestFirst(a: string, b: string): number {
  return depthOf(b) - depthOf(a) || compareCodeUnits(a, b);
}

function conflictsAmong(ids: Iterable<string>): Map<string, Diagnostic> {
  const idsByForm = groupBy([...ids].sort(), foldedPath);
  const conflicts = new Map<string, Diagnostic>();
  for (const same of idsByForm.values()) {
    if (same.length === 1) continue;
    for (const id of same) conflicts.set(id, conflict(id, same.find((each) => each !== id)!));
  }
  return conflicts;
}

/** Folders whose results could not be written, and those below them. */
function namesToRefuse(ids: Iterable<string>, describe: TreeParts['describe']): Map<string, Diagnostic> {
  const refused = new Map<string, Diagnostic>();
  for (const id of [...ids].sort((a, b) => depthOf(a) - depthOf(b))) {
    const above = parentOf(id);
    if (above === undefined) continue;
    const fault = refused.get(above) ?? nameFault(lastName(id), above, describe);
    if (fault !== undefined) refused.set(id, fault);
  }
  return refused;
}

function nameFault(name: string, above: string, describe: TreeParts['describe']): Diagnostic | undefined {
  const refuse = (reason: string): Diagnostic => ({
    severity: 'error',
    code: 'FOLDER_NAME_INVALID',
    message: `The name of the folder ${JSON.stringify(name)} ${reason}.`,
    remedy: 'Rename it, or the page that it is named after; pages can also be left out: `exclude` in topicmill.yaml.',
  });
  // Paths of outputs have `/` on every system, so a backslash would be another folder on some.
  if (name.includes('\\')) return refuse('contains a backslash, which some systems take for a separator');
  if (CONTROL_CHARACTER.test(name)) return refuse('contains a line break or control character');
  if (name.includes('\uFFFD')) return refuse('is not in UTF-8, or contains U+FFFD');
  // Cells of tables are read without it.
  if (/^\s/.test(name)) return refuse('begins with white space');
  if (isTaken(name, above, describe)) return refuse(`is that of a file which Topicmill writes next to it`);
  return undefined;
}

const CONTROL_CHARACTER = /[\0-\x08\n-\x1f\x7f\x85\u2028\u2029]/;

/** Whether the results of the folder above, or its state, have a file of this name. */
function isTaken(name: string, above: string, describe: TreeParts['describe']): boolean {
  const form = foldedPath(name);
  if (
    form === INDEX_FILE ||
    Object.values<string>(STATE_FILES).includes(form) ||
    (above === '' && form === RELATED_FILE)
  )
    return true;
  if (!form.includes('.')) return false;
  const { isTopic, page } = describe(above);
  return isTopic && (form === TOPIC_SPEC_FILE || (page !== undefined && form === foldedPath(lastName(page.path))));
}

function conflict(id: string, other: string): Diagnostic {
  return {
    severity: 'error',
    code: 'TOPIC_ID_CONFLICT',
    message: `"${id}" and "${other}" differ only in case or Unicode form, so some file systems treat them as the same.`,
    remedy: 'Rename one of the two pages or folders, or leave one out.',
  };
}
