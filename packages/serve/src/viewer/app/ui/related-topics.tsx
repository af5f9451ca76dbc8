import { readRelatedJson } from '@topicmill/topics/formats';
import { RELATED_FILE } from '@topicmill/topics/formats/file-names';
import type { DocsConnection } from '../data/docs-connection.js';
import { formatRoute } from '../route.js';
import { similarity } from './numbers.js';
import { useLoaded } from './use-loaded.js';

interface RelatedTopicsProps {
  readonly id: string;
  readonly connection: DocsConnection;
}

/** The nearest topics, the nearest first; nothing where the docs do not say. */
export function RelatedTopics({ id, connection }: RelatedTopicsProps) {
  const { value } = useLoaded(async () => {
    const { topics } = readRelatedJson(await connection.readText(RELATED_FILE), RELATED_FILE);
    const related = topics.find((topic) => topic.id === id)?.related ?? [];
    return Promise.all(related.map(async (near) => ({ ...near, title: (await connection.docs.index(near.id)).title })));
  }, [connection, id]);
  if (value === undefined || value.length === 0) return null;
  return (
    <section class="related" aria-labelledby="related">
      <h2 id="related">Related</h2>
      <ul>
        {value.map((near) => (
          <li key={near.id}>
            <a href={formatRoute({ id: near.id })}>{near.title}</a>{' '}
            <small title="Similarity of the overviews">{similarity(near.similarity)}</small>
          </li>
        ))}
      </ul>
    </section>
  );
}
