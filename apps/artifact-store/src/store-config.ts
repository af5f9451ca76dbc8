import { dirname, join, resolve } from 'node:path';
import type { CommandIo } from '@topicmill/base/cli';
import { TopicmillError } from '@topicmill/base/diagnostics';
import { readTextIfExists, relativePath } from '@topicmill/base/files';
import { isPostgresAddress } from '@topicmill/base/postgres/address';
import { type ArtifactSizes, checkArtifactSizes, DEFAULT_ARTIFACT_SIZES } from '@topicmill/chunking/artifacts';
import type { FileValues } from './config-file.js';
import type { LogLevel } from './stderr-output.js';

/** Name of the configuration file, looked for in the working directory and those above it. */
export const CONFIG_FILE = 'artifact-store.yaml';

const NO_VALUES: FileValues = { embedding: {}, chunking: {} };

const SIZE_VARIABLES = {
  singlePieceMaxTokens: 'SINGLE_PIECE_MAX_TOKENS',
  targetTokens: 'CHUNK_TARGET_TOKENS',
  overlapTokens: 'CHUNK_OVERLAP_TOKENS',
} as const;

/** Settings from the command line, which override environment and file. */
export interface StoreOptions {
  readonly config?: string | undefined;
  readonly store?: string | undefined;
  readonly sourceRoot?: string | undefined;
  readonly model?: string | undefined;
  /** Events from this level on are logged; `undefined` for none. */
  readonly log?: LogLevel | undefined;
}

/** How the store is opened. */
export interface StoreConfig {
  /** Path of the SQLite file, or address of the database. */
  readonly store: string;
  /** Folder that the names of ingested files are relative to. */
  readonly sourceRoot: string;
  /** The requested model; `undefined` for the one that the store is bound to. */
  readonly model: string | undefined;
  /** Folder of the embedding cache; `undefined` for none. */
  readonly cachePath: string | undefined;
  readonly sizes: ArtifactSizes;
}

/**
 * Defaults, then the file, then the environment, then the command line. Paths in the file are relative to it, those of the
 * command line to the working directory. Names of files are relative to the folder of the configuration file, or, without one, to
 * that of the store, so that they do not depend on where a command is run.
 *
 * @throws FaultsError, TopicmillError `CONFIG_MISSING`, `CONFIG_UNREADABLE`, `CONFIG_INVALID`, `INVALID_OPTION`
 */
export async function readStoreConfig(options: StoreOptions, { cwd, env }: CommandIo): Promise<StoreConfig> {
  const { store, sourceRoot, model } = options;
  const found = findConfigFile(options.config, cwd);
  const values = found === undefined ? NO_VALUES : await valuesOf(found);
  const folder = found?.folder ?? resolve(cwd);
  const { embedding, chunking } = values;
  const { cache } = embedding;
  const sizes = { ...DEFAULT_ARTIFACT_SIZES, ...withoutUndefined(chunking), ...sizesFromEnvironment(env) };
  checkArtifactSizes(sizes);
  const place =
    store === undefined ? resolveStorePlace(values.store ?? 'artifacts.sqlite', folder) : resolveStorePlace(store, cwd);
  const base = found?.folder ?? (isPostgresAddress(place) ? resolve(cwd) : dirname(place));
  return {
    store: place,
    sourceRoot: sourceRoot === undefined ? resolve(base, values.sourceRoot ?? '') : resolve(cwd, sourceRoot),
    model: model ?? env['TOPICMILL_EMBEDDING_MODEL'] ?? embedding.model,
    cachePath: cache === undefined || cache === null ? undefined : resolve(base, cache),
    sizes,
  };
}

/** A path in a folder, or an address as it is. */
function resolveStorePlace(store: string, folder: string): string {
  return isPostgresAddress(store) ? store : resolve(folder, store);
}

/** A configuration file as it was read. */
interface FoundFile {
  readonly text: string;
  readonly folder: string;
  /** What messages call it. */
  readonly displayPath: string;
}

function findConfigFile(given: string | undefined, cwd: string): FoundFile | undefined {
  if (given !== undefined) {
    const path = resolve(cwd, given);
    const text = readTextIfExists(path, given);
    if (text !== undefined) return { text, folder: dirname(path), displayPath: given };
    throw new TopicmillError('CONFIG_MISSING', 'There is no such configuration file.', {
      file: given,
      remedy: 'Name an existing file, or omit --config.',
    });
  }
  for (let folder = resolve(cwd); ; folder = dirname(folder)) {
    const path = join(folder, CONFIG_FILE);
    const displayPath = relativePath(cwd, path);
    const text = readTextIfExists(path, displayPath);
    if (text !== undefined) return { text, folder, displayPath };
    if (dirname(folder) === folder) return undefined;
  }
}

/** What is in the file; the parser of YAML is loaded only where there is one. */
async function valuesOf({ text, displayPath }: FoundFile): Promise<FileValues> {
  const { parseConfigFile } = await import('./config-file.js');
  return parseConfigFile(text, displayPath);
}

function sizesFromEnvironment(env: CommandIo['env']): Partial<ArtifactSizes> {
  const sizes: { -readonly [K in keyof ArtifactSizes]?: number } = {};
  for (const [name, variable] of Object.entries(SIZE_VARIABLES) as [keyof ArtifactSizes, string][]) {
    const value = env[variable]?.trim();
    if (value === undefined || value === '') continue;
    if (!/^\d{1,9}$/.test(value)) {
      throw new TopicmillError('INVALID_OPTION', `${variable} is ${JSON.stringify(value)}, which is not a size.`, {
        remedy: 'Give a whole number of tokens.',
      });
    }
    sizes[name] = Number(value);
  }
  return sizes;
}

function withoutUndefined<T extends object>(values: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>;
  };
}
