import { existsSync } from 'node:fs';
import { type Diagnostic, throwFaults } from '@topicmill/base/diagnostics';
import {
  type DocumentFile,
  isFolder,
  readBytesIfExists,
  readDocumentIfExists,
  refuseLinkOrPipe,
  removeEmptyFolder,
  removeFile,
  restoreAside,
  sweepTemporaryFiles,
  type UpdatedFile,
  updateFile,
  writeFileIfChanged,
} from '@topicmill/base/files';
import { lastName } from '@topicmill/base/paths';
import { pathIn } from '@topicmill/topics/formats/file-names';
import { type BuildRecord, fileHash, UNREADABLE } from './build-record.js';
import { type DirectoryListing, type FilesElsewhere, FolderPlace } from './folder-place.js';
import { foreignAt, isOwnFile, type Provenance } from './foreign-files.js';
import { type LateMerge, lateEdits, mergeFilesSetAside } from './late-edits.js';
import {
  type FileContent,
  isShared,
  type MergedFile,
  type OwnedFiles,
  ownsAll,
  type SharedFile,
} from './owned-files.js';

/** What publishing changed on disk: paths below the folder, sorted by code unit. */
export interface PublishedFiles {
  readonly written: readonly string[];
  readonly removed: readonly string[];
  /** What people should know of their own text in these files. */
  readonly diagnostics: readonly Diagnostic[];
}

/** What was in folders when they were last listed, by their paths below the folder of the step. */
type Listing = ReadonlyMap<string, DirectoryListing>;

interface CachedFile {
  readonly file: DocumentFile | undefined;
  hash?: string;
}

/** The files of one folder while its steps run: each is read and hashed once, and cached after a write. */
export class FolderFiles {
  private readonly place: FolderPlace;
  private readonly cached = new Map<string, CachedFile>();
  /** Hashes on record, and names in directories, as they were when a step last asked, until something is published. */
  private readonly hashes = new Map<string, string>();
  private readonly listings = new Map<string, readonly string[]>();

  /**
   * @param directory file system path
   * @param displayDirectory the same folder as messages name it, with `/` on every system
   * @param isDryRun keeps what is published in memory: later reads see it, the disk does not
   * @param record has hashes of files that need not be read
   * @param elsewhere files of the folder that are in other places below `root`; only hand-written text that is moved there is written
   */
  constructor(
    directory: string,
    displayDirectory: string,
    private readonly isDryRun = false,
    elsewhere: FilesElsewhere = { root: '', paths: undefined },
    private readonly record?: BuildRecord,
  ) {
    this.place = new FolderPlace(directory, displayDirectory, elsewhere);
  }

  /** Path of a file as messages name it; `''` is the folder itself. */
  displayPath(path: string): string {
    return this.place.displayPath(path);
  }

  /** @throws TopicmillError `FILE_UNREADABLE`, `NOT_UTF8`, `NOT_TEXT` */
  read(path: string): DocumentFile | undefined {
    return this.look(path).file;
  }

  /**
   * Hash of a file as `fileHash` gives it; one that is on record is not read.
   *
   * @throws as `read`
   */
  hash(path: string): string {
    const cached = this.cached.get(path);
    if (cached === undefined && this.record !== undefined) {
      const hash = this.hashes.get(path) ?? this.record.file(this.place.displayPath(path));
      if (hash !== UNREADABLE) {
        this.hashes.set(path, hash);
        return hash;
      }
    }
    const known = cached ?? this.look(path);
    known.hash ??= fileHash(known.file?.bytes);
    return known.hash;
  }

  /**
   * Hash of a step's own file, also where a hand-written file of that name is elsewhere.
   *
   * @throws TopicmillError `FILE_UNREADABLE`
   */
  ownHash(path: string): string {
    if (!this.place.isElsewhere(path)) return this.hash(path);
    const hash = this.record?.file(this.place.ownDisplayPath(path)) ?? UNREADABLE;
    return hash === UNREADABLE ? fileHash(readBytesIfExists(this.place.ownPath(path))) : hash;
  }

