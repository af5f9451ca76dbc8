import { existsSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { TopicmillError } from '@topicmill/base/diagnostics';
import { isPostgresAddress } from '@topicmill/base/postgres';
import { type Docs, fetchLoader } from '@topicmill/search/retrieval';
import type { DocsSource } from '@topicmill/serve/mcp';
import { openPublishedDocs } from '@topicmill/serve/publish';
import { INDEX_FILE } from '@topicmill/topics/formats/file-names';
import type { Surroundings } from '../workspace/surroundings.js';
import { directoryLoader } from './directory-loader.js';
import { publishedDocs, workspaceDocs } from './workspace-docs.js';

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
