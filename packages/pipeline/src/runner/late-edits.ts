import { existsSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { type Diagnostic, diagnosticsOf, formatDiagnostic, TopicmillError } from '@topicmill/base/diagnostics';
import {
  type LateEdit,
  leftAside,
  type ReplacedFile,
  readTextIfExists,
  removeFile,
  updateFile,
} from '@topicmill/base/files';

/** A process cannot keep all files of a large docs root open: the oldest are let go. */
const MAX_OPEN = 200;
/** An editor that a busy machine has stopped between opening and writing goes on within a few turns of the scheduler. */
const GRACE_MS = 30;

/** How late edits of a file are treated. */
export interface LateMerge {
  mergeLate(present: string, edit: LateEdit, file: string): MergedText;
  /** What people wrote of it; empty when that is nothing. */
  authoredPart(text: string): string;
}

interface MergedText {
  readonly text: string;
  readonly diagnostics: readonly Diagnostic[];
}

interface Replaced {
  readonly file: ReplacedFile;
  readonly shared: LateMerge;
  readonly atMs: number;
}

/**
 * Files that people write too and that this process has replaced. An editor that had opened one before writes to the
 * replaced file: it is looked at again, and what people wrote there is put into the present one.
 */
class LateEdits {
  private open: Replaced[] = [];
  private isAwaitingExit = false;

  /** Looks at files just replaced, and keeps them to be looked at again. */
  add(files: readonly ReplacedFile[], shared: LateMerge): Diagnostic[] {
    const added = files.map((file) => ({ file, shared, atMs: performance.now() }));
    this.open.push(...added);
    while (this.open.length > MAX_OPEN) this.open.shift()!.file.close();
    if (added.length > 0) this.lookBeforeExit();
    return added.flatMap(lookAt);
  }

  /** Looks at all once more. Those that were replaced longer ago than `keepMs` are let go. */
  takeIn(keepMs: number): Diagnostic[] {
    const looked = this.open;
    const diagnostics = looked.flatMap(lookAt);
    const oldestMs = performance.now() - keepMs;
    this.open = this.open.filter((each) => each.atMs > oldestMs);
    for (const each of looked) if (each.atMs <= oldestMs) each.file.close();
    return diagnostics;
  }

  /** The last look of a build, a moment after it replaced a file in which people have written. */
  async finish(): Promise<Diagnostic[]> {
    const atMs = Math.max(0, ...this.open.filter(hasPeoplesText).map((each) => each.atMs));
    const waitMs = atMs + GRACE_MS - performance.now();
    if (waitMs > 0) await delay(waitMs);
    return this.takeIn(0);
  }

  private lookBeforeExit(): void {
    if (this.isAwaitingExit) return;
    this.isAwaitingExit = true;
    process.once('exit', () => {
      for (const each of this.takeIn(0)) process.stderr.write(`${formatDiagnostic(each)}\n`);
    });
  }
}

/** Those of this process. */
export const lateEdits = new LateEdits();

/**
 * Puts what killed processes had set aside of a file into the present one.
 *
 * @param names what is in its folder
 */
export function mergeFilesSetAside(
  path: string,
  names: readonly string[],
  shared: LateMerge,
  displayPath: string,
): Diagnostic[] {
  return leftAside(path, names).flatMap((aside) => {
    const after = readTextIfExists(aside, displayPath) ?? '';
    // It may be what the present file was made from, or a note that was to be added: lines that are there already do not count.
    const diagnostics = after === '' ? [] : takeIn(path, displayPath, { before: '', after }, shared);
    if (!diagnostics.some(({ severity }) => severity === 'error')) removeFile(aside, displayPath);
    return diagnostics;
  });
}

function lookAt({ file, shared }: Replaced): Diagnostic[] {
  const edit = file.lateEdit();
  // Whoever deleted the file since wants none.
  if (edit === undefined || !existsSync(file.path)) return [];
  return takeIn(file.path, file.displayPath, edit, shared);
}

function takeIn(path: string, displayPath: string, edit: LateEdit, shared: LateMerge): Diagnostic[] {
  let merged: MergedText | undefined;
  const update = (present = edit.before): string => {
    merged = shared.mergeLate(present, edit, displayPath);
    return merged.text;
  };
  try {
    const { replaced } = updateFile(path, update, displayPath, { setsAside: true });
    return [...merged!.diagnostics, ...lateEdits.add(replaced, shared)];
  } catch (thrown) {
    // The other files are looked at anyway.
    if (!(thrown instanceof TopicmillError)) throw thrown;
    return [...diagnosticsOf(thrown)];
  }
}

function hasPeoplesText({ file, shared }: Replaced): boolean {
  return shared.authoredPart(file.text) !== '';
}
