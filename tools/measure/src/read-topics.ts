import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { type Chunk, chunkFileText, semanticStrategy } from '@topicmill/chunking';
import type { SearchTopic } from '@topicmill/search/retrieval';
import { loadTokenCounter } from '@topicmill/text/tokens';
import { describeReference, pickChunkFacts, readQaPairs } from '@topicmill/topics/formats';

/** A question that people have answered. */
export interface AnsweredQuestion {
  /** Id of the topic that it belongs to. */
  readonly topic: string;
  readonly question: string;
  /** Markdown. */
  readonly answer: string;
}

/** A topic, cut as the build cuts it. */
export interface Topic {
  readonly id: string;
  readonly title: string;
  /** The whole reference. */
  readonly text: string;
  readonly chunks: readonly Chunk[];
  /** Texts of the chunk files, by index. */
  readonly chunkTexts: readonly string[];
  readonly questions: readonly AnsweredQuestion[];
}

const REFERENCE = 'golden-reference.md';
const QUESTIONS = 'qa-pairs.md';

/** Reads every folder below `root` that has a golden-reference.md, by id. */
export async function readTopics(root: string): Promise<Topic[]> {
  const strategy = semanticStrategy({
    tokenCounter: await loadTokenCounter('words'),
  });
  return topicFolders(root).map((folder) => {
    const id = relative(root, folder).split(sep).join('/');
    const text = readFileSync(join(folder, REFERENCE), 'utf8');
    const { title } = describeReference(text, id);
    const { chunks } = strategy.chunk({ text, file: id, fileTitle: title });
    const chunkTexts = chunks.map((chunk) => chunkFileText(chunk, text));
    return { id, title, text, chunks, chunkTexts, questions: questionsOf(folder, id) };
  });
}

function topicFolders(root: string): string[] {
  const names = readdirSync(root, { recursive: true, encoding: 'utf8' });
  const references = names.filter((name) => join(sep, name).endsWith(join(sep, REFERENCE)));
  return references.map((name) => dirname(join(root, name))).sort();
}

function questionsOf(folder: string, topic: string): AnsweredQuestion[] {
  const file = join(folder, QUESTIONS);
  if (!existsSync(file)) return [];
  const { pairs } = readQaPairs(readFileSync(file, 'utf8'), `${topic}/${QUESTIONS}`);
  return pairs.map(({ question, answer }) => ({ topic, question, answer }));
}

/** A topic as the search index takes it, without questions; without vectors unless texts are embedded. */
export function searchTopicOf(
  { id, title, chunks, chunkTexts }: Topic,
  embed?: (text: string) => Float32Array,
): SearchTopic {
  return {
    id,
    title,
    chunks: chunks.map((chunk, index) => ({
      title: chunk.title,
      path: `${id}/_chunks/golden-reference-${index}.md`,
      ...pickChunkFacts(chunk),
      text: chunkTexts[index]!,
      questions: [],
      ...(embed && { vector: embed(chunkTexts[index]!) }),
    })),
  };
}
