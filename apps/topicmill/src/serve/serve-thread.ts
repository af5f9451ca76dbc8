import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { type Diagnostic, throwFaults } from '@topicmill/base/diagnostics';
import type { DocsServer } from '@topicmill/serve/docs-server';
import type { Surroundings } from '../workspace/surroundings.js';
import type { ServeOptions } from './run-serve.js';

/** What a thread is to serve: the docs root of the repository around a folder. */
export interface ServeJob extends Pick<Surroundings, 'cwd' | 'env'> {
  readonly options: ServeOptions;
}

/** What the thread says. */
export type ThreadMessage =
  | { readonly kind: 'warning'; readonly warning: string | Diagnostic }
  | ({ readonly kind: 'started' } & Started);

/** Where it serves, or why it does not. */
interface Started extends Pick<DocsServer, 'url' | 'port'> {
  readonly faults: readonly Diagnostic[];
}

/** What the thread is told. */
export type ServerCall =
  | { readonly kind: 'change'; readonly paths: readonly string[] }
  | { readonly kind: 'findings'; readonly findings: readonly Diagnostic[] }
  | { readonly kind: 'close' };

/**
 * As `runServe`, in a thread of its own: requests need not wait for what is built meanwhile.
 *
 * @throws FaultsError as `runServe`
 */
export async function serveOnThread(
  options: ServeOptions,
  { cwd, env, onWarning }: Pick<Surroundings, 'cwd' | 'env' | 'onWarning'>,
): Promise<DocsServer> {
  const job: ServeJob = { options, cwd, env: { ...env } };
  const worker = new Worker(new URL('./serve-worker.js', import.meta.url), { workerData: job, execArgv: [] });
  // What else goes wrong in it ends this process, too.
  const { url, port, faults } = await new Promise<Started>((resolve) => {
    worker.on('message', (message: ThreadMessage) => {
      if (message.kind === 'warning') onWarning(message.warning);
      else resolve(message);
    });
  });
  throwFaults(faults);
  const call = (what: ServerCall): void => worker.postMessage(what);
  return {
    url,
    port,
    notifyChange: (paths) => call({ kind: 'change', paths }),
    notifyFindings: (findings) => call({ kind: 'findings', findings }),
    async close() {
      call({ kind: 'close' });
      await once(worker, 'exit');
    },
  };
}
