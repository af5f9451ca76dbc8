import { isMissingFile } from './is-missing-file.js';
import type { Docs } from './open-docs.js';

/** Chunks that an index names and whose files are gone: an answer does without them, and says so. */
export class MissingChunks {
  private readonly names = new Set<string>();

  /** The text of a chunk; `undefined` where its file is missing. Takes and throws what `Docs.readChunk` does. */
  async read(docs: Pick<Docs, 'readChunk'>, topic: string, index: number, path?: string): Promise<string | undefined> {
    try {
      return await docs.readChunk(topic, index, path);
    } catch (thrown) {
      if (!isMissingFile(thrown)) throw thrown;
      this.names.add(`${topic}#${index}`);
      return undefined;
    }
  }

  /** What readers must know, in a sentence; nothing where all files were there. */
  get remarks(): string[] {
    if (this.names.size === 0) return [];
    return [`Left out, since their files are missing: ${[...this.names].join(', ')}. Build the docs again.`];
  }

  /** The same in JSON. */
  get json(): MissingChunksJson {
    return this.names.size === 0 ? {} : { missing_chunks: [...this.names] };
  }
}

/** What answers have of chunks that are left out; nothing where there are none. */
export interface MissingChunksJson {
  /** As `topic#index`. */
  readonly missing_chunks?: readonly string[];
}
