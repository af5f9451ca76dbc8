import { TopicmillError } from '@topicmill/base/diagnostics';
import { chunkIn, chunkPlace } from '@topicmill/topics/formats/chunk-pack';
import type { DocsLoader } from '../docs-loader.js';

const decoder = new TextDecoder();

/** Reads the texts of chunks, whether each has a file or several are in one: that is read once for all that are asked for together. */
export class ChunkTexts {
  private readonly reading = new Map<string, Promise<Uint8Array>>();

  constructor(private readonly loader: DocsLoader) {}

  /**
   * @param path of a chunk below the docs root, as indexes and search results name it; not percent-encoded
   * @throws what the loader throws; TopicmillError `FILE_UNREADABLE` for a file that does not have the chunk
   */
  async read(path: string): Promise<string> {
    const place = chunkPlace(path);
    if (place.at === undefined || this.loader.hasChunksByPath) return decoder.decode(await this.loader.read(path));
    const bytes = chunkIn(await this.readFile(place.file), place);
    if (bytes !== undefined) return decoder.decode(bytes);
    throw new TopicmillError('FILE_UNREADABLE', `The file does not have chunk ${place.at}, or is not whole.`, {
      file: place.file,
      remedy: 'Build the docs again: npx topicmill build.',
    });
  }

  private readFile(file: string): Promise<Uint8Array> {
    const known = this.reading.get(file);
    if (known !== undefined) return known;
    const read = this.loader.read(file).finally(() => this.reading.delete(file));
    this.reading.set(file, read);
    return read;
  }
}
