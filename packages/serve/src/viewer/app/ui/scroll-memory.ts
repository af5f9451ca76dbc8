/** Where each entry of the browser's history was scrolled to, kept for as long as the tab is open. */
const STORAGE_KEY = 'topicmill-scroll';
const MAX_ENTRIES = 200;
/** How long a page may be too short for its place because content is still loading. */
const RESTORING_MS = 10_000;

const positions = readPositions();
let entry = '';
/** The place to go back to, until the content is there. */
let pending: number | undefined;
let pendingUntilMs = 0;

/** Begins to remember; the browser's own memory does not know pages that are drawn later. */
export function startScrollMemory(): void {
  history.scrollRestoration = 'manual';
  enterHistoryEntry();
  addEventListener('popstate', enterHistoryEntry);
  addEventListener('scroll', remember, { passive: true });
  for (const input of ['wheel', 'touchmove', 'keydown']) addEventListener(input, stopRestoring, { passive: true });
  new ResizeObserver(restoreScroll).observe(document.body);
  addEventListener('pagehide', () => {
    try {
      sessionStorage.setItem(STORAGE_KEY, JSON.stringify([...positions].slice(-MAX_ENTRIES)));
    } catch {
      // Without storage, a page loaded again begins at its top.
    }
  });
}

/** The state of a new history entry, to be given to `pushState` or `replaceState`. */
export function newEntryState(): { readonly entry: string } {
  leaveFor(Math.random().toString(36).slice(2));
  pending = undefined;
  return { entry };
}

/** Scrolls to the remembered place after the reader has gone back or forward; to be called whenever content has been drawn. */
export function restoreScroll(): void {
  if (pending === undefined) return;
  scrollTo(0, pending);
  if (Math.abs(scrollY - pending) < 2 || performance.now() > pendingUntilMs) pending = undefined;
}

function enterHistoryEntry(): void {
  const known = (history.state as { readonly entry?: string } | null)?.entry;
  if (known === undefined) {
    // A link was followed, or the address typed.
    history.replaceState(newEntryState(), '');
    return;
  }
  leaveFor(known);
  pending = positions.get(known);
  pendingUntilMs = performance.now() + RESTORING_MS;
}

/** The browser reports scrolling with the next frame, and then another entry may be there already. */
function leaveFor(next: string): void {
  if (entry !== '') remember();
  entry = next;
}

function stopRestoring(): void {
  pending = undefined;
}

function remember(): void {
  if (pending !== undefined) return;
  positions.delete(entry);
  positions.set(entry, scrollY);
}

function readPositions(): Map<string, number> {
  try {
    return new Map(JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '[]') as [string, number][]);
  } catch {
    return new Map();
  }
}
