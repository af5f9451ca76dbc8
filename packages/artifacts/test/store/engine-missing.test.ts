import { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';

/** A thread of its own, since a process loads native parts once. */
const OPEN_WITHOUT_ENGINE = `
  import Module from 'node:module';
  import { parentPort, workerData } from 'node:worker_threads';
  const load = Module._load;
  Module._load = (request, ...rest) => {
    if (request.endsWith('.node')) throw Object.assign(new Error(workerData.message), { code: workerData.code });
    return load(request, ...rest);
  };
  const { openConnection } = await import('${new URL('../../dist/store/sqlite/connection.js', import.meta.url)}');
  openConnection({ path: ':memory:', create: true, busyTimeoutMs: 1000 }).then(
    () => parentPort.postMessage('opened'),
    ({ code, remedy }) => parentPort.postMessage({ code, remedy }),
  );
`;

it.each([
  ['was never built', 'MODULE_NOT_FOUND', 'Cannot find module'],
  ['is one of another Node.js', 'ERR_DLOPEN_FAILED', 'was compiled against a different Node.js version'],
])('a native part that %s is an error with a remedy', async (_name, code, message) => {
  const worker = new Worker(OPEN_WITHOUT_ENGINE, { eval: true, execArgv: [], workerData: { code, message } });
  const outcome = await new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject));
  expect(outcome).toMatchObject({
    code: 'STORE_ENGINE_MISSING',
    remedy: expect.stringContaining('npm rebuild better-sqlite3-for-node-20') as string,
  });
});
