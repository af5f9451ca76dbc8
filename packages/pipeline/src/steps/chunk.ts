import type { TopicmillConfig } from '@topicmill/base/config';
import { type OwnedFiles, ownedFile, type Step, type StepInputs, type StepResult } from '../runner/index.js';
import { REFERENCE_FILE } from '../workspace/index.js';

/** Folder of a topic that holds its chunks. */
export const CHUNKS_DIRECTORY = '_chunks';

/** The files that hold the chunks of the reference. */
export const CHUNK_FILES: OwnedFiles = { ...chunkFilesOf('golden-reference', CHUNKS_DIRECTORY), command };
/** The manifest that says where each chunk of the reference comes from. */
export const MANIFEST_PATH = `${CHUNKS_DIRECTORY}/golden-reference.chunks.json`;
export const MANIFEST: OwnedFiles = { ...ownedFile(MANIFEST_PATH), command };

function command(displayFolder: string): string {
  return `chunking-tool ${displayFolder}/${REFERENCE_FILE}`;
}

/** Splits the reference into chunk files and their manifest. */
export const chunkStep: Step = {
  name: 'chunk',
  scope: 'topic',
  inputs: [
    { kind: 'source', path: REFERENCE_FILE },
    { kind: 'config', key: 'chunking', of: chunkingOf },
  ],
  outputs: [CHUNK_FILES, MANIFEST],
  run: runChunk,
};

function chunkingOf({ chunking: { exclude, ...settings } }: TopicmillConfig, folderId: string): unknown {
  return { ...settings, isExcluded: exclude.includes(folderId) };
}

/** Whether a topic gets keywords and an index, but no chunks. */
export function isExcluded({ chunking }: TopicmillConfig, folderId: string): boolean {
  return chunking.exclude.includes(folderId);
}

/** The chunk files that a source named `baseName` owns in a folder. */
export function chunkFilesOf(baseName: string, directory: string): OwnedFiles {
  const prefix = `${baseName}-`;
  return {
    directory,
    glob: directory === '' ? `${prefix}*.md` : `${directory}/${prefix}*.md`,
    owns: (name) => name.startsWith(prefix) && /^\d+\.md$/.test(name.slice(prefix.length)),
  };
}

/** Path below the topic folder of one chunk of the reference. */
export function chunkPath(index: number): string {
  return `${CHUNKS_DIRECTORY}/golden-reference-${index}.md`;
}

async function runChunk(inputs: StepInputs): Promise<StepResult> {
  if (isExcluded(inputs.config, inputs.folder.id)) return { files: new Map(), diagnostics: [] };
  const { chunkSource, strategyOf } = await import('../chunk-files/index.js');
  const strategy = await strategyOf(inputs.config.chunking);
  const { files, diagnostics } = await chunkSource(
    inputs.required(REFERENCE_FILE),
    REFERENCE_FILE,
    strategy,
    inputs.displayPath(REFERENCE_FILE),
  );
  return { files: new Map([...files].map(([name, text]) => [`${CHUNKS_DIRECTORY}/${name}`, text])), diagnostics };
}
