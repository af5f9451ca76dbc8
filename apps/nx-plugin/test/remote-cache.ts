import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

const ANSWERS = /^\/v1\/cache\/\d+$/;

/** What a token allows. */
export type Access = 'read' | 'write';

/**
 * A cache on loopback that speaks the protocol of Nx for self-hosted remote caches: PUT and GET of `/v1/cache/{hash}` with
 * a bearer token; a result that is there is never replaced.
 */
export class RemoteCache {
  /** By address. */
  readonly results = new Map<string, Buffer>();
  /** How many results were asked for and found. */
  hitCount = 0;
  /** How many results were refused, since the token only reads. */
  refusedCount = 0;
  /** Addresses that were asked for, found or not. */
  readonly asked = new Set<string>();
  /** Whether results that come are lost, as where the network fails. */
  losesResults = false;
  /** Called after each new result, with its address. */
  onResult: ((url: string) => void) | undefined;
  private readonly server: Server = createServer(async (request, response) => {
    const { method, url = '', headers } = request;
    const answer = (status: number, body?: Buffer) =>
      response.writeHead(status, { 'content-type': 'application/octet-stream' }).end(body);
    // Of a machine that is killed while it sends, a part comes.
    const body = await buffer(request).catch(() => undefined);
    if (body === undefined) return;
    if (!ANSWERS.test(url)) return answer(404);
    if (!/^Bearer (?:read|write)$/.test(headers.authorization ?? '')) return answer(401);
    const found = this.results.get(url);
    if (method === 'GET') {
      this.asked.add(url);
      if (found !== undefined) this.hitCount++;
      return answer(found === undefined ? 404 : 200, found);
    }
    if (headers.authorization !== 'Bearer write') {
      this.refusedCount++;
      return answer(403);
    }
    if (found !== undefined) return answer(409);
    if (this.losesResults) return answer(503);
    this.results.set(url, body);
    this.onResult?.(url);
    return answer(200);
  });

  /** Starts on a free port. */
  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
  }

  /** The variables that make Nx use it. */
  env(access: Access): Readonly<Record<string, string>> {
    const { port } = this.server.address() as AddressInfo;
    return {
      NX_SELF_HOSTED_REMOTE_CACHE_SERVER: `http://127.0.0.1:${port}`,
      NX_SELF_HOSTED_REMOTE_CACHE_ACCESS_TOKEN: access,
    };
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}
