import { dirname, join, posix } from 'node:path';
import { type Diagnostic, diagnosticsOf, TopicmillError } from '@topicmill/base/diagnostics';
import { removeFile, writeFileIfChanged } from '@topicmill/base/files';
import { addTo } from '@topicmill/base/groups';
import { compareCodeUnits } from '@topicmill/base/order';
import { idOfOwnIndex } from '@topicmill/topics/formats';
import { INDEX_FILE } from '@topicmill/topics/formats/file-names';
import { resultsRootOf } from '../config/index.js';
import { ALL_TARGETS } from '../optional-targets/index.js';
import {
  type DocsRoot,
  displayPath,
  type Folder,
  type FolderFiles,
  folderPath,
  type OwnedFiles,
  openFolder,
  type RecordedDocsRoot,
  removeEmptyFolders,
  type Step,
} from '../runner/index.js';
import { INDEX } from '../steps/index.js';
import { isHiddenName, PAGE_NOTE_ENDINGS, PAGE_NOTES_DIRECTORY, walkDocsRoot } from '../workspace/index.js';

/** A file that a step made, in a folder in which no step makes it any more. */
interface Orphan {
  /** Below its folder, with `/`. */
  readonly path: string;
  /** The files that the step makes. */
  readonly outputs: OwnedFiles;
}

/** The orphans of one folder. */
export interface OrphanFolder {
  /** Path below the docs root, with `/`. */
  readonly id: string;
  /**
   * Whether the folder's own `index.json` says that it was made for this folder: the files are surely outputs of this
   * docs root, and not, for instance, a copy that somebody keeps.
   */
  readonly isSure: boolean;
  /** Sorted by path; `index.json`, by which the others are known, comes last. */
  readonly files: readonly Orphan[];
}

/**
 * Finds the outputs of topics and categories that are gone, by what is in the files alone: a clone has no record of what
 * was published.
 *
 * @returns folders sorted by id; none below a folder that cannot be read
 */
export function findOrphans(docsRoot: RecordedDocsRoot): OrphanFolder[] {
  const { config, tree } = docsRoot;
  const steps = stepsOfKind(config.sources === 'pages');
  const outputs = [...new Set(steps.flatMap((step) => step.outputs))];
  const found: OrphanFolder[] = [];
  const candidates = candidatesIn(docsRoot, outputs);
  const faulty = [...tree.values()].filter(({ fault }) => fault !== undefined);
  if (faulty.some(({ id }) => id === '')) return [];
  let others: ReadonlySet<string> | undefined;
  const isOfOtherTarget = (id: string): boolean => {
    others ??= new Set(ALL_TARGETS.flatMap((target) => target.foldersIn(docsRoot).map((folder) => folder.id)));
    return others.has(id);
  };
  for (const [id, paths] of [...candidates].sort(([a], [b]) => compareCodeUnits(a, b))) {
    const folder = tree.get(id);
    if (folder === undefined && isOfOtherTarget(id)) continue;
    if (faulty.some((folder) => `${id}/`.startsWith(`${folder.id}/`))) continue;
    const unwanted = folder === undefined ? outputs : formerOutputs(folder);
    const orphans = orphansAmong(paths, unwanted, id, openFolder(docsRoot, { id }));
    if (orphans !== undefined) found.push({ id, ...orphans });
  }
  return found;
}

/** What is wrong with folders that have orphans: an error where a build would remove them, else a warning. */
export function orphanDiagnostics(
  orphans: readonly OrphanFolder[],
  { config }: Pick<DocsRoot, 'config'>,
): Diagnostic[] {
  return orphans.map(({ id, isSure, files }) => ({
    severity: isSure ? 'error' : 'warning',
    code: 'OUTPUT_ORPHANED',
    message: `${isSure ? 'The topic or category is gone' : 'The folder is not a topic'}, and files that Topicmill made are still there: ${listed(files)}.`,
    file: displayPath(config, id),
    remedy: isSure
      ? 'Build the docs, or run `npx topicmill clean`.'
      : 'Run `npx topicmill clean`, or move the folder out of the docs root if you keep it on purpose.',
  }));
}

const LISTED_FILES = 3;

