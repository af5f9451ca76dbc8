/** Says that the server does not answer; what was loaded stays on the page. */
export function OfflineBar({ onRetry }: { onRetry(): void }) {
  return (
    <div class="offline" role="status">
      <span>Offline: the server does not answer. What was loaded stays, and the page tries again by itself.</span>
      <button type="button" class="button" onClick={onRetry}>
        Try now
      </button>
    </div>
  );
}
