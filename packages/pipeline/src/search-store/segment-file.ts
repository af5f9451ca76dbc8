import { closeSync, fstatSync, lstatSync, openSync, readSync, type Stats } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Segment } from '@topicmill/search/retrieval/node';

/** A segment in an open file, which stays readable if somebody removes it meanwhile. */
export interface SegmentFile {
  readonly segment: Segment;
  /** Size and time of change. */
  readonly stat: string;
  close(): void;
}

/**
 * Opens a segment of an index.
 *
 * @returns `undefined` where its file is not there or damaged
 */
export function openSegmentFile(directory: string, name: string): SegmentFile | undefined {
  let file: number | undefined;
  try {
    file = openSync(join(directory, name), 'r');
    const descriptor = file;
    const stats = fstatSync(descriptor);
    const segment = Segment.open((start, end) => readRange(descriptor, start, Math.min(end, stats.size)));
    return { segment, stat: statOf(stats), close: () => closeSync(descriptor) };
  } catch {
    if (file !== undefined) closeSync(file);
    return undefined;
  }
}

/** Size and time of change of a segment's file, as an open one has them; `undefined` where there is none. */
export function segmentFileStat(directory: string, name: string): string | undefined {
  const stats = lstatSync(join(directory, name), { throwIfNoEntry: false });
  return stats && statOf(stats);
}

function statOf({ size, ctimeMs }: Stats): string {
  return `${size} ${ctimeMs}`;
}

/** Whether a segment is as it was written; it is read for that. */
export function isSound(segment: Segment): boolean {
  try {
    segment.verify();
    return true;
  } catch {
    return false;
  }
}

/** The same of a file. */
export function isSoundSegmentFile(path: string): boolean {
  const file = openSegmentFile(dirname(path), basename(path));
  if (file === undefined) return false;
  try {
    return isSound(file.segment);
  } finally {
    file.close();
  }
}

function readRange(file: number, start: number, end: number): Uint8Array {
  const bytes = new Uint8Array(Math.max(0, end - start));
  let length = 0;
  while (length < bytes.length) {
    const count = readSync(file, bytes, length, bytes.length - length, start + length);
    if (count === 0) break;
    length += count;
  }
  return bytes.subarray(0, length);
}
