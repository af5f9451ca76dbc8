import { fnv1a32 } from '@topicmill/text/hashes';
import type { IndexedChunk } from '../search-index/search-topic.js';
import { isMissingFile } from './is-missing-file.js';
import type { Docs } from './open-docs.js';

/** Whether the text of a chunk's file is the one that was indexed: a build may have replaced it since. */
export function isIndexedText(text: string, { textHash }: Pick<IndexedChunk, 'textHash'>): boolean {
  return textHash === undefined || fnv1a32(text) === textHash;
}

/** Chunks that an index names and whose files are gone or of a later build: an answer does without them, and says so. */
export class MissingChunks {
  private readonly names = new Set<string>();

  /**
   * The text of a chunk; `undefined` where its file is missing or not the one that was indexed. Throws what `Docs.readChunk` does.
   *
   * @param chunk as the search index has it; left out, `Docs.indexedChunks` is asked
   */
  async read(
    docs: Pick<Docs, 'readChunk' | 'indexedChunks'>,
    topic: string,
    index: number,
    chunk?: Pick<IndexedChunk, 'path' | 'textHash'>,
  ): Promise<string | undefined> {
    const indexed = chunk ?? (await docs.indexedChunks?.(topic))?.[index];
    try {
      const text = await docs.readChunk(topic, index, indexed?.path);
      if (indexed === undefined || isIndexedText(text, indexed)) return text;
    } catch (thrown) {
      if (!isMissingFile(thrown)) throw thrown;
    }
    this.names.add(`${topic}#${index}`);
    return undefined;
  }

  /** What readers must know, in a sentence; nothing where all files were there. */
  get remarks(): string[] {
    if (this.names.size === 0) return [];
    const names = [...this.names].join(', ');
    return [`Left out, since their files are missing or newer than the search index: ${names}. Build the docs again.`];
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
