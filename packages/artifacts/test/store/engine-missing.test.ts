import Module from 'node:module';
import { afterEach, expect, it } from 'vitest';
import { openConnection } from '../../src/store/sqlite/connection.js';

type Load = (request: string, ...rest: unknown[]) => unknown;
const modules = Module as unknown as { _load: Load };
const load = modules._load;

afterEach(() => {
  modules._load = load;
});

function loadNativeParts(fail: () => never): void {
  modules._load = (request, ...rest) => (request.endsWith('.node') ? fail() : load(request, ...rest));
}

it.each([
  ['was never built', 'MODULE_NOT_FOUND', 'Cannot find module'],
  ['is one of another Node.js', 'ERR_DLOPEN_FAILED', 'was compiled against a different Node.js version'],
])('a native part that %s is an error with a remedy', async (_name, code, message) => {
  loadNativeParts(() => {
    throw Object.assign(new Error(message), { code });
  });
  await expect(openConnection({ path: ':memory:', create: true, busyTimeoutMs: 1000 })).rejects.toMatchObject({
    code: 'STORE_ENGINE_MISSING',
    remedy: expect.stringContaining('npm rebuild better-sqlite3') as string,
  });
});
