import { failureOf } from '../data/docs-connection.js';

/** Why there are no results. */
export function SearchFault({ error }: { readonly error: Error }) {
  const { code } = error as Error & { readonly code?: string };
  const failure = failureOf(error);
  if (failure === 'offline') {
    return (
      <p class="fault" role="alert">
        The server does not answer. The search runs again as soon as it is back.
      </p>
    );
  }
  if (failure === 'other') {
    return (
      <p class="fault" role="alert">
        {error.message} {code !== undefined && <code>{code}</code>}
      </p>
    );
  }
  return (
    <div class="fault" role="alert">
      <h2>These docs have no search index</h2>
      <p>
        <code>topicmill search-index</code> publishes one in <code>_search/</code> of the docs root, for any host.{' '}
        <code>topicmill serve</code>, run in the repository of the docs, makes one for itself.
      </p>
    </div>
  );
}
