import type { Docs } from '@topicmill/search/retrieval';

/** What a list says of a topic or category. */
export interface ListedTopic {
  readonly id: string;
  readonly title: string;
  readonly description: string | undefined;
  /** Whether it has a reference; if not, it only holds topics. */
  readonly isTopic: boolean;
}

/** Everything below a folder, parents before children, by id. */
export async function listTopics(docs: Docs, below: string): Promise<ListedTopic[]> {
  const { _embedded: embedded } = await docs.index(below);
  const groups = await Promise.all(
    embedded.topics.map(async ({ id, title, description, topic_count: topicCount, _links: links }) => [
      { id, title, description, isTopic: links['golden-reference'] !== undefined },
      ...(topicCount === 0 ? [] : await listTopics(docs, id)),
    ]),
  );
  return groups.flat();
}
