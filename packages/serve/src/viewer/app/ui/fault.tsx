import { failureOf } from '../data/docs-connection.js';
import { formatRoute } from '../route.js';

interface FaultProps {
  readonly error: Error;
  /** Whether the docs root itself could not be read. */
  readonly isRoot: boolean;
}

/** What went wrong, and what to do about it. */
export function Fault({ error, isRoot }: FaultProps) {
  const { code, remedy } = error as Error & { readonly code?: string; readonly remedy?: string };
  const failure = failureOf(error);
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
