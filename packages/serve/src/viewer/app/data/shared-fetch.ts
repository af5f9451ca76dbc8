/** Header field by which `topicmill serve` says of which version of the docs an answer is. */
export const VERSION_FIELD = 'topicmill-version';
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
  return navigator.locks.request(`${name} ${url}`, async () => {
    const cache = await caches.open(name);
    const kept = await cache.match(url);
    if (kept !== undefined) return kept;
    const response = await fetch(url, init);
    const isOfVersion = response.ok && response.headers.get(VERSION_FIELD) === version;
    if (isOfVersion) await cache.put(url, response.clone());
    return response;
  });
}

/** Drops what is kept of other versions. */
export async function forgetVersionsBut(version: string): Promise<void> {
  if (globalThis.caches === undefined) return;
  const old = (await caches.keys()).filter((name) => name.startsWith(CACHE_PREFIX) && name !== CACHE_PREFIX + version);
  await Promise.all(old.map((name) => caches.delete(name)));
}
