import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { TopicmillError } from '@topicmill/base/diagnostics';
import { joinChunks, ownText, readChunksManifest } from '@topicmill/topics/formats';
import { folderOf, pathIn } from '@topicmill/topics/formats/file-names';
import type { DocsLoader } from '../docs-loader.js';
import type { ChunkTexts } from './chunk-texts.js';

const DECODER = new TextDecoder();
const ENCODER = new TextEncoder();

/**
 * The whole text of a page whose chunks are all of it, front matter included.
 *
 * @param manifestPath of its chunks, below the docs root; not percent-encoded
 * @returns UTF-8
 * @throws what the loader throws; TopicmillError `CHUNK_MANIFEST_INVALID`, and `FILE_UNREADABLE` where chunks and manifest
 *   are not of one build
 */
export async function readJoinedPage(loader: DocsLoader, manifestPath: string, texts: ChunkTexts): Promise<Uint8Array> {
  const manifest = readChunksManifest(DECODER.decode(await loader.read(manifestPath)), manifestPath);
  const paths = manifest.chunks.map(({ file }) => pathIn(folderOf(manifestPath), file));
  const text = joinChunks(manifest, await Promise.all(paths.map((path) => texts.read(path))));
  const bytes = ENCODER.encode(text);
  const { sha256: digest = sha256 } = loader;
  if (text !== undefined && bytesToHex(digest(bytes)) === manifest.source_sha256) return bytes;
  throw new TopicmillError('FILE_UNREADABLE', 'The chunks of the page are not those that it lists.', {
    file: manifestPath,
    remedy: 'Build the docs again: npx topicmill build.',
  });
}

/**
 * The own text of a chunk of such a page.
 *
 * @throws as `readJoinedPage`; `TOPIC_UNKNOWN` for a chunk that the manifest does not list
 */
export async function readJoinedSpan(
  loader: DocsLoader,
  manifestPath: string,
  at: number,
  texts: ChunkTexts,
): Promise<string> {
  const manifest = readChunksManifest(DECODER.decode(await loader.read(manifestPath)), manifestPath);
  const chunk = manifest.chunks[at];
  if (chunk !== undefined) return ownText(chunk, await texts.read(pathIn(folderOf(manifestPath), chunk.file)));
  throw new TopicmillError('TOPIC_UNKNOWN', `There is no chunk ${at}.`, {
    file: manifestPath,
    remedy: 'Look up topics and chunks in the index of the docs root.',
  });
}
