import { join } from 'node:path';
import { TopicmillError } from '@topicmill/base/diagnostics';
import { readTextIfExists } from '@topicmill/base/files';
import { readChunksManifest, readIndexJson } from '@topicmill/topics/formats';
import { INDEX_FILE } from '@topicmill/topics/formats/file-names';
import type { ComparedChunk } from '../gate/index.js';
import { folderPath, type Workspace } from '../runner/index.js';
import { topicDocument } from '../steps/index.js';

/** What an author sees change: a topic's chunks, and the orders in which samples of them are taken. */
export interface TopicState {
  readonly chunks: readonly ComparedChunk[];
  readonly stripes: Readonly<Record<'conceptual' | 'technical', readonly number[]>>;
}

/** The state on disk; what is missing or damaged counts as empty, since it is about to be made again. */
export function readTopicState(workspace: Workspace, id: string): TopicState {
  const directory = folderPath(workspace, id);
  const { manifestPath } = topicDocument(workspace.tree.get(id) ?? {});
  const manifest = readIfSound(join(directory, manifestPath), readChunksManifest);
  const set = readIfSound(join(directory, INDEX_FILE), readIndexJson)?._embedded.chunks?.['golden-reference'];
  return {
    chunks: (manifest?.chunks ?? []).map(({ title, sha256, tokens_cl100k: tokenCount }) => ({
      title,
      sha256,
      tokenCount,
    })),
    stripes: { conceptual: set?.stripe_order ?? [], technical: set?.stripe_order_technical ?? [] },
  };
}

/** The stripes whose order differs between two states. */
export function changedStripes(before: TopicState, now: TopicState): ('conceptual' | 'technical')[] {
  return (['conceptual', 'technical'] as const).filter(
    (stripe) => before.stripes[stripe].join() !== now.stripes[stripe].join(),
  );
}

function readIfSound<T>(path: string, read: (text: string, file: string) => T): T | undefined {
  try {
    const text = readTextIfExists(path);
    return text === undefined ? undefined : read(text, path);
  } catch (thrown) {
    if (thrown instanceof TopicmillError) return undefined;
    throw thrown;
  }
}
