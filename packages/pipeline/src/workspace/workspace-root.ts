import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { readTextIfExists } from '@topicmill/base/files';
import { CONFIG_FILE } from '../runner/index.js';

/** The nearest folder at or above a path that has a `topicmill.yaml`. */
export function findWorkspaceRoot(path: string): string | undefined {
  for (let at = resolve(path); ; at = dirname(at)) {
    if (existsSync(join(at, CONFIG_FILE))) return at;
    if (dirname(at) === at) return undefined;
  }
}

/** The text of a workspace's configuration file; `undefined` where there is none. */
export function readConfigText(root: string): string | undefined {
  return readTextIfExists(join(root, CONFIG_FILE), CONFIG_FILE);
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
