import { existsSync } from 'node:fs';
import {
  type ArtifactStore,
  type ChooseEmbedder,
  type Embedder,
  openPostgresStore,
  openSqliteStore,
  type SqliteStoreOptions,
} from '@topicmill/artifacts/store';
import { artifactSplitter } from '@topicmill/artifacts/text';
import type { CommandIo } from '@topicmill/base/cli';
import { TopicmillError } from '@topicmill/base/diagnostics';
import { isPostgresAddress } from '@topicmill/base/postgres';
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
  const embedder: ChooseEmbedder = (boundModel) => storeEmbedder(config.model ?? modelNameOf(boundModel), config, io);
  const store = await openStore(config, use, { embedder, onEvent: eventLog(options.log, io) });
  try {
    const result = await action(store, config);
    // Who writes to a store can do something about it; who only reads would be told at each search.
    const advice = use === 'create' ? await store.advice() : undefined;
    if (advice !== undefined) io.stderr.write(`${advice}\n`);
    return result;
  } finally {
    await store.close();
  }
}

/** Opens the store of a configuration, in a file or in PostgreSQL. */
export async function openStore(
  { store: place, sizes }: Pick<StoreConfig, 'store' | 'sizes'>,
  use: StoreUse,
  opening: Pick<SqliteStoreOptions, 'embedder' | 'onEvent'>,
): Promise<ArtifactStore> {
  const options = { ...opening, splitter: await artifactSplitter(sizes), create: use === 'create' };
  if (!isPostgresAddress(place)) {
    const path = use === 'pretend' && !existsSync(place) ? ':memory:' : place;
    return openSqliteStore({ ...options, path, toleratesDamage: use === 'salvage' });
  }
  const opened = openPostgresStore({ ...options, address: place });
  if (use !== 'pretend') return opened;
  return opened.catch((thrown) => {
    if (!(thrown instanceof TopicmillError) || thrown.code !== 'STORE_MISSING') throw thrown;
    return openSqliteStore({ ...options, path: ':memory:' });
  });
}

/** The name under which a stored model is requested; a built-in model of another release is detected later. */
export function modelNameOf(stored: string | undefined): string {
  return stored === undefined || stored.startsWith('builtin:') ? 'builtin' : stored;
}

/** The embedder of a name, with the cache in front of it where there is one. */
export function storeEmbedder(model: string, { cachePath }: StoreConfig, { env, stderr }: CommandIo): Embedder {
  const embedder = createEmbedder(model, { env });
  if (cachePath === undefined) return embedder;
  return cachedEmbedder(embedder, openEmbeddingCache(cachePath), (message) => stderr.write(`${message}\n`));
}
