import { simHash64 } from '@topicmill/topics/similarity';
import type { IndexTables } from '../search-index/index-tables.js';
import { isSameWording } from './same-wording.js';

/** Questions that do not count. */
export interface MaskOptions {
  /**
   * A question that does not count as one of the docs, in whatever words it has there, or several: how well the docs
   * answer it is to be found out, and its own entry would answer it. The first is the one that is evaluated.
   */
  readonly maskedQuestion?: string | readonly string[] | undefined;
  /**
   * Ids of topics whose questions are masked, too, where they are the evaluated question in another wording: misspelt, or its
   * search words only. Left out, only those of the same words are masked, in whatever topic.
   */
  readonly maskedTopics?: readonly string[] | undefined;
}

/** Numbers of the questions of an index that do not count. */
export async function maskedQuestions(
  reader: IndexTables,
  { maskedQuestion = [], maskedTopics = [] }: MaskOptions,
): Promise<ReadonlySet<number>> {
  const texts = [maskedQuestion].flat();
  const [evaluated] = texts;
  if (evaluated === undefined) return new Set();
  const hashes = await reader.promptHashes(0, reader.manifest.chunkCount);
  const masked = new Set(texts.map(simHash64));
  const same = [...hashes.keys()].filter((at) => masked.has(hashes[at]!));
  const reworded = await Promise.all(maskedTopics.map((id) => rewordedIn(reader, id, evaluated)));
  return new Set([...same, ...reworded.flat()]);
}

async function rewordedIn(reader: IndexTables, id: string, evaluated: string): Promise<number[]> {
  const topic = await reader.topicNumber(id);
  const { firstChunks, firstPrompts } = reader.core;
  const first = firstPrompts[firstChunks[topic]!]!;
  const { questions } = await reader.topic(topic);
  return [...questions.keys()].filter((at) => isSameWording(evaluated, questions[at]!)).map((at) => first + at);
}
