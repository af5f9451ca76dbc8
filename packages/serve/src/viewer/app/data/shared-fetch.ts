const CACHE_PREFIX = 'topicmill ';

/**
 * Fetches a file once for all tabs that show the same version of the docs: the first one asks the server and keeps the answer,
 * the others take it from there. Where a browser has no locks or no cache, which it has on secure pages only, and for parts of
 * files, each tab asks for itself.
 *
 * @param version as the server reported it to all tabs; `undefined` where it reported none
 */
export async function sharedFetch(url: string, init: RequestInit, version: string | undefined): Promise<Response> {
  const isPart = new Headers(init.headers).has('range');
  const canShare = globalThis.caches !== undefined && navigator.locks !== undefined;
  if (version === undefined || isPart || !canShare) return fetch(url, init);
  const name = `${CACHE_PREFIX}${version}`;
  return new Promise((answer, fail) => {
    const ask = async (): Promise<void> => {
      const cache = await caches.open(name);
      const kept = await cache.match(url);
      if (kept !== undefined) return answer(kept);
      const response = await fetch(url, init);
      const copy = response.clone();
      answer(response);
      // It is of that version or, where files have changed since, as new as each tab would get it now.
      if (response.ok) await cache.put(url, copy);
    };
    // Who asked goes on before the answer is kept, which the others wait for.
    navigator.locks.request(`${name} ${url}`, ask).catch(fail);
  });
}

/** Drops what is kept of other versions. */
export async function forgetVersionsBut(versions: ReadonlySet<string>): Promise<void> {
  if (globalThis.caches === undefined) return;
  const isOld = (name: string): boolean => !versions.has(name.slice(CACHE_PREFIX.length));
  const old = (await caches.keys()).filter((name) => name.startsWith(CACHE_PREFIX) && isOld(name));
  await Promise.all(old.map((name) => caches.delete(name)));
}
