import { join } from 'node:path';
import { type Diagnostic, FaultsError } from '@topicmill/base/diagnostics';
import {
  type DocumentFile,
  listDirectory,
  listEntries,
  putBack,
  readBytesIfExists,
  readDocumentIfExists,
  refuseLink,
  removeFile,
  sha256Hex,
  sweepTemporaryFiles,
  type UpdatedFile,
  updateFile,
  writeFileIfChanged,
} from '@topicmill/base/files';
import { pathIn } from '@topicmill/topics/formats/file-names';
import { type LateMerge, lateEdits, takeInLeftAside } from './late-edits.js';
import { foreignFile, foreignFolder, occupantOf } from './occupied-place.js';
import {
  type FileContent,
  isShared,
  type MergedFile,
  type OwnedFiles,
  ownsAll,
  type SharedFile,
} from './owned-files.js';
import { removeFolderIfEmpty } from './remove-empty-folders.js';

/** Which files on disk may be replaced and removed. */
export interface Provenance {
  /** Paths below the folder of files that were published on this machine before. */
  readonly known: ReadonlySet<string>;
  /** Takes over files that nobody recognizes, too. */
  readonly adopt?: boolean | undefined;
}

/** What publishing changed on disk: paths below the folder, sorted by code unit. */
export interface PublishedFiles {
  readonly written: readonly string[];
  readonly removed: readonly string[];
  /** What people should know of their own text in these files. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Where files are that are not in their folder: paths below `root`, by the paths that they have in the folder. */
export interface FilesElsewhere {
  readonly root: string;
  readonly paths: ReadonlyMap<string, string> | undefined;
}

/** What is in a folder, by its name. */
type DirectoryListing = ReadonlyMap<string, 'folder' | 'other'>;
/** What was in folders when they were last listed, by their paths below the folder of the step. */
type Listing = ReadonlyMap<string, DirectoryListing>;

interface KnownFile {
  readonly file: DocumentFile | undefined;
  sha256?: string;
}

/** The files of one folder while its steps run: each is read and hashed once, and known without reading after a write. */
export class FolderFiles {
  private readonly known = new Map<string, KnownFile>();

  /**
   * @param directory file system path
   * @param displayDirectory the same folder as messages name it, with `/` on every system
   * @param isDryRun keeps what is published in memory: later reads see it, the disk does not
   * @param elsewhere files of the folder that are in other places below `root`; only hand-written text that is moved there is written
   */
  constructor(
    private readonly directory: string,
    private readonly displayDirectory: string,
    private readonly isDryRun = false,
    private readonly elsewhere: FilesElsewhere = { root: '', paths: undefined },
  ) {}

  /** Path of a file as messages name it; `''` is the folder itself. */
  displayPath(path: string): string {
    const elsewhere = this.elsewhere.paths?.get(path);
    return elsewhere ?? [this.displayDirectory, path].filter((part) => part !== '').join('/');
  }

  /** @throws TopicmillError `FILE_UNREADABLE`, `NOT_UTF8`, `NOT_TEXT` */
  read(path: string): DocumentFile | undefined {
    return this.look(path).file;
  }

  /** SHA-256 of a file's bytes; `undefined` when there is no such file. */
  sha256(path: string): string | undefined {
    const known = this.look(path);
    if (known.file === undefined) return undefined;
    known.sha256 ??= sha256Hex(known.file.bytes);
    return known.sha256;
  }

  /** Paths below the folder of the files that are owned and there, sorted by code unit. */
  list(owned: OwnedFiles): string[] {
    return this.ownedAmong(this.names(owned.directory), owned);
  }

  /**
   * Writes what was made, in the order given, then removes what is owned and was not made: a reader never misses a file
   * that is still named. Files that have the same bytes already are not touched.
   *
   * @param provenance without it, every file of an owned name may be replaced and removed
   * @throws TopicmillError `FILE_UNWRITABLE`; FaultsError `FILE_FOREIGN` for files that the step did not write, before
   *   anything is changed
   */
  publish(
    owned: readonly OwnedFiles[],
    made: ReadonlyMap<string, FileContent>,
    provenance?: Provenance,
  ): PublishedFiles {
    const listed = provenance && this.refuseForeign(owned, made, provenance);
    return this.publishOver(owned, made, listed);
  }

