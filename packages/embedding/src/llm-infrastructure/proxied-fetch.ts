import type { HttpsProxyAgent } from 'https-proxy-agent';

type Environment = Readonly<Record<string, string | undefined>>;

/** Never asked for through a proxy, which would look for them on its own machine. */
const LOOPBACK_HOST = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/**
 * `fetch` through the proxy that `HTTPS_PROXY` and `HTTP_PROXY` name, or their lower-case forms, but for the hosts in `NO_PROXY`
 * and this machine. Node 20 knows none of them; certificates in `NODE_EXTRA_CA_CERTS` it knows by itself. Through a proxy,
 * bodies are texts, and no redirect is followed.
 *
 * @returns the `fetch` of Node where no proxy is named
 */
export function proxiedFetch(env: Environment): typeof globalThis.fetch {
  if (environmentValue(env, 'HTTP_PROXY') === undefined && environmentValue(env, 'HTTPS_PROXY') === undefined)
    return globalThis.fetch;
  const agents = new Map<string, HttpsProxyAgent<string>>();
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const proxy = proxyFor(url, env);
    if (proxy === undefined) return globalThis.fetch(input, init);
    const { HttpsProxyAgent, requestThrough } = await import('./request-through.js');
    const agent = agents.get(proxy) ?? new HttpsProxyAgent(proxy);
    agents.set(proxy, agent);
    return requestThrough(agent, url, init);
  };
}

function environmentValue(env: Environment, name: string): string | undefined {
  return env[name.toLowerCase()]?.trim() || env[name]?.trim() || undefined;
}

function proxyFor(url: URL, env: Environment): string | undefined {
  if (LOOPBACK_HOST.test(url.hostname) || isExcepted(url, environmentValue(env, 'NO_PROXY') ?? '')) return undefined;
  const proxy =
    (url.protocol === 'https:' ? environmentValue(env, 'HTTPS_PROXY') : undefined) ??
    environmentValue(env, 'HTTP_PROXY');
  return proxy === undefined || proxy.includes('://') ? proxy : `http://${proxy}`;
}

/** @param list of hosts, `.example.org` and `*.example.org` with all below it, each perhaps with a port */
function isExcepted({ hostname, port, protocol }: URL, list: string): boolean {
  return list.split(/[,\s]+/).some((entry) => {
    if (entry === '*') return true;
    const [, host = '', ownPort] = /^(?:\*?\.)?(.+?)(?::(\d+))?$/.exec(entry.toLowerCase()) ?? [];
    if (host === '' || (ownPort !== undefined && ownPort !== (port || (protocol === 'https:' ? '443' : '80'))))
      return false;
    return hostname === host || hostname.endsWith(`.${host}`);
  });
}
