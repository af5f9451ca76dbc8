/** Never asked for through a proxy, which would look for them on its own machine. */
const OWN_HOSTS = ['localhost', '127.0.0.1', '[::1]'];

/**
 * `fetch` through the proxy that `HTTPS_PROXY` and `HTTP_PROXY` name, or their lower-case forms, but for the hosts in `NO_PROXY`
 * and this machine. Node 20 knows none of them; certificates in `NODE_EXTRA_CA_CERTS` it knows by itself.
 *
 * @returns the `fetch` of Node where no proxy is named
 */
export function proxiedFetch(env: Readonly<Record<string, string | undefined>>): typeof globalThis.fetch {
  const named = (name: string): string | undefined => env[name.toLowerCase()]?.trim() || env[name]?.trim() || undefined;
  const httpProxy = named('HTTP_PROXY');
  const httpsProxy = named('HTTPS_PROXY');
  if (httpProxy === undefined && httpsProxy === undefined) return globalThis.fetch;
  const noProxy = named('NO_PROXY');
  const options = {
    // Empty, so that the library does not read its own environment.
    httpProxy: httpProxy ?? '',
    httpsProxy: httpsProxy ?? '',
    noProxy: noProxy === '*' ? noProxy : [...(noProxy?.split(/[,\s]+/) ?? []), ...OWN_HOSTS].join(','),
  };
  let fetchByProxy: Promise<typeof globalThis.fetch> | undefined;
  return async (url, init) => {
    fetchByProxy ??= import('undici').then(({ EnvHttpProxyAgent, fetch }) => {
      const dispatcher = new EnvHttpProxyAgent(options);
      return ((target: string, request: object) =>
        fetch(target, { ...request, dispatcher })) as typeof globalThis.fetch;
    });
    return (await fetchByProxy)(url instanceof Request ? url.url : url, init);
  };
}
