import type { IndexReader } from '../search-index/index-reader.js';

/** Which chunks a search looks at. */
export interface Scope {
  /** Numbers of the first topic and of the one behind the last. */
  readonly firstTopic: number;
  readonly endTopic: number;
  isAllowed(chunk: number): boolean;
  /** Whether `isAllowed` is true of all. */
  readonly allowsAll: boolean;
}

/** Filters of a search. */
export interface ScopeOptions {
  /** Id of the only topic to look at. */
  readonly topic?: string | undefined;
  /** Only chunks that are mostly code, or only the others. */
  readonly kind?: 'code' | 'prose' | undefined;
}

/** @throws TopicmillError `TOPIC_UNKNOWN` */
export async function openScope(reader: IndexReader, { topic, kind }: ScopeOptions): Promise<Scope> {
  const { isCode } = reader.core;
  const isAllowed = (chunk: number): boolean => kind === undefined || (isCode[chunk] === 1) === (kind === 'code');
  const allowsAll = kind === undefined;
  if (topic === undefined) return { firstTopic: 0, endTopic: reader.manifest.topicCount, isAllowed, allowsAll };
  const number = await reader.topicNumber(topic);
  return { firstTopic: number, endTopic: number + 1, isAllowed, allowsAll };
}
