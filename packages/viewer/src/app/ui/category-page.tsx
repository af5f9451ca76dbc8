import type { TopicIndex } from '@topicmill/topics';
import { formatRoute } from '../route.js';
import { Breadcrumbs } from './breadcrumbs.js';
import { count } from './numbers.js';

/** What stands directly below a folder. */
export function CategoryPage({ index }: { readonly index: TopicIndex }) {
  const { topics } = index._embedded;
  return (
    <main id="main" class="page category" tabIndex={-1}>
      <Breadcrumbs id={index.id} />
      <h1>{index.title}</h1>
      {index.description !== undefined && <p class="description">{index.description}</p>}
      {topics.length === 0 && <p>There are no topics in this folder yet.</p>}
      <TopicList index={index} />
    </main>
  );
}

export function TopicList({ index }: { readonly index: TopicIndex }) {
  return (
    <ul class="topic-list">
      {index._embedded.topics.map((topic) => (
        <li key={topic.id}>
          <a href={formatRoute({ id: topic.id })}>
            <strong>{topic.title}</strong>
            {topic.topic_count > 0 && <small>{count(topic.topic_count, 'topic')}</small>}
            {topic.description !== undefined && <span>{topic.description}</span>}
          </a>
        </li>
      ))}
    </ul>
  );
}
