import { existsSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { TopicmillError } from '@topicmill/base/diagnostics';
import { isPostgresAddress } from '@topicmill/base/postgres';
import { bundledWords } from '@topicmill/embedding/static-embeddings/node';
import { folderPath } from '@topicmill/pipeline/runner';
import { type DocsConfig, openDocsConfig } from '@topicmill/pipeline/workspace';
import {
  type Docs,
  type DocsLoader,
  type EmbedQuery,
  fetchLoader,
  type OpenIndex,
  openDocs,
  openSearchIndex,
  type SearchIndex,
} from '@topicmill/search/retrieval';
import { withThesaurus } from '@topicmill/search/thesaurus';
import type { DocsSource, OpenedDocs } from '@topicmill/serve/mcp';
import { openPublishedDocs } from '@topicmill/serve/publish';
import { INDEX_FILE } from '@topicmill/topics/formats/file-names';
import { BuiltIndex } from '../search-index/built-index.js';
import { openQuestionEmbedder, queryEmbedder } from '../workspace/question-embedder.js';
import type { Surroundings } from '../workspace/surroundings.js';
import { directoryLoader } from './directory-loader.js';

const CONFIG_FILE = 'topicmill.yaml';
/** For so long what was fetched counts as current. */
const URL_FRESH_MS = 60_000;
const FOLDER_FRESH_MS = 2000;
const DATABASE_FRESH_MS = 2000;

/** What docs are opened with. */
export interface DocsSourceOptions extends Surroundings {
  /** Embedding model of queries, instead of the configured one. */
  readonly model: string | undefined;
}

/** Docs that may be in a database. */
export interface ClosableDocsSource extends DocsSource {
  /** Ends connections; nothing can be opened after it. */
  close(): Promise<void>;
}

/**
 * The docs that an argument names: the address of a published docs root or of docs in PostgreSQL; a folder in or below a
 * repository with `topicmill.yaml`; or a folder of published docs. Without an argument, the repository around the current
 * folder. Opening them throws `INVALID_OPTION` as long as the argument names nothing of these: docs may be built later.
 */
export function openDocsSource(place: string | undefined, options: DocsSourceOptions): ClosableDocsSource {
  let source: ClosableDocsSource | undefined;
  return {
    async open() {
      source ??= sourceAt(place, options);
      return source.open();
    },
    close: async () => source?.close(),
  };
}

function sourceAt(place: string | undefined, options: DocsSourceOptions): ClosableDocsSource {
  if (place === undefined || !isPostgresAddress(place)) {
    return { ...openFiles(place, options), close: () => Promise.resolve() };
  }
  const { loader, openIndex, close } = openPublishedDocs(place);
  return { ...publishedDocs(loader, DATABASE_FRESH_MS, options, openIndex), close };
}

/**
 * Asks the docs that an argument names once.
 *
 * @throws TopicmillError what opening the docs and the question itself throw
 */
export async function askDocs<Answer>(
  place: string | undefined,
  options: DocsSourceOptions,
  ask: (docs: Docs) => Promise<Answer>,
): Promise<Answer> {
  const source = openDocsSource(place, options);
  try {
    return await ask((await source.open()).docs);
  } finally {
    await source.close();
  }
}

function openFiles(place: string | undefined, options: DocsSourceOptions): DocsSource {
  if (place === undefined) return workspaceDocs(options);
  if (/^https?:\/\//i.test(place)) {
    const loader = fetchLoader(place.replace(/\/index\.json$/, '/'), fetch);
    return publishedDocs(loader, URL_FRESH_MS, options);
  }
  const folder = resolve(options.cwd, place);
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) {
    throw new TopicmillError('INVALID_OPTION', `"${place}" is not a folder.`, {
      remedy:
        'Give the folder of a docs repository, of published docs, or the address of published docs, such as https://… or postgres://….',
    });
  }
  if (hasConfig(folder)) return workspaceDocs({ ...options, cwd: folder });
  if (existsSync(join(folder, INDEX_FILE))) return publishedDocs(directoryLoader(folder), FOLDER_FRESH_MS, options);
  throw new TopicmillError('INVALID_OPTION', `"${place}" contains neither ${CONFIG_FILE} nor ${INDEX_FILE}.`, {
    remedy: 'Give the folder of a docs repository, or the docs root of built docs.',
  });
}

