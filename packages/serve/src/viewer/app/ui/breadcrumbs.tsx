import { titleOfId } from '@topicmill/topics/formats';
import type { DocsConnection } from '../data/docs-connection.js';
import { formatRoute } from '../route.js';
import { useLoaded } from './use-loaded.js';

interface BreadcrumbsProps {
  readonly id: string;
  readonly connection: DocsConnection;
}

/** The folders above a topic. */
export function Breadcrumbs({ id, connection }: BreadcrumbsProps) {
  const names = id.split('/').slice(0, -1);
  if (id === '') return null;
  return (
    <nav class="crumbs" aria-label="Folders above">
      <a href={formatRoute({ id: '' })}>All topics</a>
      {names.map((_, at) => {
        const parent = names.slice(0, at + 1).join('/');
        return <Crumb key={parent} id={parent} connection={connection} />;
      })}
    </nav>
  );
}

function Crumb({ id, connection }: BreadcrumbsProps) {
  const { value } = useLoaded(() => connection.index(id), [connection.folderState(id), id]);
  return <a href={formatRoute({ id })}>{value?.title ?? titleOfId(id)}</a>;
}
