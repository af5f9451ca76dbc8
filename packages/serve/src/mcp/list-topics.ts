import { TopicmillError } from '@topicmill/base/diagnostics';
import type { Docs, Edition, EditionFilter } from '@topicmill/search/retrieval';
import { indexOf } from './topic-texts.js';

/** What a list says of a topic or category. */
export interface ListedTopic {
  readonly id: string;
  readonly title: string;
  readonly description: string | undefined;
  /** Whether it has a reference; if not, it only contains topics. */
  readonly isTopic: boolean;
  readonly version?: string | undefined;
  readonly locale?: string | undefined;
}

/** Everything below a folder, parents before children, in the order of the indexes. */
export async function listTopics(docs: Docs, below: string): Promise<ListedTopic[]> {
  return listWhere(docs, below, () => true);
}

/**
 * The same for the docs of a version in a locale, by default those that a search is restricted to. Docs without a search index do
 * not say which these are: they are listed whole.
 *
 * @throws TopicmillError `INVALID_OPTION` for a version or locale that the docs do not have
 */
export async function listEdition(docs: Docs, below: string, filter: EditionFilter): Promise<ListedTopic[]> {
  const passes = await editionTest(docs, filter);
  return listWhere(docs, below, (topic) => passes === undefined || passes({ root: '', ...topic }));
}

async function editionTest(docs: Docs, filter: EditionFilter): Promise<((edition: Edition) => boolean) | undefined> {
  try {
    return (await docs.editions()).filter(filter);
  } catch (thrown) {
    const isAsked = filter.version !== undefined || filter.locale !== undefined;
    if (isAsked || !(thrown instanceof TopicmillError)) throw thrown;
    return undefined;
  }
}

/** A category is listed if a topic below it is. */
async function listWhere(docs: Docs, below: string, isListed: (topic: ListedTopic) => boolean): Promise<ListedTopic[]> {
  const { _embedded: embedded } = await indexOf(docs, below);
  const groups = await Promise.all(
    embedded.topics.map(async ({ topic_count: topicCount, _links: links, ...entry }) => {
      const { id, title, description, version, locale } = entry;
      const isTopic = links['golden-reference'] !== undefined;
      const topic = { id, title, description, isTopic, version, locale };
      const own = topicCount === 0 ? [] : await listWhere(docs, id, isListed);
      return (isTopic && isListed(topic)) || own.length > 0 ? [topic, ...own] : [];
    }),
  );
  return groups.flat();
}
