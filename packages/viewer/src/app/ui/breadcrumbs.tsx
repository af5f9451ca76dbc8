import { titleOfId } from '@topicmill/topics';
import { formatRoute } from '../route.js';

/** The folders above a topic. */
export function Breadcrumbs({ id }: { readonly id: string }) {
  const names = id.split('/').slice(0, -1);
  if (id === '') return null;
  return (
    <nav class="crumbs" aria-label="Folders above">
      <a href={formatRoute({ id: '' })}>All topics</a>
      {names.map((_, at) => {
        const parent = names.slice(0, at + 1).join('/');
        return (
          <a key={parent} href={formatRoute({ id: parent })}>
            {titleOfId(parent)}
          </a>
        );
      })}
    </nav>
  );
}
