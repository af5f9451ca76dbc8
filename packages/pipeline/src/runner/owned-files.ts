import type { Diagnostic } from '@topicmill/base/diagnostics';
import type { LateEdit } from '@topicmill/base/files';
import { pathIn } from '@topicmill/topics/formats/file-names';

/** A file, or several of one folder, that a step writes. It owns every name that `owns` accepts. */
export interface OwnedFiles {
  /** Folder below the step's own folder, `''` for that folder itself. */
  readonly directory: string;
  /** A glob below the step's own folder that covers just the files owned. */
  readonly glob: string;
  owns(fileName: string): boolean;
  /** The command line that makes them in a folder, for messages. */
  readonly command?: (displayFolder: string) => string;
  /** For one file that people write too. */
  readonly shared?: SharedFile;
  /**
   * Whether a file of such a name was written by the step, in any version, whatever state it is in. Without it, the name
   * is enough.
   *
   * @param read reads another file of the folder, by its path below it
   * @param bytes of the file, for one that is not text
   */
  readonly recognizes?: (
    name: string,
    text: string,
    read: (path: string) => string | undefined,
    bytes: Uint8Array,
  ) => boolean;
  /**
   * What is read of a file, and counts for its hash, where other steps read it as a file of every topic; without it, all of it.
   *
   * @param bytes of the file
   */
  part?(name: string, bytes: Uint8Array): Uint8Array | undefined;
  /** Folders of topics below may have such names, too: a folder is then none of these, unless the step makes a file there. */
  readonly sharesNamesWithFolders?: true;
  /** The files say nothing of who wrote them: a step's state names them before they are written. */
  readonly isUnmarked?: boolean;
}

/** One file that people and a step both write. */
export interface SharedOwnedFile extends OwnedFiles {
  readonly shared: SharedFile;
}

/** How a file is treated that people and a step both write. */
export interface SharedFile {
  /**
   * What is published, given the present text and what the step made.
   *
   * @param file path that the diagnostics name: a warning for each hand-written line that is moved
   */
  merge(present: string, made: string, file: string): MergedFile;
  /**
   * The present text with what people wrote at the same time to the file that it replaced.
   *
   * @param file path that the diagnostics name: a warning that says where the edit is
   */
  mergeLate(present: string, edit: LateEdit, file: string): MergedFile;
  /** What people wrote of it, which outlives the step; empty when that is nothing. */
  authoredPart(text: string): string;
  /**
   * Identifies what people wrote: the same before and after the step writes; empty when they wrote nothing.
   *
   * @throws TopicmillError for a text that cannot be taken apart
   */
  authoredIdentity(text: string): string;
}

/** What is published of a file that people write too. */
export interface MergedFile {
  readonly text: string;
  readonly diagnostics: readonly Diagnostic[];
  /** What people wrote there and the text does not have, because another file is the place for it. */
  readonly moved?: MovedText;
}

/** Hand-written text on its way from a file that is generated to one that is written by hand. */
export interface MovedText {
  /** The file that is theirs, as steps name it. */
  readonly to: string;
  /** That file with the text; doing it twice is doing it once. */
  update(present: string | undefined): string;
  /** @param target path of that file, for people */
  diagnostic(target: string): Diagnostic;
}

/** What a step makes of a file: text, or the bytes of a file that is not text. */
export type FileContent = string | Uint8Array;

/** Whether people write it, too. */
export function isShared(files: OwnedFiles): files is SharedOwnedFile {
  return files.shared !== undefined;
}

/** Whether all paths, below the step's own folder, are of files that are owned: a state from a cache may name any file. */
export function ownsAll(owned: readonly OwnedFiles[], paths: Iterable<string>): boolean {
  return [...paths].every((path) =>
    owned.some(({ directory, owns }) => {
      const name = path.slice(directory === '' ? 0 : directory.length + 1);
      return pathIn(directory, name) === path && !name.includes('/') && owns(name);
    }),
  );
}

/** One file that is owned by its exact path. */
export function ownedFile(path: string): OwnedFiles {
  const slash = path.lastIndexOf('/');
  const name = path.slice(slash + 1);
  return { directory: slash === -1 ? '' : path.slice(0, slash), glob: path, owns: (fileName) => fileName === name };
}
