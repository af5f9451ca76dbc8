import { request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import type { HttpsProxyAgent } from 'https-proxy-agent';

type Environment = Readonly<Record<string, string | undefined>>;

/** Never asked for through a proxy, which would look for them on its own machine. */
const OWN_HOST = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/**
 * `fetch` through the proxy that `HTTPS_PROXY` and `HTTP_PROXY` name, or their lower-case forms, but for the hosts in `NO_PROXY`
 * and this machine. Node 20 knows none of them; certificates in `NODE_EXTRA_CA_CERTS` it knows by itself. Through a proxy,
 * bodies are texts, and no redirect is followed.
 *
 * @returns the `fetch` of Node where no proxy is named
 */
export function proxiedFetch(env: Environment): typeof globalThis.fetch {
  if (named(env, 'HTTP_PROXY') === undefined && named(env, 'HTTPS_PROXY') === undefined) return globalThis.fetch;
  const agents = new Map<string, Promise<HttpsProxyAgent<string>>>();
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const proxy = proxyFor(url, env);
    if (proxy === undefined) return globalThis.fetch(input, init);
    let agent = agents.get(proxy);
    if (agent === undefined) {
      agent = import('https-proxy-agent').then((library) => new library.HttpsProxyAgent(proxy));
      agents.set(proxy, agent);
    }
    return requestThrough(await agent, url, init);
  };
}

function named(env: Environment, name: string): string | undefined {
  return env[name.toLowerCase()]?.trim() || env[name]?.trim() || undefined;
}

function proxyFor(url: URL, env: Environment): string | undefined {
  if (OWN_HOST.test(url.hostname) || isExcepted(url, named(env, 'NO_PROXY') ?? '')) return undefined;
  const proxy = (url.protocol === 'https:' ? named(env, 'HTTPS_PROXY') : undefined) ?? named(env, 'HTTP_PROXY');
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

function requestThrough(agent: HttpsProxyAgent<string>, url: URL, init: RequestInit = {}): Promise<Response> {
  const { method = 'GET', body, signal } = init;
  // Nothing is unpacked here.
  const headers = { ...Object.fromEntries(new Headers(init.headers)), 'accept-encoding': 'identity' };
  const request = url.protocol === 'https:' ? requestSecure : requestPlain;
  return new Promise((resolve, reject) => {
    const options = { agent, method, headers, ...(signal && { signal }) };
    const sent = request(url, options, (answer) => {
      const parts: Buffer[] = [];
      answer.on('error', reject);
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('end', () => {
        const status = answer.statusCode ?? 502;
        const text = status === 204 || status === 304 ? null : Buffer.concat(parts);
        const known = Object.entries(answer.headers).flatMap(([name, value]) =>
          value === undefined ? [] : [[name, String(value)]],
        );
        resolve(new Response(text, { status, headers: known as [string, string][] }));
      });
    });
    sent.on('error', reject);
    sent.end(body ?? undefined);
  });
}
