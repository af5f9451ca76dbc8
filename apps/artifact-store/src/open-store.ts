import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { type ArtifactEmbedder, type ArtifactStore, openSqliteStore, readStoreModel } from '@topicmill/artifacts/store';
import { artifactSplitter } from '@topicmill/artifacts/text';
import type { CommandIo } from '@topicmill/base/cli';
import { TopicmillError } from '@topicmill/base/diagnostics';
import { errorCode } from '@topicmill/base/files';
import { openEmbeddingCache } from '@topicmill/embedding/embedding-cache';
import { createEmbedder } from '@topicmill/embedding/llm-infrastructure';
import { cachedEmbedder } from './cached-embedder.js';
import { readStoreConfig, type StoreConfig, type StoreOptions } from './store-config.js';

/** What becomes of a store that is not there: `pretend` stands an empty one in for it, which leaves no file. */
export type WhenMissing = 'create' | 'pretend' | 'refuse';

/** What a command does with an open store. */
export type StoreAction<T> = (store: ArtifactStore, config: StoreConfig) => Promise<T>;

/**
 * Opens the configured store for as long as the action takes.
 *
 * @throws TopicmillError what the configuration, the store and the action throw
 */
export async function withStore<T>(
  options: StoreOptions,
  whenMissing: WhenMissing,
  io: CommandIo,
  action: StoreAction<T>,
): Promise<T> {
  const config = readStoreConfig(options, io);
  const splitter = await artifactSplitter(config.sizes);
  const model = config.model ?? modelNameOf(await boundModel(config.storePath));
  const embedder = storeEmbedder(model, config, io);
  const create = whenMissing === 'create';
  if (create) makeFolderOf(config.storePath);
  const path = whenMissing === 'pretend' && !existsSync(config.storePath) ? ':memory:' : config.storePath;
  const store = await openSqliteStore({ path, embedder, splitter, create });
  try {
    return await action(store, config);
  } finally {
    await store.close();
  }
}

function makeFolderOf(storePath: string): void {
  try {
    mkdirSync(dirname(storePath), { recursive: true });
  } catch (cause) {
    throw new TopicmillError('FILE_UNWRITABLE', `The folder of the store cannot be made (${errorCode(cause)}).`, {
      file: storePath,
      remedy: 'Name another path with --store, or check that no file is on the way to it and that you may write there.',
      cause,
    });
  }
}

/** Of a damaged store none: what it still holds can be read without. */
async function boundModel(path: string): Promise<string | undefined> {
  try {
    return await readStoreModel(path);
  } catch (thrown) {
    if (thrown instanceof TopicmillError && thrown.code === 'STORE_DAMAGED') return undefined;
    throw thrown;
  }
}

/** The name by which a stored model is asked for; a store of another release's built-in one is told apart later. */
function modelNameOf(stored: string | undefined): string {
  return stored === undefined || stored.startsWith('builtin:') ? 'builtin' : stored;
}

/** The embedder of a name, behind the cache where there is one. */
export function storeEmbedder(model: string, { cachePath }: StoreConfig, { env, stderr }: CommandIo): ArtifactEmbedder {
  const embedder = createEmbedder(model, { env });
  if (cachePath === undefined) return embedder;
  return cachedEmbedder(embedder, openEmbeddingCache(cachePath), (message) => stderr.write(`${message}\n`));
}
