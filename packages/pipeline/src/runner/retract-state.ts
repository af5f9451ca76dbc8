import { isUtf8 } from 'node:buffer';
import { lstatSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { TopicmillError } from '@topicmill/base/diagnostics';
import { errorCode, removeEmptyFolder, removeFile, writeFileIfChanged } from '@topicmill/base/files';
import { FolderFiles, type PublishedFiles } from './folder-files.js';
import { type FolderState, filesOfState } from './folder-state.js';
import { type FileContent, ownsAll, type SharedFile } from './owned-files.js';
import type { Step } from './step.js';

/** Removes a folder, and those above it as far as they are empty then. */
export function removeEmptyFolders(directory: string, stopAt: string): void {
  for (let at = directory; at !== stopAt && at.startsWith(stopAt); at = dirname(at)) {
    if (!removeEmptyFolder(at)) return;
  }
}

/**
 * Removes what steps made in a folder that is not a topic any more and has no topics below: files that still have what was
 * made, and the folders that are left empty. Of a file that people write too their part stays; files that they have
 * altered stay. The steps are forgotten by the state, which the caller saves.
 *
 * @param folder path of the folder below the workspace's root, with `/`
 * @param isDryRun changes nothing on disk
 */
export function retractState(
  root: string,
  folder: string,
  state: FolderState,
  steps: readonly Step[],
  isDryRun = false,
): PublishedFiles {
  const retracted = new RetractedFiles(root, folder, isDryRun);
  for (const name of new Set(steps.map((step) => step.name))) {
    const last = state.get(name);
    // Whether the folder was a page is not known any more, and the steps of pages have the names of the others.
    const outputs = steps.filter((step) => step.name === name).flatMap((step) => step.outputs);
    for (const [path, content] of last === undefined ? [] : filesOfState(last)) {
      if (!ownsAll(outputs, [path])) continue;
      const shared = outputs.find(({ glob }) => glob === path)?.shared;
      if (shared !== undefined) retracted.takeOut(path, shared);
      else if (retracted.hasFile(path, content)) retracted.remove(path);
    }
    state.delete(name);
  }
  return retracted.finish();
}

/**
 * Removes what steps made in a folder that has other steps now, such as a category that was a topic: what their state
 * lists or they recognize. The steps are forgotten by the state, which the caller saves.
 */
export function retractSteps(root: string, folder: string, state: FolderState, steps: readonly Step[]): PublishedFiles {
  const retracted = new RetractedFiles(root, folder);
  const files = new FolderFiles(join(root, folder), folder);
  const known = new Set(state.filePaths);
  // What a step made is recognized by what others made: nothing is removed before all are listed.
  const listed = steps.flatMap(({ outputs }) =>
    outputs.flatMap((owned) =>
      files
        .list(owned)
        .filter((path) => known.has(path) || files.isOwn(path, owned))
        .map((path) => ({ path, shared: owned.shared })),
    ),
  );
  for (const { path, shared } of listed) {
    if (shared === undefined) retracted.remove(path);
    else retracted.takeOut(path, shared);
  }
  for (const { name } of steps) state.delete(name);
  return retracted.finish();
}

class RetractedFiles {
  private readonly directory: string;
  private readonly written: string[] = [];
  private readonly removed: string[] = [];

  constructor(
    private readonly root: string,
    private readonly folder: string,
    private readonly isDryRun = false,
  ) {
    this.directory = join(root, folder);
  }

  hasFile(path: string, content: FileContent): boolean {
    const bytes = typeof content === 'string' ? Buffer.from(content, 'utf8') : content;
    return this.read(path)?.equals(bytes) === true;
  }

  remove(path: string): void {
    const file = join(this.directory, path);
    if (this.isDryRun ? this.read(path) !== undefined : removeFile(file, this.shown(path))) this.removed.push(path);
  }

  /** Leaves the hand-written part of a file alone; one that is not text is all theirs. */
  takeOut(path: string, shared: SharedFile): void {
    const present = this.read(path);
    if (present === undefined || !isUtf8(present)) return;
    const authored = shared.authoredPart(present.toString('utf8'));
    if (authored === '') this.remove(path);
    else if (this.write(path, present, authored)) this.written.push(path);
  }

  private write(path: string, present: Buffer, text: string): boolean {
    if (this.isDryRun) return !present.equals(Buffer.from(text, 'utf8'));
    return writeFileIfChanged(join(this.directory, path), text, this.shown(path));
  }

  private read(path: string): Buffer | undefined {
    return readIfFile(join(this.directory, path), this.shown(path));
  }

  private shown(path: string): string {
    return `${this.folder}/${path}`;
  }

  finish(): PublishedFiles {
    const done = { written: this.written, removed: this.removed, diagnostics: [] };
    if (this.isDryRun) return done;
    for (const path of this.removed) removeEmptyFolders(dirname(join(this.directory, path)), this.root);
    return done;
  }
}

/**
 * `undefined` for a link, too, which no step made.
 *
 * @throws TopicmillError `FILE_UNREADABLE`
 */
function readIfFile(path: string, displayPath: string): Buffer | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.isFile() === true ? readFileSync(path) : undefined;
  } catch (cause) {
    if (errorCode(cause) === 'ELOOP') return undefined;
    throw new TopicmillError('FILE_UNREADABLE', `A file of a deleted topic cannot be read (${errorCode(cause)}).`, {
      file: displayPath,
      remedy: 'Check that you may read its folder, or remove the folder.',
      cause,
    });
  }
}
