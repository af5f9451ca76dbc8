import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EMBEDDING_CACHE_DIRECTORY } from '@topicmill/pipeline/workspace';
import type { CopyPluginOptions } from './copy-plugin.js';

/** Workspaces whose tasks only copy, by what they copy; what each is made of is said below the table. */
export const COPY_TWINS = {
  'a file a task': 'the same projects, tasks, inputs and outputs, each task copying one file',
  'a file a step': 'four tasks a topic, one for each command, each copying one file',
  'all files': 'the same tasks, each copying all that Topicmill makes in its folder; the vectors of all with the first',
} as const;
export type CopyTwin = keyof typeof COPY_TWINS;

/** A folder that holds what a build made. */
export interface BuiltCopy {
  readonly directory: string;
  remove(): void;
}

/** Keeps the docs and the states of a workspace as they are now. */
export function copyOfBuild(workspaceDirectory: string): BuiltCopy {
  const directory = mkdtempSync(join(tmpdir(), 'topicmill-bench-built-'));
  for (const part of ['docs', '.topicmill', EMBEDDING_CACHE_DIRECTORY]) {
    cpSync(join(workspaceDirectory, part), join(directory, part), { recursive: true });
  }
  return { directory, remove: () => rmSync(directory, { recursive: true, force: true, maxRetries: 3 }) };
}

/** What the plugin of a twin is told. */
export function copyOptions(twin: CopyTwin, built: BuiltCopy | undefined): CopyPluginOptions {
  if (twin === 'a file a step') return { targets: 'steps' };
  return twin === 'all files' ? { builtFrom: built!.directory } : {};
}
