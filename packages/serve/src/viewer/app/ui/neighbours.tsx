import type { DocsConnection } from '../data/docs-connection.js';
import { formatRoute } from '../route.js';
import { useLoaded } from './use-loaded.js';

interface NeighboursProps {
  readonly id: string;
  readonly connection: DocsConnection;
}

/** Links to the topics before and after one, in the order of the site. */
export function Neighbours({ id, connection }: NeighboursProps) {
  const { value } = useLoaded(async () => {
    const ids = await connection.docs.topicIds();
    const at = ids.indexOf(id);
    const named = async (other: string | undefined) =>
      other === undefined ? undefined : { id: other, title: (await connection.docs.index(other)).title };
    return at < 0 ? [] : Promise.all([named(ids[at - 1]), named(ids[at + 1])]);
  }, [connection, id]);
  const [previous, next] = value ?? [];
  if (previous === undefined && next === undefined) return null;
  return (
    <nav class="neighbours" aria-label="Topics before and after">
      {previous !== undefined && (
        <a href={formatRoute({ id: previous.id })} rel="prev">
          <span>Previous</span> {previous.title}
        </a>
      )}
      {next !== undefined && (
        <a class="next" href={formatRoute({ id: next.id })} rel="next">
          <span>Next</span> {next.title}
        </a>
      )}
    </nav>
  );
}
