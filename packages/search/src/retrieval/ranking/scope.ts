import { ALL_EDITIONS, type EditionFilter } from '../search-index/editions.js';
import type { IndexTables } from '../search-index/index-tables.js';

/** Which chunks a search looks at. */
export interface Scope {
  /** Numbers of the first topic and of the one after the last. */
  readonly firstTopic: number;
  readonly endTopic: number;
  isTopicAllowed(topic: number): boolean;
  /** Of a topic that is allowed. */
  isAllowed(chunk: number): boolean;
  /** Whether all chunks of all topics are. */
  readonly allowsAll: boolean;
  /** Whether chunks of a topic that is allowed may be left out. */
  readonly dividesTopics: boolean;
}

/** Filters of a search. */
export interface ScopeOptions extends EditionFilter {
  /** Id of the only topic to look at; left out, all topics of the current version in the first locale. */
  readonly topic?: string | undefined;
  /** Only chunks that are mostly code, or only those that are not. */
  readonly kind?: 'code' | 'prose' | undefined;
}

const EVERY_EDITION: EditionFilter = { version: ALL_EDITIONS, locale: ALL_EDITIONS };

/** @throws TopicmillError `TOPIC_UNKNOWN`, `INVALID_OPTION` for a version or locale that no topic has */
export async function openScope(reader: IndexTables, { topic, kind, version, locale }: ScopeOptions): Promise<Scope> {
  const { isCode } = reader.core;
  const isAllowed = (chunk: number): boolean => kind === undefined || (isCode[chunk] === 1) === (kind === 'code');
  const asked = { ...(version === undefined ? {} : { version }), ...(locale === undefined ? {} : { locale }) };
  // Who names a topic means it, in whatever version it is.
  const passes = reader.editions.filter(topic === undefined ? asked : { ...EVERY_EDITION, ...asked });
  const number = topic === undefined ? undefined : await reader.topicNumber(topic);
  const isTopicAllowed = passes === undefined ? () => true : (each: number) => passes(reader.editions.of(each));
  const [firstTopic, endTopic] =
    number === undefined ? allowedRange(reader.manifest.topicCount, isTopicAllowed) : [number, number + 1];
  return {
    firstTopic,
    endTopic,
    isTopicAllowed,
    isAllowed,
    allowsAll: kind === undefined && passes === undefined,
    dividesTopics: kind !== undefined,
  };
}

/** The least range with all topics that are allowed: those of a language are side by side, and others' vectors are not read. */
function allowedRange(
  topicCount: number,
  isAllowed: (topic: number) => boolean,
): readonly [first: number, end: number] {
  let [first, end] = [0, topicCount];
  while (first < end && !isAllowed(first)) first++;
  while (end > first && !isAllowed(end - 1)) end--;
  return [first, end];
}
