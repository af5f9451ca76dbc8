import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename } from 'node:path';
import type { PackageManifest } from '../test/publishable-packages.js';
import type { Tarball } from './pack-all.js';

/** Old enough for package managers that refuse what was published a moment ago. */
const PUBLISHED = '2020-01-01T00:00:00.000Z';

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
    const packed = this.tarballs.get(name);
    const latest = this.tarballs.get(name.replace(/\/latest$/, ''));
    const file = [...this.tarballs.values()].map((tarball) => tarball.file).find((path) => basename(path) === name);
    if (packed !== undefined) answerJson(response, this.describe(packed));
    else if (latest !== undefined) answerJson(response, this.describeRelease(latest));
    else if (file !== undefined) response.setHeader('content-type', 'application/octet-stream').end(readFileSync(file));
    else response.writeHead(302, { location: new URL(path.replace(/^\//, ''), this.upstream).href }).end();
  }

  /** What a registry says of a package: all its versions, of which there is one. */
  private describe(tarball: Tarball): object {
    const release = this.describeRelease(tarball);
    return {
      name: tarball.name,
      'dist-tags': { latest: release.version },
      versions: { [release.version]: release },
      time: { [release.version]: PUBLISHED },
    };
  }

  private describeRelease({ file, manifest }: Tarball): PackageManifest & { readonly dist: object } {
    const integrity = `sha512-${createHash('sha512').update(readFileSync(file)).digest('base64')}`;
    return { ...manifest, dist: { tarball: new URL(basename(file), this.address()).href, integrity } };
  }
}

function answerJson(response: ServerResponse, value: object): void {
  response.setHeader('content-type', 'application/json').end(JSON.stringify(value));
}
