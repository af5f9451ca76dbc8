import { failureKind } from '../data/docs-connection.js';
import { formatRoute } from '../route.js';

interface FaultProps {
  readonly error: Error;
  /** Whether the docs root itself could not be read. */
  readonly isRoot: boolean;
}

/** What went wrong, and what to do about it. */
export function Fault({ error, isRoot }: FaultProps) {
  const { code, remedy } = error as Error & { readonly code?: string; readonly remedy?: string };
  const failure = failureKind(error);
  const isMissing = failure === 'missing';
  if (failure === 'offline') {
    return (
      <div class="fault" role="alert">
        <h1>The server does not answer</h1>
        <p>This page appears as soon as the server is back.</p>
      </div>
    );
  }
  return (
    <div class="fault" role="alert">
      <h1>{!isMissing ? 'This cannot be shown' : isRoot ? 'There are no docs here yet' : 'There is no such topic'}</h1>
      <p>{error.message}</p>
      {isMissing && isRoot && (
        <p>
          Build them with <code>npx nx run-many -t index</code>, and load this page again.
        </p>
      )}
      {isMissing && !isRoot && (
        <p>
          It may have moved, or is not built yet. <a href={formatRoute({ id: '' })}>All topics</a>
        </p>
      )}
      {!isMissing && remedy !== undefined && <p>{remedy}</p>}
      {code !== undefined && <p class="code">{code}</p>}
    </div>
  );
}

/** Why there are no results. */
export function SearchFault({ error }: { readonly error: Error }) {
  const { code } = error as Error & { readonly code?: string };
  const failure = failureKind(error);
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

interface SkeletonProps {
  /** For screen readers. */
  readonly name: string;
  readonly lineCount: number;
}

/** Grey lines where text is going to be. */
export function Skeleton({ name, lineCount }: SkeletonProps) {
  return (
    <div class="skeleton" role="status">
      <span class="visually-hidden">{name}</span>
      {Array.from({ length: lineCount }, (_, at) => (
        <span key={at} class="skeleton-line" />
      ))}
    </div>
  );
}
