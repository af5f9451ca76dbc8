interface FaultProps {
  readonly error: Error;
  /** Whether the docs root itself could not be read. */
  readonly isRoot: boolean;
}

/** What went wrong, and what to do about it. */
export function Fault({ error, isRoot }: FaultProps) {
  const { code, remedy } = error as Error & { readonly code?: string; readonly remedy?: string };
  return (
    <div class="fault" role="alert">
      <h1>{isRoot ? 'There are no docs here yet' : 'This topic cannot be shown'}</h1>
      <p>{error.message}</p>
      {isRoot ? (
        <p>
          Build them with <code>npx nx run-many -t index</code>, and load this page again.
        </p>
      ) : (
        remedy !== undefined && <p>{remedy}</p>
      )}
      {code !== undefined && <p class="code">{code}</p>}
    </div>
  );
}
