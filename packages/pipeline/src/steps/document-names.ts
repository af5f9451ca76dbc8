import { posix } from 'node:path';
import {
  chunksManifestFile,
  LLMS_FILE,
  LLMS_FULL_FILE,
  QA_PAIRS_FILE,
  REFERENCE_FILE,
  TOPIC_SPEC_FILE,
} from '@topicmill/topics/formats/file-names';
import type { Folder } from '../runner/index.js';

/** Folder of a topic that contains its chunks. */
export const CHUNKS_DIRECTORY = '_chunks';
/** Written by exports, into the folder of the docs root. */
export const EXPORTED_NAMES: readonly string[] = [LLMS_FILE, LLMS_FULL_FILE];
/** Pages of these names would be taken for what a step or an export makes, and for questions. */
const TAKEN_NAMES = new Set([TOPIC_SPEC_FILE, QA_PAIRS_FILE, ...EXPORTED_NAMES]);

/** What the files of a topic's document are called. */
export interface DocumentNames {
  /** Name of the document among the topic's results. */
  readonly sourceName: string;
  /** What the names of its chunk files begin with. */
  readonly baseName: string;
  /** Path of the chunks manifest below the topic's folder. */
  readonly manifestPath: string;
  /** Path of a chunk file below the topic's folder. */
  chunkPath(index: number): string;
}

/** The names of a topic's document, for those who do not read it. */
export function documentNames({ page }: Pick<Folder, 'page'>): DocumentNames {
  const sourceName = page === undefined ? REFERENCE_FILE : nameOfPage(posix.basename(page.path));
  const baseName = baseNameOf(sourceName);
  return {
    sourceName,
    baseName,
    manifestPath: manifestOf(baseName),
    chunkPath: (index) => `${CHUNKS_DIRECTORY}/${baseName}-${index}.md`,
  };
}

function nameOfPage(fileName: string): string {
  return TAKEN_NAMES.has(fileName) ? `page-${fileName}` : fileName;
}

/** A file name without its ending. */
export function baseNameOf(fileName: string): string {
  return fileName.replace(/\.[^.]*$/, '');
}

/** Path of the manifest of a document's chunks below its topic's folder. */
export function manifestOf(baseName: string): string {
  return `${CHUNKS_DIRECTORY}/${chunksManifestFile(baseName)}`;
}
