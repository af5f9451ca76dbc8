import { existsSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { type CommandIo, givenOptions, refuseForeignOptions } from '@topicmill/base/cli';
import type { Diagnostic } from '@topicmill/base/diagnostics';
import { readDocument, relativePath, slashPath } from '@topicmill/base/files';
import { type LoadedStrategy, loadStrategy, STRATEGIES, type StrategyName, strategyNamed } from '@topicmill/chunking';
import { chunkSource } from '@topicmill/pipeline/chunk-files';
import { FolderFiles, ownedFile, type PublishedFiles } from '@topicmill/pipeline/runner';
import { CHUNKS_DIRECTORY, chunkFilesOf } from '@topicmill/pipeline/steps';
import { chosenStrategy, documentDialect, findWorkspaceRoot, readNearestConfig } from '@topicmill/pipeline/workspace';
import type { DialectName } from '@topicmill/text/markdown';
import { type ChunksManifest, readChunksManifest } from '@topicmill/topics/formats';
import { nameConflict, publishNamed } from './source-registry.js';

/** What the command line says over the configuration. */
export interface ChunkingToolOptions extends Readonly<Record<string, unknown>> {
  readonly out?: string;
  /** Default: the one that a build has for the document. */
  readonly strategy?: StrategyName | undefined;
  readonly dryRun?: true;
  readonly dialect?: DialectName;
}

/** What was made from one document. */
export interface ChunkedFile {
  readonly manifest: ChunksManifest;
  readonly published: PublishedFiles;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Splits one document and writes its chunk files.
 *
 * @throws TopicmillError for a source that cannot be read or split, for options that do not fit, `DOC_NAME_CONFLICT` when
 *   the files are those of another document that still exists; nothing is written then
 */
export async function chunkFile(source: string, options: ChunkingToolOptions, io: CommandIo): Promise<ChunkedFile> {
  const sourcePath = resolve(io.cwd, source);
  const strategy = await strategyWith(options, sourcePath, io);
  const name = basename(sourcePath);
  const {
    files: made,
    manifest,
    diagnostics,
  } = await chunkSource(readDocument(sourcePath, source), strategy, {
    sourceName: name,
    displayPath: source,
    dialect: documentDialect(sourcePath, options.dialect, { env: io.env }),
  });
  const directory =
    options.out === undefined ? join(dirname(sourcePath), CHUNKS_DIRECTORY) : resolve(io.cwd, options.out);
  const displayDirectory = relativePath(io.cwd, directory);
  const files = new FolderFiles(directory, displayDirectory, options.dryRun === true);
  const baseName = name.replace(/\.[^.]*$/, '');
  const manifestName = `${baseName}.chunks.json`;
  const owned = [chunkFilesOf(baseName, ''), ownedFile(manifestName)];
  if (options.out === undefined) refuseNamesake(files, manifestName, sourcePath);
  const published =
    options.out === undefined
      ? files.publish(owned, made)
      : publishNamed(files, { directory, sourcePath, name: manifestName, owned, made });
  return { manifest, published, diagnostics };
}

/**
 * A strategy by the nearest configuration, as for a topic of its own; what the command line gives takes precedence.
 *
 * @throws TopicmillError `INVALID_OPTION` for options that do not go together, or that the strategy does not have
 */
function strategyWith(options: ChunkingToolOptions, sourcePath: string, { env }: CommandIo): Promise<LoadedStrategy> {
  const directory = dirname(sourcePath);
  const path = slashPath(relativePath(findWorkspaceRoot(directory) ?? directory, sourcePath));
  const { chunking } = readNearestConfig(directory, { env });
  const configured = chosenStrategy({ chunking, sources: 'folders' }, path);
  const strategy = strategyNamed(options.strategy ?? configured.strategy);
  refuseForeignOptions(options, [strategy], STRATEGIES);
  const settings = strategy.name === configured.strategy ? configured.options : {};
  return loadStrategy(strategy.name, { ...settings, ...givenOptions(strategy, options) });
}

/** Next to the source there is no registry: two documents in one folder, such as `a.md` and `a.mdx`, share a manifest. */
function refuseNamesake(files: FolderFiles, manifestName: string, sourcePath: string): void {
  const source = manifestSource(files.read(manifestName)?.text, manifestName);
  if (source === undefined || source === basename(sourcePath)) return;
  if (existsSync(join(dirname(sourcePath), source))) throw nameConflict(source, files.displayPath(manifestName));
}

/** The document that a manifest names; `undefined` for a missing or unreadable manifest, which is replaced. */
function manifestSource(text: string | undefined, name: string): string | undefined {
  try {
    return text === undefined ? undefined : readChunksManifest(text, name).source;
  } catch {
    return undefined;
  }
}
