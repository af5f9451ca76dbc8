import { ByteWriter } from '../bytes.js';
import { passageVectors, type SearchTopic } from '../search-index/search-topic.js';
import { writeTopicBlocks } from '../search-index/topic-blocks.js';
import { writeVectorRows } from '../search-index/vector-rows.js';

/** What results say about the chunks of a page, as text. */
export function pageRecord(page: SearchTopic): string {
  return writeTopicBlocks([page])[0]!;
}

/** Hashes of a page's questions, 8 bytes each. */
export function pagePrompts({ chunks }: SearchTopic): Uint8Array {
  const writer = new ByteWriter();
  for (const { questions } of chunks) for (const { hash } of questions) writer.uint64(hash);
  return writer.finish();
}

/** Rows of the vectors of a page: those of its chunks, then those of its questions; empty where its chunks have none. */
export function pageVectors({ chunks }: SearchTopic): Uint8Array {
  const dimensions = chunks[0]?.vector?.length;
  if (dimensions === undefined || chunks.some(({ vector }) => vector === undefined)) return new Uint8Array();
  return writeVectorRows(passageVectors(chunks), dimensions);
}
