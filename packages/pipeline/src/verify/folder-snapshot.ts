import type { Diagnostic, DiagnosticCode } from '@topicmill/base/diagnostics';
import { lineNumberAt } from '@topicmill/text/markdown';
import type { Folder } from '../runner/index.js';

/** A text file as read. */
export interface SnapshotFile {
  readonly text: string;
  readonly bytes: Uint8Array;
}

/** A folder of the docs root with its files as they are. */
export interface FolderSnapshot {
  readonly folder: Folder;
  /** Names of the files in `_chunks` that belong to chunks of the reference. */
  readonly chunkFileNames: readonly string[];
  /**
   * A file by its path below the folder; `undefined` when it is not there.
   *
   * @throws TopicmillError when it is there and cannot be read as text
   */
  read(path: string): SnapshotFile | undefined;
  /** Path of a file as messages name it. */
  displayPath(path: string): string;
}

/** What to do about every output that is wrong: it can be made again. */
export const BUILD_AGAIN = 'Build the topic again: `npx topicmill build`.';

/** A finding that makes the docs root unsound. */
export function fault(
  code: DiagnosticCode,
  message: string,
  file: string,
  { line, remedy = BUILD_AGAIN }: { readonly line?: number | undefined; readonly remedy?: string } = {},
): Diagnostic {
  return { severity: 'error', code, message, file, ...(line === undefined ? {} : { line }), remedy };
}

/** 1-based line of the first difference of two texts. */
export function firstDifferentLine(a: string, b: string): number {
  let at = 0;
  while (at < a.length && a.charCodeAt(at) === b.charCodeAt(at)) at++;
  return lineNumberAt(a, at);
}
