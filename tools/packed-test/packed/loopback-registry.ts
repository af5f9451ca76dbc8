import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename } from 'node:path';
import { publishablePackages } from '../test/publishable-packages.js';
import type { Tarball } from './pack-all.js';

/** A registry on loopback that has the packed packages, and redirects requests for any other package to the upstream registry. */
export class LoopbackRegistry {
  private readonly tarballs: ReadonlyMap<string, Tarball>;
  private readonly server: Server;

  /**
   * @param tarballs packages as npm packs them
   * @param upstream the registry that has all others
   */
  constructor(
    tarballs: readonly Tarball[],
    private readonly upstream: string,
  ) {
    this.tarballs = new Map(tarballs.map((tarball) => [tarball.name, tarball]));
    this.server = createServer((request, response) => this.answer(decodeURIComponent(request.url ?? '/'), response));
  }

  /**
   * Starts on a free port.
   *
   * @returns the registry's address
   */
  async start(): Promise<string> {
    await new Promise<void>((listening) => this.server.listen(0, '127.0.0.1', listening));
    return this.address();
  }

  stop(): void {
    this.server.close();
    this.server.closeAllConnections();
  }

  private address(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/`;
  }

  private answer(path: string, response: ServerResponse): void {
    const name = path.replace(/^\//, '').replace(/[?#].*$/, '');
    const tarball = this.tarballs.get(name) ?? [...this.tarballs.values()].find(({ file }) => basename(file) === name);
    if (tarball === undefined) {
      response.writeHead(302, { location: new URL(path.replace(/^\//, ''), this.upstream).href }).end();
    } else if (tarball.name === name) {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(this.describe(tarball)));
    } else {
      response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(readFileSync(tarball.file));
    }
  }

  /** What a registry says of a package: all its versions, of which there is one. */
  private describe({ name, file }: Tarball): object {
    const { manifest } = publishablePackages().find((entry) => entry.manifest.name === name)!;
    const integrity = `sha512-${createHash('sha512').update(readFileSync(file)).digest('base64')}`;
    const dist = { tarball: new URL(basename(file), this.address()).href, integrity };
    return {
      name,
      'dist-tags': { latest: manifest.version },
      versions: { [manifest.version]: { ...manifest, dist } },
    };
  }
}
