import type { DocumentFile } from '@topicmill/base/files';
import type { SearchTopic } from '@topicmill/search/retrieval';
import { type ChunksManifest, manifestChunkFacts, readIndexJson } from '@topicmill/topics/formats';
import { CHUNKS_DIRECTORY, type TopicDocument } from '../steps/index.js';

const LINE_END = /\r\n|\n|\r/g;

/** The files of a built topic that a search reads. */
export interface TopicFiles {
  readonly id: string;
  /** Its `index.json`, and the path that errors name it by. */
  readonly index: DocumentFile;
  readonly displayIndexPath: string;
  readonly manifest: ChunksManifest;
  readonly reference: DocumentFile | undefined;
  readonly document: TopicDocument;
  /** Text of a chunk file by its path below the topic's folder; `''` for one that is not there. */
  chunkText(path: string): string;
}

/**
 * A topic as it is searched, without vectors.
 *
 * @throws TopicmillError `INDEX_INVALID`
 */
export function searchTopicOf({
  id,
  index: indexFile,
  displayIndexPath,
  manifest,
  reference,
  document,
  chunkText,
}: TopicFiles): SearchTopic {
  const index = readIndexJson(indexFile.text, displayIndexPath);
  const items = index._embedded.chunks?.['golden-reference'].items ?? [];
  const lines = new LineCounter(reference?.text ?? '');
  const chunks = manifest.chunks.map((chunk, at) => {
    const path = `${CHUNKS_DIRECTORY}/${chunk.file}`;
    return {
      title: chunk.title,
      path: id === '' ? path : `${id}/${path}`,
      ...manifestChunkFacts(chunk),
      sourceLines: [lines.lineAt(chunk.start), lines.lineAt(Math.max(chunk.start, chunk.end - 1))] as const,
      text: document.embedded(chunkText(path)),
      promptHashes: items[at]?.prompt_hashes ?? [],
    };
  });
  return { id, title: index.title, chunks };
}

/** Finds lines of a text by offset. */
class LineCounter {
  private readonly starts: readonly number[];

  constructor(text: string) {
    this.starts = [0, ...Array.from(text.matchAll(LINE_END), (match) => match.index + match[0].length)];
  }

  /** 1-based line that holds a UTF-16 offset. */
  lineAt(offset: number): number {
    let low = 0;
    let high = this.starts.length;
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if (this.starts[middle]! <= offset) low = middle;
      else high = middle;
    }
    return low + 1;
  }
}
