import type { Diagnostic } from '@topicmill/base/diagnostics';
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { calm } from '../data/calm.js';
import { DocsConnection, type ReportedChange } from '../data/docs-connection.js';
import type { ServerMessage } from '../data/server-events.js';
import { forgetVersionsBut } from '../data/shared-fetch.js';

/** How long a message about changed files is shown. */
const NOTICE_MS = 4000;
/** After it no tab still begins to load what it was told. */
const LOADING_MS = 10_000;
const FIRST_RETRY_MS = 1000;
const MAX_RETRY_MS = 10_000;

/** The docs as they are now, and what the page says about them. */
export interface LiveDocs {
  /** Another one after each change, so that everything is loaded again. */
  readonly connection: DocsConnection;
  readonly isOffline: boolean;
  /** Errors and warnings of `topicmill watch`. */
  readonly findings: readonly Diagnostic[];
  readonly notice: string | undefined;
  /** Asks at once whether the server is back. */
  retry(): void;
  /** Told when the page shows the docs of the connection. */
  finish(): void;
}

/** @param baseUrl of the docs root */
export function useLiveDocs(baseUrl: string): LiveDocs {
  const [isOffline, setOffline] = useState(false);
  const [findings, setFindings] = useState<readonly Diagnostic[]>([]);
  const [notice, setNotice] = useState<string>();
  const newConnection = useCallback(
    (told?: ReportedChange) => new DocsConnection(baseUrl, () => setOffline(true), told),
    [baseUrl],
  );
  const [connection, setConnection] = useState(() => newConnection());
  const current = useRef(connection);
  current.current = connection;

  const versions = useRef(new ToldVersions());
  const { refresh, finish } = useCalmRefresh(({ version, paths, areAllNamed }) => {
    if (version === current.current.version) return finish();
    void forgetVersionsBut(versions.current.recent());
    const since = areAllNamed ? { before: current.current, paths } : undefined;
    current.current = newConnection({ version, previousDocs: since });
    setConnection(current.current);
    if (paths.length > 0) setNotice(changeNotice(paths));
  });

  const hear = (message: ServerMessage): void => {
    if (message.kind === 'lost') {
      void current.current.answers().then((isThere) => isThere || setOffline(true));
      return;
    }
    if (message.kind !== 'change') setFindings(message.findings);
    if (message.kind === 'findings') return;
    setOffline(false);
    const isNext = isVersionAfter(versions.current.last ?? current.current.version, message.version);
    versions.current.add(message.version);
    const paths = message.kind === 'change' ? message.paths : [];
    refresh({ version: message.version, paths, areAllNamed: message.kind === 'change' && isNext });
  };
  // One subscription serves all connections: it would miss what happens between two.
  const unfollow = useRef<() => void>(undefined);
  useEffect(() => {
    void connection.firstResponse.then(() => {
      if (connection === current.current) unfollow.current ??= connection.follow(hear);
    });
  }, [connection]);
  useEffect(() => () => unfollow.current?.(), []);

  const check = useCallback(async () => {
    if (!(await current.current.answers())) return false;
    setOffline(false);
    setConnection(newConnection());
    return true;
  }, [newConnection]);
  useEffect(() => (isOffline ? retryUntil(check) : undefined), [isOffline, check]);
  useEffect(() => {
    const timer = setTimeout(() => setNotice(undefined), NOTICE_MS);
    return () => clearTimeout(timer);
  }, [notice]);
  return { connection, isOffline, findings, notice, retry: () => void check(), finish };
}

/** Of files that are saved one after the other, other tabs may still be loading an earlier version. */
class ToldVersions {
  private readonly toldMs = new Map<string, number>();
  last: string | undefined;

  add(version: string): void {
    this.last = version;
    this.toldMs.set(version, performance.now());
  }

  /** Those that tabs may be loading. */
  recent(): ReadonlySet<string> {
    for (const [version, ms] of this.toldMs) if (performance.now() - ms > LOADING_MS) this.toldMs.delete(version);
    return new Set(this.toldMs.keys());
  }
}

interface Refresh {
  readonly version: string;
  readonly paths: readonly string[];
  /** Whether nothing has changed but `paths`; a tab may have missed a message. */
  readonly areAllNamed: boolean;
}

interface CalmRefresh {
  refresh(told: Refresh): void;
  finish(): void;
}

/** Files that are saved one after the other are loaded once, as they are after the last; by a tab that nobody sees, when it is shown. */
function useCalmRefresh(refresh: CalmRefresh['refresh']): CalmRefresh {
  const latest = useRef(refresh);
  latest.current = refresh;
  const told = useRef<Refresh>(undefined);
  const [calmed] = useState(() =>
    calm(() => {
      const { paths, ...rest } = told.current!;
      told.current = undefined;
      latest.current({ ...rest, paths: [...new Set(paths)] });
    }),
  );
  useEffect(() => {
    const callIfTold = (): void => {
      if (told.current !== undefined && !document.hidden) calmed.call();
    };
    document.addEventListener('visibilitychange', callIfTold);
    return () => {
      document.removeEventListener('visibilitychange', callIfTold);
      calmed.end();
    };
  }, []);
  return {
    refresh({ version, paths, areAllNamed }) {
      told.current = {
        version,
        paths: [...(told.current?.paths ?? []), ...paths],
        areAllNamed: areAllNamed && told.current?.areAllNamed !== false,
      };
      if (!document.hidden) calmed.call();
    },
    finish: calmed.finish,
  };
}

/** Whether a version comes directly after another of the same server, which counts them. */
function isVersionAfter(before: string | undefined, version: string): boolean {
  const [server, count] = version.split('.');
  return before === `${server}.${Number(count) - 1}`;
}

function changeNotice(paths: readonly string[]): string {
  return paths.length === 1 ? `Updated: ${paths[0]}` : `Updated: ${paths.length} files`;
}

/** Tries again after ever longer pauses, and at once when the browser is online again. */
function retryUntil(attempt: () => Promise<boolean>): () => void {
  let delayMs = FIRST_RETRY_MS;
  let timer: ReturnType<typeof setTimeout>;
  let isEnded = false;
  const schedule = (): void => {
    timer = setTimeout(run, delayMs);
    delayMs = Math.min(MAX_RETRY_MS, delayMs * 1.5);
  };
  const run = async (): Promise<void> => {
    clearTimeout(timer);
    if (!(await attempt()) && !isEnded) schedule();
  };
  const runNow = (): void => void run();
  schedule();
  addEventListener('online', runNow);
  return () => {
    isEnded = true;
    clearTimeout(timer);
    removeEventListener('online', runNow);
  };
}