  /**
   * Hash of what people wrote in a file that a step writes into too: the same before and after the step writes, and the
   * same for a text that nobody has edited as for none.
   *
   * @returns 16 hex digits; `''` when nobody wrote anything
   * @throws as `read`, and TopicmillError for a text that cannot be taken apart
   */
  authoredHash(path: string, shared: SharedFile): string {
    this.findAgain(path);
    const compute = (text = ''): string => {
      const identity = text === '' ? '' : shared.authoredIdentity(text);
      return identity === '' ? '' : fileHash(Buffer.from(identity, 'utf8'));
    };
    if (this.cached.has(path) || this.record === undefined) return compute(this.read(path)?.text);
    const hash = this.record.partIn(this.place.displayPath(path), () => compute(this.read(path)?.text));
    return hash === UNREADABLE ? compute(this.read(path)?.text) : hash;
  }

  /**
   * As much of a file as those read who read it of every topic.
   *
   * @throws as `read`
   */
  readPart(path: string, owned?: OwnedFiles): DocumentFile | undefined {
    const file = this.read(path);
    if (file === undefined || owned?.part === undefined) return file;
    const bytes = owned.part(lastName(path), file.bytes);
    return bytes && { text: Buffer.from(bytes).toString('utf8'), bytes };
  }

  /**
   * Hash of that part of a file; of one that is on record nothing is read.
   *
   * @throws as `read`
   */
  partHash(path: string, owned?: OwnedFiles): string {
    if (owned?.part === undefined) return this.hash(path);
    const compute = (): string => fileHash(this.readPart(path, owned)?.bytes);
    if (this.cached.has(path) || this.record === undefined) return compute();
    const hash = this.record.partIn(this.place.displayPath(path), compute);
    return hash === UNREADABLE ? compute() : hash;
  }

  /** Paths below the folder of the files that are owned and there, sorted by code unit. */
  list(owned: OwnedFiles): string[] {
    return this.ownedAmong(this.names(owned.directory), owned);
  }

  /** Names of what is in a folder below this one. */
  names(directory: string): readonly string[] {
    const names =
      this.listings.get(directory) ??
      this.record?.names(this.place.ownDisplayPath(directory)) ??
      this.place.names(directory);
    this.listings.set(directory, names);
    return names;
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
    this.hashes.clear();
    this.listings.clear();
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
    const path = this.place.ownPath(directory);
    const names = listed === undefined ? this.place.names(directory) : [...listed.keys()];
    if (!this.isDryRun)
      sweepTemporaryFiles(path, (name) => owned.some((files) => files.owns(name)), names, this.displayPath(directory));
    const surplus = owned.flatMap((files) => this.ownedAmong(names, files)).filter((each) => !made.has(each));
    for (const each of surplus) this.remove(each);
    const isFilled = [...made.keys()].some((each) => each.startsWith(`${directory}/`));
    if (surplus.length === names.length && !isFilled && directory !== '' && !this.isDryRun) removeEmptyFolder(path);
    return surplus;
  }

  /**
   * Refuses to replace or remove files that the step did not write.
   *
   * @returns what is in the folders of what is owned
   * @throws FaultsError `FILE_FOREIGN`
   */
  refuseForeign(owned: readonly OwnedFiles[], made: ReadonlyMap<string, FileContent>, provenance: Provenance): Listing {
    const listed = new Map(
      [...new Set(owned.map(({ directory }) => directory))].map((each) => [each, this.place.entries(each)]),
    );
    const foreign = owned.flatMap((files) => {
      const entries = listed.get(files.directory)!;
      return this.ownedAmong([...entries.keys()], files, made)
        .map((path) => foreignAt(this.place, { path, files, made: made.get(path), entries }, provenance))
        .filter((fault) => fault !== undefined);
    });
    throwFaults(foreign);
    return listed;
  }

  /** Whether a file may be replaced or removed; see `isOwnFile`. */
  isOwn(path: string, files: OwnedFiles): boolean {
    return isOwnFile(this.place, path, files);
  }

  /** @param made what is written: a folder in its place counts, whatever else may have such a name */
  private ownedAmong(names: readonly string[], owned: OwnedFiles, made?: ReadonlyMap<string, FileContent>): string[] {
    const named = names.filter((name) => owned.owns(name)).map((name) => pathIn(owned.directory, name));
    const isFile = (path: string): boolean => made?.has(path) === true || !isFolder(this.place.ownPath(path));
    const paths = new Set(owned.sharesNamesWithFolders ? named.filter(isFile) : named);
    if (this.isDryRun) this.overlay(owned, paths);
    return [...paths].sort();
  }

