import { existsSync } from 'node:fs';
import { type ArtifactStore, type Embedder, openSqliteStore } from '@topicmill/artifacts/store';
import { artifactSplitter } from '@topicmill/artifacts/text';
import type { CommandIo } from '@topicmill/base/cli';
import { openEmbeddingCache } from '@topicmill/embedding/embedding-cache';
import { createEmbedder } from '@topicmill/embedding/llm-infrastructure';
import { cachedEmbedder } from './cached-embedder.js';
import { eventLog } from './event-log.js';
import { readStoreConfig, type StoreConfig, type StoreOptions } from './store-config.js';

/**
 * How a store is opened. One that is not there is made by `create`; `pretend` puts an empty one in its place, which
 * leaves no file; the others refuse. `salvage` opens a damaged one too, to be read as far as it goes.
 */
export type StoreUse = 'create' | 'pretend' | 'open' | 'salvage';

/** What a command does with an open store. */
export type StoreAction<T> = (store: ArtifactStore, config: StoreConfig) => Promise<T>;

/**
 * Opens the configured store for as long as the action takes.
 *
 * @throws TopicmillError what the configuration, the store and the action throw
 */
export async function withStore<T>(
  options: StoreOptions,
  use: StoreUse,
  io: CommandIo,
  action: StoreAction<T>,
): Promise<T> {
  const config = readStoreConfig(options, io);
  const splitter = await artifactSplitter(config.sizes);
  const store = await openSqliteStore({
    path: use === 'pretend' && !existsSync(config.storePath) ? ':memory:' : config.storePath,
    embedder: (boundModel) => storeEmbedder(config.model ?? modelNameOf(boundModel), config, io),
    splitter,
    create: use === 'create',
    toleratesDamage: use === 'salvage',
    onEvent: eventLog(options.log, io),
  });
  try {
    return await action(store, config);
  } finally {
    await store.close();
  }
}

/** The name by which a stored model is asked for; a store of another release's built-in one is told apart later. */
function modelNameOf(stored: string | undefined): string {
  return stored === undefined || stored.startsWith('builtin:') ? 'builtin' : stored;
}

/** The embedder of a name, with the cache in front of it where there is one. */
export function storeEmbedder(model: string, { cachePath }: StoreConfig, { env, stderr }: CommandIo): Embedder {
  const embedder = createEmbedder(model, { env });
  if (cachePath === undefined) return embedder;
  return cachedEmbedder(embedder, openEmbeddingCache(cachePath), (message) => stderr.write(`${message}\n`));
}
