import { existsSync } from 'node:fs';
import {
  type ArtifactSplitter,
  type ArtifactStore,
  type ChooseEmbedder,
  openPostgresStore,
  openSqliteStore,
  type SqliteStoreOptions,
} from '@topicmill/artifacts/store';
import type { CommandIo } from '@topicmill/base/cli';
import { TopicmillError } from '@topicmill/base/diagnostics';
import { isPostgresAddress } from '@topicmill/base/postgres/address';
import type { ArtifactSizes } from '@topicmill/chunking/artifacts';
import { eventLog } from './stderr-output.js';
import { readStoreConfig, type StoreConfig, type StoreOptions } from './store-config.js';

/**
 * How a store is opened. One that is not there is made by `create`; `pretend` puts an empty one in its place, which
 * leaves no file; the others refuse. `salvage` opens a damaged one too, to be read as far as it goes.
 */
type StoreUse = 'create' | 'pretend' | 'open' | 'salvage';

/** What a command does with an open store. */
type StoreAction<T> = (store: ArtifactStore, config: StoreConfig) => Promise<T>;

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
  const config = await readStoreConfig(options, io);
  const embedder: ChooseEmbedder = async (boundModel) => {
    const { storeEmbedder } = await import('./store-embedder.js');
    return storeEmbedder(config.model ?? modelNameOf(boundModel), config, io);
  };
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
  const options = { ...opening, splitter: lazySplitter(sizes), sizes, create: use === 'create' };
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

/** The splitter of artifacts, whose tokens and grammars are loaded for the first text. */
function lazySplitter(sizes: ArtifactSizes): ArtifactSplitter {
  let loading: Promise<ArtifactSplitter> | undefined;
  return async (text, type) => {
    loading ??= import('@topicmill/artifacts/text').then(({ artifactSplitter }) => artifactSplitter(sizes));
    return (await loading)(text, type);
  };
}
