import {
  analyzeText,
  buildSearchIndex,
  memoryLoader,
  openSearchIndex,
  SEARCH_DIRECTORY,
  type SearchIndex,
  type SearchTopic,
} from '@topicmill/search/retrieval';
import { simHash64 } from '@topicmill/topics/similarity';
import { type AttachmentRule, attached, type NearestChunks } from './attachments.js';
import type { Query } from './matches.js';
import type { Asked, AskedTopic, Embed } from './read-questions.js';

/** How well a search answers some queries. */
export interface AnswerMeasure {
  /** Share of queries whose first result is of the right topic. */
  readonly topicFirst: number;
  /** Share of queries whose first result is a chunk that holds nearly as much of the answer as any of its topic. */
  readonly chunkFirst: number;
  /** Mean share of the answer's words that the first result holds. */
  readonly answerWords: number;
}

/** The search index of all topics, with the hashes that the first wordings leave by a rule. */
export async function indexWithPrompts(
  topics: readonly AskedTopic[],
  nearest: NearestChunks,
  rule: AttachmentRule,
  embed: Embed,
): Promise<SearchIndex> {
  const files = buildSearchIndex(
    topics.map((topic) => searchTopic(topic, nearest, rule)),
    { model: 'builtin' },
  );
  const published = new Map([...files].map(([name, bytes]) => [`${SEARCH_DIRECTORY}/${name}`, bytes]));
  return openSearchIndex(memoryLoader(published), async (query) => embed(query));
}

function searchTopic(topic: AskedTopic, nearest: NearestChunks, rule: AttachmentRule): SearchTopic {
  const hashes = topic.chunks.map((): bigint[] => []);
  for (const question of topic.asked.filter(({ isFirst }) => isFirst)) {
    for (const index of attached(question, nearest, rule)) hashes[index]!.push(simHash64(question.text));
  }
  return {
    id: topic.id,
    title: topic.title,
    chunks: topic.chunks.map((chunk, index) => ({
      title: chunk.title,
      path: `${topic.id}/_chunks/golden-reference-${index}.md`,
      isCode: chunk.isCode,
      tokenCount: chunk.tokenCount,
      text: topic.chunkTexts[index]!,
      promptHashes: hashes[index]!,
      vector: topic.vectors[index]!,
    })),
  };
}

/** @param maxPromptDistance below 0, no prompt counts */
export async function measureAnswers(
  index: SearchIndex,
  topics: readonly AskedTopic[],
  queries: readonly Query[],
  questionsByGroup: ReadonlyMap<string, Asked>,
  maxPromptDistance: number,
): Promise<AnswerMeasure> {
  const texts = new Map(topics.map(({ id, chunkTexts }) => [id, chunkTexts]));
  let [topicCount, chunkCount, words] = [0, 0, 0];
  for (const { text, group } of queries) {
    const question = questionsByGroup.get(group!)!;
    const { results } = await index.search(text, { limit: 1, maxPromptDistance });
    const [first] = results;
    if (first === undefined) continue;
    const held = new Set(analyzeText(texts.get(first.topic)![first.index]!));
    if (first.topic === question.topic) topicCount++;
    if (first.topic === question.topic && question.rightChunks.has(first.index)) chunkCount++;
    const found = [...question.answerWords].filter((word) => held.has(word)).length;
    words += question.answerWords.size === 0 ? 1 : found / question.answerWords.size;
  }
  const share = (count: number): number => (queries.length === 0 ? 0 : count / queries.length);
  return { topicFirst: share(topicCount), chunkFirst: share(chunkCount), answerWords: share(words) };
}
