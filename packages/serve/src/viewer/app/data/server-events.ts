import type { Diagnostic } from '@topicmill/base/diagnostics';

/** What `topicmill serve` reports about the docs. A version differs after each change and each start of the server. */
export type ServerMessage =
  | { readonly kind: 'state'; readonly version: string; readonly findings: readonly Diagnostic[] }
  | { readonly kind: 'change'; readonly version: string; readonly paths: readonly string[] }
  | { readonly kind: 'findings'; readonly findings: readonly Diagnostic[] }
  /** The connection broke; the browser tries again. */
  | { readonly kind: 'lost' };

type Listener = (message: ServerMessage) => void;

const EVENT_NAMES = ['state', 'change', 'findings'] as const;
/** After a refusal that a browser takes as final. */
const REOPEN_MS = 2000;

/**
 * Listens to the server's events. All tabs share one connection, because browsers allow six of HTTP/1.1 for each host: the
 * tab that gets a lock connects and passes on what it hears, and the lock goes to another tab when it is closed. Where
 * there are no locks, which browsers have on secure pages only, each tab is connected as long as it is visible.
 *
 * @returns what ends it
 */
export function followServer(url: string, listener: Listener): () => void {
  return navigator.locks === undefined ? followWhileVisible(url, listener) : followTogether(url, listener);
}

function followTogether(url: string, listener: Listener): () => void {
  const channel = new BroadcastChannel(`topicmill ${url}`);
  const ending = new AbortController();
  let state: (ServerMessage & { kind: 'state' }) | undefined;
  channel.onmessage = ({ data }: MessageEvent<ServerMessage | { readonly kind: 'ask' }>) => {
    if (data.kind !== 'ask') listener(data);
    else if (state !== undefined) channel.postMessage(state);
  };
  const connect = (): Promise<void> =>
    new Promise((release) => {
      const close = openStream(url, (message) => {
        if (message.kind === 'state') state = message;
        else if (message.kind !== 'lost' && state !== undefined) state = { ...state, ...message, kind: 'state' };
        channel.postMessage(message);
        listener(message);
      });
      ending.signal.addEventListener('abort', () => {
        close();
        release();
      });
    });
  navigator.locks.request(`topicmill ${url}`, { signal: ending.signal }, connect).catch(() => {
    // It was ended before it was its turn.
  });
  channel.postMessage({ kind: 'ask' });
  return () => {
    ending.abort();
    channel.close();
  };
}

function followWhileVisible(url: string, listener: Listener): () => void {
  let close: (() => void) | undefined;
  const adapt = (): void => {
    const isVisible = document.visibilityState === 'visible';
    if (isVisible) close ??= openStream(url, listener);
    else {
      close?.();
      close = undefined;
    }
  };
  adapt();
  document.addEventListener('visibilitychange', adapt);
  return () => {
    document.removeEventListener('visibilitychange', adapt);
    close?.();
  };
}

function openStream(url: string, listener: Listener): () => void {
  let source: EventSource;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const open = (): void => {
    source = new EventSource(url);
    for (const kind of EVENT_NAMES) {
      source.addEventListener(kind, ({ data }: MessageEvent<string>) => listener({ kind, ...JSON.parse(data) }));
    }
    source.addEventListener('error', () => {
      listener({ kind: 'lost' });
      if (source.readyState === EventSource.CLOSED) timer = setTimeout(open, REOPEN_MS);
    });
  };
  open();
  return () => {
    clearTimeout(timer);
    source.close();
  };
}