  /** The file is read again at the last moment: people may have edited it while the step ran. */
  private writeShared(path: string, made: string, shared: SharedFile, diagnostics: Diagnostic[]): boolean {
    const shown = this.displayPath(path);
    // What a link points to would be taken for what people wrote here.
    refuseLinkOrPipe(this.place.ownPath(path), shown);
    let merged: MergedFile | undefined;
    const update = (present = ''): string => {
      merged = this.withMovedText(shared.merge(present, made, shown));
      return merged.text;
    };
    const { file, isWritten, replaced } = this.isDryRun
      ? updateInMemory(this.read(path)?.text, update)
      : updateFile(this.place.ownPath(path), update, shown, { setsAside: true });
    this.cached.set(path, { file });
    diagnostics.push(...merged!.diagnostics);
    const late = lateEdits.add(replaced, this.lateMerge(shared));
    if (late.length > 0) this.cached.delete(path);
    diagnostics.push(...late);
    return isWritten;
  }

  private lateMerge(shared: SharedFile): LateMerge {
    return {
      authoredPart: (text) => shared.authoredPart(text),
      mergeLate: (now, edit, file) => this.withMovedText(shared.mergeLate(now, edit, file)),
    };
  }

  /** Finds a shared file that a killed process had moved aside. */
  findAgain(path: string): void {
    if (this.isDryRun || this.isThere(path)) return;
    if (!restoreAside(this.place.ownPath(path))) return;
    this.cached.delete(path);
    this.hashes.delete(path);
    this.listings.clear();
  }

  private isThere(path: string): boolean {
    if (this.cached.has(path)) return this.cached.get(path)!.file !== undefined;
    return (this.hashes.get(path) ?? '') !== '' || existsSync(this.place.pathOf(path));
  }

  /** Takes in what killed processes had set aside of shared files. */
  private takeInLeft(owned: readonly OwnedFiles[], listed: Listing | undefined): Diagnostic[] {
    return owned.filter(isShared).flatMap(({ directory, glob, shared }) => {
      const names = [...(listed?.get(directory)?.keys() ?? this.place.names(directory))];
      const path = this.place.ownPath(glob);
      const diagnostics = mergeFilesSetAside(path, names, this.lateMerge(shared), this.displayPath(glob));
      if (diagnostics.length > 0) this.cached.delete(glob);
      return diagnostics;
    });
  }

  /** Puts hand-written text where it belongs before the file that has it is replaced. */
  private withMovedText({ text, diagnostics, moved }: MergedFile): MergedFile {
    if (moved === undefined) return { text, diagnostics };
    const target = this.displayPath(moved.to);
    const path = this.place.pathBelowRoot(moved.to);
    refuseLinkOrPipe(path, target);
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
      : writeFileIfChanged(this.place.ownPath(path), bytes, this.displayPath(path));
    this.cached.set(path, { file: { text: content, bytes } });
    return written;
  }

  /** No step reads a file that is not text, so it need not be known. */
  private writeBytes(path: string, bytes: Uint8Array): boolean {
    const file = this.place.ownPath(path);
    if (!this.isDryRun) return writeFileIfChanged(file, bytes, this.displayPath(path));
    const present = readBytesIfExists(file, this.displayPath(path));
    return present === undefined || !Buffer.from(bytes).equals(present);
  }

  private remove(path: string): void {
    if (!this.isDryRun) removeFile(this.place.ownPath(path), this.displayPath(path));
    this.cached.set(path, { file: undefined });
  }

  private overlay(owned: OwnedFiles, paths: Set<string>): void {
    for (const [path, { file }] of this.cached) {
      if (this.place.isElsewhere(path)) continue;
      if (!ownsAll([owned], [path])) continue;
      if (file === undefined) paths.delete(path);
      else paths.add(path);
    }
  }

  private look(path: string): CachedFile {
    let known = this.cached.get(path);
    if (known === undefined) {
      const file = this.place.pathOf(path);
      refuseLinkOrPipe(file, this.displayPath(path));
      known = { file: readDocumentIfExists(file, this.displayPath(path)) };
      this.cached.set(path, known);
    }
    return known;
  }
}

function updateInMemory(present: string | undefined, update: (present: string | undefined) => string): UpdatedFile {
  const text = update(present);
  return { file: { text, bytes: Buffer.from(text, 'utf8') }, isWritten: text !== present, replaced: [] };
}