/** Whether a folder, or one above it, is a docs repository. */
function hasConfig(folder: string): boolean {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, CONFIG_FILE))) return true;
    if (dirname(at) === at) return false;
  }
}

/** For so long docs that were opened count as current; a build in between shows after it. */
const FRESH_MS = 2000;

/** What a source of docs needs to know. */
interface WorkspaceDocsOptions extends Surroundings {
  readonly model: string | undefined;
}

/**
 * The built docs of the repository around a folder. Its search index stays open; whether a build has changed it is one look at
 * a file. The configuration is read again when it may have changed.
 *
 * What `openDocsConfig` and `BuiltIndex` throw, it throws when it is opened.
 */
function workspaceDocs(options: WorkspaceDocsOptions): DocsSource {
  const { cwd, env, onWarning } = options;
  const words = withThesaurus(bundledWords());
  let configured: { readonly key: string; readonly docs: DocsConfig; readonly built: BuiltIndex } | undefined;
  const openConfigured = async () => {
    const docs = await openDocsConfig(cwd, { env, embeddingModel: options.model, onWarning });
    const key = JSON.stringify(docs);
    if (configured?.key === key) return configured;
    configured?.built.close();
    const embed = queryEmbedder(() => openQuestionEmbedder(docs.config.embedding, options), onWarning);
    configured = { key, docs, built: new BuiltIndex(docs, { ...options, embed, words }) };
    return configured;
  };
  const config = keptFor(FRESH_MS, openConfigured);
  let known:
    | { readonly index: SearchIndex | undefined; readonly built: BuiltIndex; readonly opened: OpenedDocs }
    | undefined;
  return {
    async open() {
      const { docs: configOfDocs, built } = await config();
      const index = await built.current();
      if (known !== undefined && known.built === built && known.index === index) return known.opened;
      const loader = directoryLoader(folderPath(configOfDocs, ''));
      const embed = queryEmbedder(() => openQuestionEmbedder(configOfDocs.config.embedding, options), onWarning);
      // The index of this moment is that of the topics that are read with it.
      const openIndex: OpenIndex =
        index === undefined ? (...meaning) => openSearchIndex(loader, ...meaning) : async () => index;
      const docs = openDocs(loader, embed, words, openIndex);
      const indexedChunks = async (id: string) => (await index?.topic(id))?.chunks;
      known = { index, built, opened: { docs: { ...docs, indexedChunks } } };
      return known.opened;
    },
  };
}

/**
 * Published docs: a folder with the docs root's `index.json`, or its address. Queries become vectors by the model that
 * the search index names.
 *
 * @param openIndex opens a search index that is not among the files
 */
function publishedDocs(
  loader: DocsLoader,
  freshMs: number,
  options: EmbedOptions,
  openIndex: OpenIndex = (...meaning) => openSearchIndex(loader, ...meaning),
): DocsSource {
  const words = withThesaurus(bundledWords());
  const open = async (): Promise<OpenedDocs> => {
    let embed: Promise<EmbedQuery | undefined> | undefined;
    const modelOf = async (): Promise<EmbedQuery | undefined> => {
      const { model } = await openIndex();
      return model === undefined
        ? undefined
        : queryEmbedder(() => openQuestionEmbedder({ model }, options), options.onWarning);
    };
    return {
      docs: openDocs(
        loader,
        async (query) => {
          embed ??= modelOf();
          return (await embed)?.(query);
        },
        words,
        openIndex,
      ),
    };
  };
  return { open: keptFor(freshMs, open) };
}

/** Opens again what was opened longer ago; a failure is not kept. */
function keptFor<Opened>(freshMs: number, open: () => Promise<Opened>): () => Promise<Opened> {
  let opening: Promise<Opened> | undefined;
  let checkedMs = Number.NEGATIVE_INFINITY;
  return () => {
    if (opening !== undefined && performance.now() - checkedMs < freshMs) return opening;
    checkedMs = performance.now();
    const opened = open();
    opening = opened;
    opened.catch(() => {
      if (opening === opened) opening = undefined;
    });
    return opened;
  };
}

/** What is needed to turn queries into vectors. */
type EmbedOptions = Pick<Surroundings, 'env' | 'onWarning'>;