  /** The same after `refuseForeign` has let it pass, with what that returned. */
  publishOver(owned: readonly OwnedFiles[], made: ReadonlyMap<string, FileContent>, listed?: Listing): PublishedFiles {
    const written: string[] = [];
    const diagnostics: Diagnostic[] = [];
    for (const [path, content] of made) {
      const shared = owned.find(({ glob }) => glob === path)?.shared;
      const isWritten =
        shared === undefined || typeof content !== 'string'
          ? this.write(path, content)
          : this.writeShared(path, content, shared, diagnostics);
      if (isWritten) written.push(path);
    }
    if (!this.isDryRun) diagnostics.push(...this.takeInLeft(owned, listed));
    const removed: string[] = [];
    for (const directory of new Set(owned.map((files) => files.directory))) {
      removed.push(
        ...this.clear(
          directory,
          owned.filter((files) => files.directory === directory),
          made,
          listed?.get(directory),
        ),
      );
    }
    return { written: written.sort(), removed: removed.sort(), diagnostics };
  }

  /** Removes what is owned in one folder and was not made, what killed writers left there, and a folder that is empty then. */
  private clear(
    directory: string,
    owned: readonly OwnedFiles[],
    made: ReadonlyMap<string, FileContent>,
    listed: DirectoryListing | undefined,
  ): string[] {
    const path = join(this.directory, directory);
    const names = listed === undefined ? this.names(directory) : [...listed.keys()];
    if (!this.isDryRun) sweepTemporaryFiles(path, (name) => owned.some((files) => files.owns(name)), names);
    const surplus = owned.flatMap((files) => this.ownedAmong(names, files)).filter((each) => !made.has(each));
    for (const each of surplus) this.remove(each);
    const isFilled = [...made.keys()].some((each) => each.startsWith(`${directory}/`));
    if (surplus.length === names.length && !isFilled && directory !== '' && !this.isDryRun) removeFolderIfEmpty(path);
    return surplus;
  }

  /**
   * Refuses to replace or remove files that the step did not write.
   *
   * @returns what is in the folders of what is owned
   * @throws FaultsError `FILE_FOREIGN`
   */
  refuseForeign(
    owned: readonly OwnedFiles[],
    made: ReadonlyMap<string, FileContent>,
    { known, adopt }: Provenance,
  ): Listing {
    const isForeign = (path: string, files: OwnedFiles): boolean =>
      !adopt && !known.has(path) && !this.isOwn(path, files, made.get(path));
    const listed = new Map(
      [...new Set(owned.map(({ directory }) => directory))].map((each) => [each, this.entries(each)]),
    );
    const foreign = owned.flatMap((files) => {
      const entries = listed.get(files.directory)!;
      return this.ownedAmong([...entries.keys()], files).flatMap((path) => {
        // A regular file that was published before needs no look.
        if (known.has(path) && entries.get(path.slice(path.lastIndexOf('/') + 1)) !== 'folder') return [];
        const occupant = occupantOf(join(this.directory, path));
        if (occupant === 'folder') return [foreignFolder(this.displayPath(path))];
        return occupant === 'file' && isForeign(path, files) ? [foreignFile(this.displayPath(path))] : [];
      });
    });
    const [first, ...others] = foreign;
    if (first !== undefined) throw new FaultsError([first, ...others]);
    return listed;
  }

  /**
   * Whether a file may be replaced or removed: it is recognized, has nothing in it, or is what is written there anyway.
   *
   * @param made what is written there
   */
  isOwn(path: string, { recognizes, directory }: OwnedFiles, made?: FileContent): boolean {
    if (recognizes === undefined) return true;
    const bytes = readBytesIfExists(join(this.directory, path));
    const text = textOf(bytes);
    if (bytes === undefined || text === undefined || text.trim() === '' || text === made) return true;
    const read = (other: string): string | undefined => textOf(readBytesIfExists(join(this.directory, other)));
    return recognizes(path.slice(directory === '' ? 0 : directory.length + 1), text, read, bytes);
  }

  private names(directory: string): string[] {
    return listDirectory(this.withoutLink(directory), this.displayPath(directory));
  }

  /** What is in a folder, by its name. */
  private entries(directory: string): DirectoryListing {
    const entries = listEntries(this.withoutLink(directory), this.displayPath(directory));
    return new Map(entries.map((entry) => [entry.name, entry.isDirectory() ? 'folder' : 'other']));
  }

  /** @returns the path of the folder in the file system */
  private withoutLink(directory: string): string {
    const path = join(this.directory, directory);
    if (this.displayDirectory !== '' && this.displayPath(directory) !== '.')
      refuseLink(path, this.displayPath(directory));
    return path;
  }

  private ownedAmong(names: readonly string[], owned: OwnedFiles): string[] {
    const paths = new Set(names.filter((name) => owned.owns(name)).map((name) => pathIn(owned.directory, name)));
    if (this.isDryRun) this.overlay(owned, paths);
    return [...paths].sort();
  }

