import type { HiddenTextKind } from '@topicmill/text/hidden-text';
import { type ChunkFacts, pickChunkFacts } from '@topicmill/topics/formats';
import { invalidIndex, TOPICS_PER_BLOCK } from './manifest.js';
import type { IndexedChunk, SearchTopic } from './search-topic.js';

/** A topic as a block contains it. Blocks are checked by their hash, their shape is that of this release's manifest. */
interface TopicRow {
  readonly id: string;
  readonly title: string;
  readonly chunks: readonly (Omit<ChunkFacts, 'isCode' | 'tokenCount' | 'hiddenText'> & {
    readonly title: string;
    readonly path: string;
    readonly code: boolean;
    readonly tokens: number;
    readonly lines?: readonly [number, number];
    readonly textHash?: number;
    readonly hidden?: readonly HiddenTextKind[];
    readonly questions?: readonly string[];
    /** Positions in `questions` of those that a language model wrote. */
    readonly byModel?: readonly number[];
  })[];
}

/** A topic as the table stores it. */
export interface TopicRecord {
  readonly id: string;
  readonly title: string;
  /** By index. */
  readonly chunks: readonly IndexedChunk[];
  /** Texts of the questions of all chunks, chunk by chunk. */
  readonly questions: readonly string[];
  /** By chunk: positions, among its own questions, of those that a language model wrote. */
  readonly modelQuestionPositions: readonly ReadonlySet<number>[];
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
    return (JSON.parse(text) as TopicRow[]).map(({ id, title, chunks }) => ({
      id,
      title,
      questions: chunks.flatMap((chunk) => chunk.questions ?? []),
      modelQuestionPositions: chunks.map((chunk) => new Set(chunk.byModel)),
      chunks: chunks.map(({ code, tokens, lines, hidden, questions: _, byModel: __, ...rest }) => ({
        ...rest,
        isCode: code,
        tokenCount: tokens,
        sourceLines: lines,
        ...(hidden === undefined ? {} : { hiddenText: hidden }),
      })),
    }));
  } catch (cause) {
    throw invalidIndex(file, 'It is not a part of the table of topics.', cause);
  }
}

function topicRow({ id, title, chunks }: SearchTopic): string {
  const rows = chunks.map((chunk) => {
    const { isCode, tokenCount, hiddenText, ...facts } = pickChunkFacts(chunk);
    return {
      title: chunk.title,
      path: chunk.path,
      code: isCode,
      tokens: tokenCount,
      lines: chunk.sourceLines,
      textHash: chunk.textHash,
      ...facts,
      hidden: hiddenText,
      ...(chunk.questions.length === 0 ? {} : { questions: chunk.questions.map(({ text }) => text) }),
      ...modelQuestionsJson(chunk),
    };
  });
  return JSON.stringify({ id, title, chunks: rows });
}

function modelQuestionsJson({ questions }: SearchTopic['chunks'][number]): { byModel?: number[] } {
  const byModel = [...questions.keys()].filter((at) => questions[at]!.origin === 'model');
  return byModel.length === 0 ? {} : { byModel };
}
