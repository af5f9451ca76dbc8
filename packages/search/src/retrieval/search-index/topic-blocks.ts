import * as z from 'zod';
import { invalidIndex, TOPICS_PER_BLOCK } from './manifest.js';
import type { IndexedChunk, SearchTopic } from './search-topic.js';

const blockSchema = z.array(
  z.strictObject({
    id: z.string(),
    title: z.string(),
    chunks: z.array(
      z.strictObject({
        title: z.string(),
        path: z.string(),
        code: z.boolean(),
        tokens: z.number(),
        lines: z.tuple([z.number(), z.number()]).optional(),
        id: z.string().optional(),
        url: z.string().optional(),
      }),
    ),
  }),
);

/** A topic as the table holds it. */
export interface TopicRecord {
  readonly id: string;
  readonly title: string;
  /** By index. */
  readonly chunks: readonly IndexedChunk[];
}

/** The table of topics and chunks, cut into JSON texts of a few topics each. */
export function writeTopicBlocks(topics: readonly SearchTopic[]): string[] {
  const blocks: string[] = [];
  for (let start = 0; start < topics.length; start += TOPICS_PER_BLOCK) {
    const rows = topics.slice(start, start + TOPICS_PER_BLOCK).map(topicRow);
    blocks.push(`[\n${rows.join(',\n')}\n]\n`);
  }
  return blocks;
}

/** @throws TopicmillError `SEARCH_INDEX_INVALID` */
export function readTopicBlock(text: string, file: string): TopicRecord[] {
  try {
    return blockSchema.parse(JSON.parse(text)).map(({ id, title, chunks }) => ({
      id,
      title,
      chunks: chunks.map(({ code, tokens, lines, ...rest }) => ({
        ...rest,
        isCode: code,
        tokenCount: tokens,
        sourceLines: lines,
      })),
    }));
  } catch (cause) {
    throw invalidIndex(file, 'It is not a part of the table of topics.', cause);
  }
}

function topicRow({ id, title, chunks }: SearchTopic): string {
  const rows = chunks.map((chunk) => ({
    title: chunk.title,
    path: chunk.path,
    code: chunk.isCode,
    tokens: chunk.tokenCount,
    lines: chunk.sourceLines,
    id: chunk.id,
    url: chunk.url,
  }));
  return JSON.stringify({ id, title, chunks: rows });
}
