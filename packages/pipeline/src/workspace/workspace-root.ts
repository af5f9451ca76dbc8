import { existsSync, lstatSync, realpathSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { TopicmillError } from '@topicmill/base/diagnostics';
import { readTextIfExists } from '@topicmill/base/files';
import { ownerAmong } from '../config/index.js';
import { CONFIG_FILE, STATE_DIRECTORY } from '../runner/index.js';

/** Folder at the workspace's root that keeps vectors. */
export const EMBEDDING_CACHE_DIRECTORY = '.embedding-cache';

/** The nearest folder at or above a path that has a `topicmill.yaml`. */
export function findWorkspaceRoot(path: string): string | undefined {
  for (let at = resolve(path); ; at = dirname(at)) {
    if (existsSync(join(at, CONFIG_FILE))) return at;
    if (dirname(at) === at) return undefined;
  }
}

/**
 * The text of a workspace's configuration file; `undefined` where there is none. Whoever reads it goes on to the caches, so
 * that their place is looked at here.
 *
 * @throws TopicmillError `LINK_NOT_FOLLOWED`
 */
export function readConfigText(root: string): string | undefined {
  for (const cache of [STATE_DIRECTORY, EMBEDDING_CACHE_DIRECTORY]) refuseLinkToOthers(root, cache);
  return readTextIfExists(join(root, CONFIG_FILE), CONFIG_FILE);
}

/** A cache may be elsewhere by a link, but its files are not written among those of git, and what is in their way is removed. */
function refuseLinkToOthers(root: string, cache: string): void {
  if (lstatSync(join(root, cache), { throwIfNoEntry: false })?.isSymbolicLink() !== true) return;
  let place: string;
  try {
    place = relative(realpathSync(root), realpathSync(join(root, cache)));
  } catch {
    return;
  }
  const owner = ownerAmong(place.split(sep).filter((name) => name !== cache));
  if (owner === undefined) return;
  throw new TopicmillError('LINK_NOT_FOLLOWED', `This is a symbolic link into ${owner}, which is not for caches.`, {
    file: cache,
    remedy: 'Remove the link, or let it lead to a folder of its own.',
  });
}

/** What a caller says over the configuration file. */
export interface WorkspaceOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The embedding model, over file and environment. */
  readonly embeddingModel?: string | undefined;
  /** Reports work with the embedding cache that a user should know about. */
  readonly onWarning?: (message: string) => void;
}

/** The embedding model that caller or environment say over the file. */
export function modelOverFile({ env, embeddingModel }: WorkspaceOptions): string | undefined {
  return embeddingModel ?? env['TOPICMILL_EMBEDDING_MODEL'];
}
