import type { TopicIndex } from '@topicmill/topics/formats';
import type { DocsConnection } from '../data/docs-connection.js';
import { formatRoute } from '../route.js';
import { Breadcrumbs } from './breadcrumbs.js';
import { count } from './numbers.js';
import { useLoaded } from './use-loaded.js';

interface CategoryProps {
  readonly index: TopicIndex;
  readonly connection: DocsConnection;
}

/** More folders than this are not looked into for the sake of one page. */
const MAX_LOOKED_INTO = 40;

/** What is directly below a folder, and a level further down. */
export function CategoryPage({ index, connection }: CategoryProps) {
  return (
    <main id="main" class="page category" tabIndex={-1}>
      <Breadcrumbs id={index.id} connection={connection} />
      <h1>{index.title}</h1>
      {index.description !== undefined && <p class="description">{index.description}</p>}
      {index.topic_count === 0 && <p class="aside">There are no topics in this folder yet.</p>}
      <TopicList index={index} connection={connection} />
    </main>
  );
}

export function TopicList({ index, connection }: CategoryProps) {
  const { topics } = index._embedded;
  return (
    <ul class="topic-list">
      {topics.map((topic) => (
        <li key={topic.id}>
          <a href={formatRoute({ id: topic.id })}>
            <strong>{topic.title}</strong>
            {topic.topic_count > 0 && <small>{count(topic.topic_count, 'topic')}</small>}
            {topic.description !== undefined && <span>{topic.description}</span>}
          </a>
          {topic.topic_count > 0 && topics.length <= MAX_LOOKED_INTO && (
            <TopicsBelow id={topic.id} connection={connection} />
          )}
        </li>
      ))}
    </ul>
  );
}

function TopicsBelow({ id, connection }: { readonly id: string; readonly connection: DocsConnection }) {
  const { value } = useLoaded(() => connection.index(id), [connection.folderState(id), id]);
  if (value === undefined) return null;
  return (
    <ul>
      {value._embedded.topics.map((topic) => (
        <li key={topic.id}>
          <a href={formatRoute({ id: topic.id })}>{topic.title}</a>
        </li>
      ))}
    </ul>
  );
}
