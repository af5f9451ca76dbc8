import type { DocumentFile } from '@topicmill/base/files';
import { REFERENCE_FILE } from '@topicmill/topics/formats/file-names';
import type { PublishedPage } from '../chunk-files/index.js';
import { pagesRootsOf, type TopicmillConfig } from '../config/index.js';
import {
  type Folder,
  includedName,
  type Step,
  type StepInput,
  type StepInputs,
  type StepResult,
} from '../runner/index.js';
import { topicStrategy } from '../workspace/index.js';
import {
  CHUNKS_DIRECTORY,
  type DocumentOutputs,
  PAGE_OUTPUTS,
  REFERENCE_OUTPUTS,
  topicDocument,
} from './topic-document.js';

/** Splits the reference into chunk files and their manifest. */
export const chunkStep = chunkStepFor(REFERENCE_OUTPUTS, []);
/** Splits a page into chunk files and their manifest, each chunk with its address. */
export const pageChunkStep = chunkStepFor(PAGE_OUTPUTS, [
  { kind: 'page' },
  { kind: 'included' },
  { kind: 'config', key: 'packChunks' },
]);

function chunkStepFor({ chunks, manifest }: DocumentOutputs, inputs: readonly StepInput[]): Step {
  return {
    name: 'chunk',
    scope: 'topic',
    isTask: true,
    inputs: [{ kind: 'source', path: REFERENCE_FILE }, { kind: 'config', key: 'chunking', of: chunkingOf }, ...inputs],
    outputs: [chunks, manifest],
    run: runChunk,
  };
}

function chunkingOf(config: TopicmillConfig, folder: Folder): unknown {
  return { ...topicStrategy(config, folder), isExcluded: isExcluded(config, folder.id) };
}

/** Whether a topic gets keywords and an index, but no chunks. */
export function isExcluded({ chunking }: TopicmillConfig, folderId: string): boolean {
  return chunking.exclude.includes(folderId);
}

/**
 * Whether the chunks of a page, joined, are all of it. Those of `semantic` lose nothing, unless they are told to drop what
 * is short at the end.
 */
export function isJoined(config: TopicmillConfig, folder: Folder): boolean {
  if (folder.page === undefined || isExcluded(config, folder.id)) return false;
  const { strategy, options } = topicStrategy(config, folder);
  return strategy === 'semantic' && options['tail'] !== 'drop';
}

/**
 * The page of a folder with its site.
 *
 * @param file that the page includes, by the name that `includedName` gives it
 */
export function publishedPage(
  config: TopicmillConfig,
  { page }: Folder,
  file: (name: string) => DocumentFile | undefined,
): PublishedPage | undefined {
  const included = (path: string): DocumentFile | undefined => file(includedName(path));
  return page && { page, site: pagesRootsOf(config)[page.rootIndex]!.site, included };
}

async function runChunk({ config, folder, required, file, displayPath }: StepInputs): Promise<StepResult> {
  if (isExcluded(config, folder.id)) return { files: new Map(), diagnostics: [] };
  const { chunkSource, strategyFor } = await import('../chunk-files/index.js');
  const strategy = await strategyFor(config, folder);
  const { sourceName } = topicDocument(folder);
  const { files, diagnostics } = await chunkSource(required(REFERENCE_FILE), strategy, {
    sourceName,
    displayPath: displayPath(REFERENCE_FILE),
    published: publishedPage(config, folder, file),
    isPacked: folder.page !== undefined && config.packChunks,
    isJoined: isJoined(config, folder),
  });
  return { files: new Map([...files].map(([name, text]) => [`${CHUNKS_DIRECTORY}/${name}`, text])), diagnostics };
}
