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