function listed(files: readonly Orphan[]): string {
  const names = files.slice(0, LISTED_FILES).map(({ path }) => path);
  const more = files.length - names.length;
  return more === 0 ? names.join(', ') : `${names.join(', ')} and ${more} more`;
}

/** Steps that may have run in a folder of the docs root. */
function stepsOfKind(isPages: boolean): readonly Step[] {
  const targets = ALL_TARGETS.filter(({ name }) => name !== INDEX.name);
  const sources = isPages ? new Map<string, string>() : undefined;
  const ofIndex = INDEX.stepsOfKind!({ ...NO_FOLDER, ...(sources && { sources }) });
  const isOfKind = new Set(INDEX.steps.filter((step) => !ofIndex.includes(step)));
  return [...ofIndex, ...targets.flatMap(({ steps }) => steps.filter((step) => !isOfKind.has(step)))].filter(
    ({ scope }) => scope !== 'docs-root',
  );
}

const NO_FOLDER: Folder = { id: '', isTopic: false, parentId: undefined, childIds: [] };

/** What a category had if it was a topic once. Other targets may have it still, if somebody ran them. */
function formerOutputs(folder: Folder): OwnedFiles[] {
  return INDEX.stepsOfKind!(folder).flatMap(({ scope, outputs }) => (scope === 'topic' ? outputs : []));
}

/** Files in folders that are not topics, by the ids of the folders, all with names of outputs; paths below the folder. */
function candidatesIn(
  { root, config, tree, record }: RecordedDocsRoot,
  outputs: readonly OwnedFiles[],
): Map<string, string[]> {
  const directories = new Set(outputs.map(({ directory }) => directory));
  const isTopic = (path: string): boolean => tree.get(path === '.' ? '' : path)?.isTopic === true;
  const { paths } = walkDocsRoot(root, resultsRootOf(config), {
    record,
    includesIgnored: config.sources === 'pages',
    entersFolder: (name, path) => (directories.has(name) ? !isTopic(posix.dirname(path)) : !isHiddenName(name)),
    takesFile: (name, path) => {
      const folder = posix.dirname(path);
      const directory = posix.basename(folder);
      const inside = directories.has(directory) ? directory : '';
      if (inside === '' && isTopic(folder)) return false;
      return outputs.some((files) => files.directory === inside && files.owns(name));
    },
  });
  const candidates = new Map<string, string[]>();
  for (const path of paths) {
    const above = posix.dirname(path);
    const isInside = directories.has(posix.basename(above));
    const folder = isInside ? posix.dirname(above) : above;
    const id = folder === '.' ? '' : folder;
    addTo(candidates, id, id === '' ? path : path.slice(id.length + 1));
  }
  return candidates;
}

function orphansAmong(
  paths: readonly string[],
  outputs: readonly OwnedFiles[],
  id: string,
  files: FolderFiles,
): Omit<OrphanFolder, 'id'> | undefined {
  const orphans = paths.flatMap((path): Orphan[] => {
    const owner = outputs.find((each) => each.directory === directoryOf(path) && each.owns(posix.basename(path)));
    return owner !== undefined && isOrphan(path, owner, files) ? [{ path, outputs: owner }] : [];
  });
  if (orphans.length === 0) return undefined;
  const isSure = idOfOwnIndex(textOf(files, INDEX_FILE)) === id;
  const rank = ({ path }: Orphan): string => `${path === INDEX_FILE ? 1 : 0}${path}`;
  return { isSure, files: orphans.sort((a, b) => compareCodeUnits(rank(a), rank(b))) };
}

/** A file that people write too is one if a step wrote into it. */
function isOrphan(path: string, owner: OwnedFiles, files: FolderFiles): boolean {
  const text = textOf(files, path);
  if (text.trim() === '') return false;
  if (owner.shared !== undefined) return owner.shared.authoredPart(text).trimEnd() !== text.trimEnd();
  return owner.recognizes !== undefined && files.isOwn(path, owner);
}

function textOf(files: FolderFiles, path: string): string {
  try {
    return files.read(path)?.text ?? '';
  } catch (thrown) {
    if (thrown instanceof TopicmillError) return '';
    throw thrown;
  }
}

