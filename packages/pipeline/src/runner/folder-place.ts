import { join } from 'node:path';
import { isFolder, listDirectory, listEntries, refuseLinkOrPipe } from '@topicmill/base/files';

/** Where files are that are not in their folder: paths below `root`, by the paths that they have in the folder. */
export interface FilesElsewhere {
  readonly root: string;
  readonly paths: ReadonlyMap<string, string> | undefined;
}

/** What is in a folder, by its name. */
export type DirectoryListing = ReadonlyMap<string, 'folder' | 'other'>;

/** Where the files of one folder are, how messages name them, and which are there. */
export class FolderPlace {
  /**
   * @param directory file system path
   * @param displayDirectory the same folder as messages name it, with `/` on every system
   */
  constructor(
    private readonly directory: string,
    private readonly displayDirectory: string,
    private readonly elsewhere: FilesElsewhere,
  ) {}

  /** Path of a file as messages name it; `''` is the folder itself. */
  displayPath(path: string): string {
    return this.elsewhere.paths?.get(path) ?? [this.displayDirectory, path].filter((part) => part !== '').join('/');
  }

  /** Path below the root of what a step writes, in the folder always. */
  ownDisplayPath(path: string): string {
    return [this.displayDirectory, path].filter((part) => part !== '').join('/');
  }

  /** File system path at which a step's own file is written: in the folder, always. */
  ownPath(path: string): string {
    return join(this.directory, path);
  }

  /** File system path at which a file is read. */
  pathOf(path: string): string {
    const elsewhere = this.elsewhere.paths?.get(path);
    return elsewhere === undefined ? this.ownPath(path) : join(this.elsewhere.root, elsewhere);
  }

  /** Path of a file as it is below the root of what is elsewhere, where hand-written text is moved to. */
  pathBelowRoot(path: string): string {
    return join(this.elsewhere.root, this.elsewhere.paths?.get(path) ?? join(this.displayDirectory, path));
  }

  isElsewhere(path: string): boolean {
    return this.elsewhere.paths?.has(path) === true;
  }

  /** Names of what is in a folder below this one. */
  names(directory: string): string[] {
    return this.isMissing(directory) ? [] : listDirectory(this.ownPath(directory), this.displayPath(directory));
  }

  /** The same with what each of them is. */
  entries(directory: string): DirectoryListing {
    if (this.isMissing(directory)) return new Map();
    const entries = listEntries(this.ownPath(directory), this.displayPath(directory));
    return new Map(entries.map((entry) => [entry.name, entry.isDirectory() ? 'folder' : 'other']));
  }

  /** Whether a folder is known not to be there. Before the first build that is usual, and listing it costs an error. */
  private isMissing(directory: string): boolean {
    if (this.displayDirectory === '' || this.displayPath(directory) === '.') return false;
    const isThere = refuseLinkOrPipe(this.ownPath(directory), this.displayPath(directory));
    // Below a file there is nothing either, but that is a fault.
    return !isThere && directory !== '' && isFolder(this.directory);
  }
}
