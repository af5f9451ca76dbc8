import { TopicmillError } from '@topicmill/base/diagnostics';
import { type ChunksManifest, readChunksManifest } from '@topicmill/topics/formats';
import { manifestOfChunk } from '@topicmill/topics/formats/file-names';
import { isMissingFile } from './is-missing-file.js';

/**
 * A function that gives the addresses which the links of a chunk lead to, by their destinations as written. Each manifest is
 * read once.
 *
 * @param pathOf path of a chunk's file below the docs root
 */
export function readLinkAddresses(
  pathOf: (topic: string, index: number) => Promise<string>,
  readText: (path: string) => Promise<string>,
): (topic: string, index: number) => Promise<ReadonlyMap<string, string>> {
  const manifests = new Map<string, Promise<ChunksManifest | undefined>>();
  return async (topic, index) => {
    const path = manifestOfChunk(await pathOf(topic, index));
    const known = manifests.get(path) ?? readManifest(path, readText);
    manifests.set(path, known);
    known.catch(() => manifests.delete(path));
    const links = (await known)?.chunks[index]?.links ?? [];
    return new Map(links.map(({ href, url }) => [href, url]));
  };
}

/** `undefined` for one that is missing or of another version: a text without it is still an answer. */
async function readManifest(
  path: string,
  readText: (path: string) => Promise<string>,
): Promise<ChunksManifest | undefined> {
  try {
    return readChunksManifest(await readText(path), path);
  } catch (thrown) {
    const isUnread = isMissingFile(thrown);
    if (isUnread || (thrown instanceof TopicmillError && thrown.code === 'CHUNK_MANIFEST_INVALID')) return undefined;
    throw thrown;
  }
}
