import type { TopicmillConfig } from '@topicmill/base/config';
import { type DocumentFile, sha256Hex } from '@topicmill/base/files';
import type { Chunk, ChunkingStrategy } from '@topicmill/chunking';
import { readFrontMatter } from '@topicmill/text/markdown';
import { loadTokenCounter, type TokenCounter } from '@topicmill/text/tokens';
import { type ChunksManifest, conflictMarkers, formatChunksManifest } from '@topicmill/topics/formats';
import { type OwnedFiles, ownedFile } from '../folder-files.js';
import { REFERENCE_FILE } from '../folder-tree.js';
import type { Step, StepInputs, StepResult } from '../step.js';

/** Folder of a topic that holds its chunks. */
export const CHUNKS_DIRECTORY = '_chunks';

/** The files that hold the chunks of the reference. */
export const CHUNK_FILES = chunkFilesOf('golden-reference', CHUNKS_DIRECTORY);
/** The manifest that says where each chunk of the reference comes from. */
export const MANIFEST_PATH = `${CHUNKS_DIRECTORY}/golden-reference.chunks.json`;

/** Splits the reference into chunk files and their manifest. */
export const chunkStep: Step = {
  name: 'chunk',
  scope: 'topic',
  inputs: [
    { kind: 'source', path: REFERENCE_FILE },
    { kind: 'config', key: 'chunking', of: chunkingOf },
  ],
  outputs: [CHUNK_FILES, ownedFile(MANIFEST_PATH)],
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
  const strategy = await strategyOf(inputs.config.chunking);
  const { files, diagnostics } = await chunkSource(
    inputs.required(REFERENCE_FILE),
    REFERENCE_FILE,
    strategy,
    inputs.shownPath(REFERENCE_FILE),
  );
  return { files: new Map([...files].map(([name, text]) => [`${CHUNKS_DIRECTORY}/${name}`, text])), diagnostics };
}

/** The chunking strategy that a configuration asks for. */
export async function strategyOf(chunking: TopicmillConfig['chunking']): Promise<ChunkingStrategy> {
  const { minTokens, maxTokens, tail } = chunking;
  const { semanticStrategy } = await import('../semantic-chunking.js');
  return semanticStrategy({ minTokens, maxTokens, tail, tokenCounter: await loadTokenCounter(chunking.tokenCounter) });
}

/** The chunk files of one source and, behind them, their manifest, by file name. */
export interface ChunkedSource extends Omit<StepResult, 'files'> {
  readonly files: ReadonlyMap<string, string>;
  readonly manifest: ChunksManifest;
}

/**
 * Splits one source, and behind them their manifest, by file name.
 *
 * @param sourceName file name of the source; the chunks are named after it
 * @throws TopicmillError `EMPTY_DOCUMENT`
 */
export async function chunkSource(
  source: DocumentFile,
  sourceName: string,
  strategy: ChunkingStrategy,
  shownPath: string,
): Promise<ChunkedSource> {
  const { values, diagnostics } = readFrontMatter(source.text, shownPath);
  const baseName = sourceName.replace(/\.[^.]*$/, '');
  const fileTitle = typeof values['title'] === 'string' ? values['title'] : baseName;
  const chunking = strategy.chunk({ text: source.text, file: shownPath, fileTitle });
  const { chunkFileText } = await import('../semantic-chunking.js');
  const cl100k = await loadTokenCounter('cl100k_base');
  const manifest: ChunksManifest = {
    strategy: strategy.getCacheKey(),
    source: sourceName,
    source_sha256: sha256Hex(source.bytes),
    chunks: chunking.chunks.map((chunk) => manifestEntry(chunk, source.text, baseName, cl100k)),
  };
  const files = new Map<string, string>();
  chunking.chunks.forEach((chunk, i) => {
    files.set(manifest.chunks[i]!.file, chunkFileText(chunk, source.text));
  });
  files.set(`${baseName}.chunks.json`, formatChunksManifest(manifest));
  const conflicts = conflictMarkers(source.text, shownPath);
  return { manifest, files, diagnostics: [...diagnostics, ...conflicts, ...chunking.diagnostics] };
}

function manifestEntry(
  chunk: Chunk,
  text: string,
  baseName: string,
  cl100k: TokenCounter,
): ChunksManifest['chunks'][number] {
  const ownText = text.slice(chunk.startOffset, chunk.endOffset);
  return {
    index: chunk.index,
    file: `${baseName}-${chunk.index}.md`,
    title: chunk.title,
    is_code: chunk.isCode,
    oversized: chunk.oversized,
    start: chunk.startOffset,
    end: chunk.endOffset,
    start_byte: chunk.startByte,
    end_byte: chunk.endByte,
    tokens: chunk.tokenCount,
    tokens_cl100k: cl100k.count(ownText),
    sha256: sha256Hex(ownText),
  };
}
