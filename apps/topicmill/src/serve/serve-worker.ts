import { parentPort, workerData } from 'node:worker_threads';
import { diagnosticsOf } from '@topicmill/base/diagnostics';
import type { DocsServer } from '@topicmill/serve/docs-server';
import { runServe } from './run-serve.js';
import type { ServeJob, ServerCall, ThreadMessage } from './serve-thread.js';

const { options, cwd, env } = workerData as ServeJob;
const say = (message: ThreadMessage): void => parentPort!.postMessage(message);

try {
  const server = await runServe(undefined, options, {
    cwd,
    env,
    onWarning: (warning) => say({ kind: 'warning', warning }),
    stderr: process.stderr,
  });
  parentPort!.on('message', (call: ServerCall) => void answer(call, server));
  say({ kind: 'started', url: server.url, port: server.port, faults: [] });
} catch (thrown) {
  // An error would lose its code on the way to another thread.
  say({ kind: 'started', url: '', port: 0, faults: diagnosticsOf(thrown) });
}

async function answer(call: ServerCall, server: DocsServer): Promise<void> {
  if (call.kind === 'change') server.notifyChange(call.paths);
  else if (call.kind === 'findings') server.notifyFindings(call.findings);
  else {
    await server.close();
    process.exit();
  }
}
