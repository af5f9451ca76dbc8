import { existsSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { cutTopics, worktreeSnapshot } from '@topicmill/pipeline/gate';
import { openWorkspace } from '@topicmill/pipeline/workspace';
import { readTopics } from '../read-topics.js';

/** A page as every engine takes it. */
export interface TypedPage {
  readonly id: string;
  readonly title: string;
  readonly chunks: readonly { readonly title: string; readonly text: string }[];
}

/** The pages that are searched together. */
export interface TypedDocs {
  readonly name: string;
  readonly pages: readonly TypedPage[];
}

/** Reads the topics below a folder, or the pages of a repository that has a configuration. Nothing is built. */
export async function readTypedDocs(folder: string): Promise<TypedDocs> {
  const name = basename(resolve(folder));
  if (existsSync(join(folder, 'topicmill.yaml'))) {
    const { topics } = await cutTopics(worktreeSnapshot(openWorkspace(folder, { env: {} })));
    return { name, pages: topics };
  }
  const topics = await readTopics(folder);
  const pages = topics.map(({ id, title, chunks, chunkTexts }) => ({
    id,
    title,
    chunks: chunks.map((chunk, at) => ({ title: chunk.title, text: chunkTexts[at]! })),
  }));
  return { name, pages };
}