function directoryOf(path: string): string {
  const directory = posix.dirname(path);
  return directory === '.' ? '' : directory;
}

/**
 * Finds files that people wrote about pages, questions among them, whose page is gone or has another name now.
 *
 * @returns paths from the workspace's root, with `/`, sorted; none about pages in a folder that cannot be read
 */
export function findOrphanedNotes({ root, config, tree }: DocsRoot): string[] {
  if (config.sources !== 'pages') return [];
  const faulty = [...tree.values()].filter(({ fault }) => fault !== undefined).map(({ id }) => id);
  const hasPage = (id: string): boolean =>
    tree.get(id)?.page !== undefined || faulty.some((each) => each === '' || `${id}/`.startsWith(`${each}/`));
  const { paths } = walkDocsRoot(root, PAGE_NOTES_DIRECTORY, {
    includesIgnored: true,
    entersFolder: (name) => !isHiddenName(name),
    takesFile: (_, path) => {
      const end = [...PAGE_NOTE_ENDINGS.values()].find((each) => path.endsWith(each));
      if (end === undefined) return false;
      const id = path.slice(0, -end.length);
      return !hasPage(id) && !(id === 'index' && hasPage(''));
    },
  });
  return paths.map((path) => `${PAGE_NOTES_DIRECTORY}/${path}`).sort();
}

/** A warning `PAGE_NOTES_ORPHANED` for each. */
export function orphanedNoteDiagnostics(paths: readonly string[]): Diagnostic[] {
  return paths.map((file) => ({
    severity: 'warning',
    code: 'PAGE_NOTES_ORPHANED',
    message: 'It belongs to a page that is not in the docs, so it is ignored.',
    file,
    remedy: 'Give it the name of its page where that was renamed, or delete it.',
  }));
}

/** What was changed on disk, or would be: paths relative to the workspace, with `/`. */
interface RemovedOrphans {
  readonly removed: readonly string[];
  /** Files that people also write in: what Topicmill wrote was removed, and their own text was kept. */
  readonly written: readonly string[];
  /** What cannot be read or removed. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Removes the orphans that are certainly outputs of this docs root, and keeps the others that `findOrphans` finds. */
export function removeSureOrphans(docsRoot: RecordedDocsRoot, isDryRun = false): RemovedOrphans {
  return removeOrphans(
    findOrphans(docsRoot).filter(({ isSure }) => isSure),
    docsRoot,
    isDryRun,
  );
}

/**
 * Removes orphans, and folders that become empty. What cannot be removed is reported, and the other folders are still handled.
 *
 * @param isDryRun changes nothing
 */
export function removeOrphans(orphans: readonly OrphanFolder[], docsRoot: DocsRoot, isDryRun = false): RemovedOrphans {
  const removed: string[] = [];
  const written: string[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const orphan of orphans) {
    try {
      for (const { path, isLeft } of removeFolderOf(orphan, docsRoot, isDryRun))
        (isLeft ? written : removed).push(path);
    } catch (thrown) {
      if (!(thrown instanceof TopicmillError)) throw thrown;
      diagnostics.push(...diagnosticsOf(thrown));
    }
  }
  return { removed: removed.sort(), written: written.sort(), diagnostics };
}

function* removeFolderOf(
  { id, files }: OrphanFolder,
  docsRoot: DocsRoot,
  isDryRun: boolean,
): Generator<{ readonly path: string; readonly isLeft: boolean }> {
  const folder = folderPath(docsRoot, id);
  const texts = openFolder(docsRoot, { id });
  for (const { path, outputs } of files) {
    const shown = texts.displayPath(path);
    const authored = outputs.shared?.authoredPart(texts.read(path)?.text ?? '') ?? '';
    if (isDryRun) yield { path: shown, isLeft: authored !== '' };
    else if (authored === '') {
      removeFile(join(folder, path), shown);
      yield { path: shown, isLeft: false };
    } else {
      writeFileIfChanged(join(folder, path), authored, shown);
      yield { path: shown, isLeft: true };
    }
    if (!isDryRun) removeEmptyFolders(dirname(join(folder, path)), folderPath(docsRoot, ''));
  }
}
