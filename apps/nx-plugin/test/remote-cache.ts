import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** A cache on loopback that speaks the protocol of Nx for self-hosted remote caches. */
export class RemoteCache {
  private readonly results = new Map<string, Buffer>();
  private readonly server: Server = createServer(async (request, response) => {
    const { method, url = '' } = request;
    if (method === 'PUT') {
      this.results.set(url, await buffer(request));
      response.writeHead(200).end();
      return;
    }
    const result = this.results.get(url);
    if (result === undefined) response.writeHead(404).end();
    else response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(result);
  });

  /** @returns the variable that makes Nx use it */
  async start(): Promise<Readonly<Record<string, string>>> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    const { port } = this.server.address() as AddressInfo;
    return { NX_SELF_HOSTED_REMOTE_CACHE_SERVER: `http://127.0.0.1:${port}` };
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}