  /** The file is read again at the last moment: people may have edited it while the step ran. */
  private writeShared(path: string, made: string, shared: SharedFile, diagnostics: Diagnostic[]): boolean {
    const shown = this.displayPath(path);
    let merged: MergedFile | undefined;
    const update = (present = ''): string => {
      merged = this.withMovedText(shared.merge(present, made, shown));
      return merged.text;
    };
    const { file, isWritten, replaced } = this.isDryRun
      ? updateInMemory(this.read(path)?.text, update)
      : updateFile(join(this.directory, path), update, shown, { setsAside: true });
    this.known.set(path, { file });
    diagnostics.push(...merged!.diagnostics);
    const late = lateEdits.add(replaced, this.lateMerge(shared));
    if (late.length > 0) this.known.delete(path);
    diagnostics.push(...late);
    return isWritten;
  }

  private lateMerge(shared: SharedFile): LateMerge {
    return {
      authoredPart: (text) => shared.authoredPart(text),
      mergeLate: (now, edit, file) => this.withMovedText(shared.mergeLate(now, edit, file)),
    };
  }

  /** Finds a shared file that a killed process had taken away. */
  findAgain(path: string): void {
    if (this.isDryRun || this.look(path).file !== undefined) return;
    if (putBack(join(this.directory, path))) this.known.delete(path);
  }

  /** Takes in what killed processes had set aside of shared files. */
  private takeInLeft(owned: readonly OwnedFiles[], listed: Listing | undefined): Diagnostic[] {
    return owned.filter(isShared).flatMap(({ directory, glob, shared }) => {
      const names = [...(listed?.get(directory)?.keys() ?? this.names(directory))];
      const path = join(this.directory, glob);
      const diagnostics = takeInLeftAside(path, names, this.lateMerge(shared), this.displayPath(glob));
      if (diagnostics.length > 0) this.known.delete(glob);
      return diagnostics;
    });
  }

  /** Puts hand-written text where it belongs before the file that has it is replaced. */
  private withMovedText({ text, diagnostics, moved }: MergedFile): MergedFile {
    if (moved === undefined) return { text, diagnostics };
    const target = this.displayPath(moved.to);
    const path = join(
      this.elsewhere.root,
      this.elsewhere.paths?.get(moved.to) ?? join(this.displayDirectory, moved.to),
    );
    refuseLink(path, target);
    if (!this.isDryRun) {
      const { replaced } = updateFile(path, (present) => moved.update(present), target);
      for (const each of replaced) each.close();
    }
    return { text, diagnostics: [...diagnostics, moved.diagnostic(target)] };
  }

  private write(path: string, content: FileContent): boolean {
    if (typeof content !== 'string') return this.writeBytes(path, content);
    const bytes = Buffer.from(content, 'utf8');
    const written = this.isDryRun
      ? this.read(path)?.text !== content
      : writeFileIfChanged(join(this.directory, path), bytes, this.displayPath(path));
    this.known.set(path, { file: { text: content, bytes } });
    return written;
  }

  /** No step reads a file that is not text, so it need not be known. */
  private writeBytes(path: string, bytes: Uint8Array): boolean {
    const file = join(this.directory, path);
    if (!this.isDryRun) return writeFileIfChanged(file, bytes, this.displayPath(path));
    const present = readBytesIfExists(file, this.displayPath(path));
    return present === undefined || !Buffer.from(bytes).equals(present);
  }

  private remove(path: string): void {
    if (!this.isDryRun) removeFile(join(this.directory, path));
    this.known.set(path, { file: undefined });
  }

  private overlay(owned: OwnedFiles, paths: Set<string>): void {
    for (const [path, { file }] of this.known) {
      if (this.elsewhere.paths?.has(path)) continue;
      if (!ownsAll([owned], [path])) continue;
      if (file === undefined) paths.delete(path);
      else paths.add(path);
    }
  }

  private look(path: string): KnownFile {
    let known = this.known.get(path);
    if (known === undefined) {
      const elsewhere = this.elsewhere.paths?.get(path);
      const file = elsewhere === undefined ? join(this.directory, path) : join(this.elsewhere.root, elsewhere);
      refuseLink(file, this.displayPath(path));
      known = { file: readDocumentIfExists(file, this.displayPath(path)) };
      this.known.set(path, known);
    }
    return known;
  }
}

function textOf(bytes: Uint8Array | undefined): string | undefined {
  return bytes && Buffer.from(bytes).toString('utf8');
}

function updateInMemory(present: string | undefined, update: (present: string | undefined) => string): UpdatedFile {
  const text = update(present);
  return { file: { text, bytes: Buffer.from(text, 'utf8') }, isWritten: text !== present, replaced: [] };
}
