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
