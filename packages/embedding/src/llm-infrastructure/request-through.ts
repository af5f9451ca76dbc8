import { request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import { HttpsProxyAgent } from 'https-proxy-agent';

// In a bundle, only a file that imports the agent's CommonJS by name gets it by name.
export { HttpsProxyAgent };

/** Asks through a proxy. Bodies are texts, and no redirect is followed. */
export function requestThrough(agent: HttpsProxyAgent<string>, url: URL, init: RequestInit = {}): Promise<Response> {
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
