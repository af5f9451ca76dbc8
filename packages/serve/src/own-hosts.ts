import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

const LOOPBACK_NAMES: readonly string[] = ['127.0.0.1', 'localhost', '[::1]'];
const WILDCARD_ADDRESSES: ReadonlySet<string> = new Set(['0.0.0.0', '::']);
const AUTHORITY = /^(\[[0-9a-f:.]+\]|[a-z0-9.-]+)(?::\d{1,5})?$/i;

/** Options of an HTTP server that closes connections which have not sent the headers of a request within ten seconds. */
export const CLOSES_SILENT = { headersTimeout: 8000, connectionsCheckingInterval: 1000 } as const;

/** The names by which a server is asked for. */
export class OwnHosts {
  private readonly names: ReadonlySet<string>;
  private readonly takesAddresses: boolean;

  /**
   * @param host name or address that the server listens at. At all addresses of the machine it may be asked for by any
   *   address, but by no name except `localhost`: a name can be made to lead here by whoever owns it (DNS rebinding),
   *   an address cannot.
   * @param others names by which it is reached besides, through a proxy for instance
   */
  constructor(host: string, others: readonly string[] = []) {
    this.takesAddresses = WILDCARD_ADDRESSES.has(host);
    this.names = new Set([
      ...LOOPBACK_NAMES,
      ...[host, ...others].map((name) => (name.includes(':') ? `[${name}]` : name).toLowerCase()),
    ]);
  }

  /** Whether the value of a Host header names this server. */
  isOwn(authority: string | undefined): boolean {
    const name = AUTHORITY.exec(authority ?? '')?.[1]?.toLowerCase();
    if (name === undefined) return false;
    return this.names.has(name) || (this.takesAddresses && isIP(name.replace(/^\[|\]$/g, '')) !== 0);
  }

  /** Whether the value of an Origin header is that of a page of this machine, at any port. */
  isOwnOrigin(origin: string): boolean {
    return this.isOwn(authorityOf(origin));
  }
}

/** Whether a request names no other host than those of the server: what DNS rebinding leads here names another. */
export function isForOwnHost(request: IncomingMessage, hosts: OwnHosts): boolean {
  return hostFieldCount(request) === 1 && hosts.isOwn(request.headers.host) && isOwnTarget(request, hosts);
}

/**
 * Whether a request comes from a page of the server itself, from a link that a person follows, or from no page at all.
 * A link may be followed from anywhere: the page that has it does not read the answer.
 */
export function isFromOwnPage({ headers }: IncomingMessage): boolean {
  if (headers.origin !== undefined) return authorityOf(headers.origin) === headers.host?.toLowerCase();
  const site = headers['sec-fetch-site'];
  const isForeign = site === 'cross-site' || site === 'same-site';
  return !isForeign || (headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document');
}

function authorityOf(origin: string): string | undefined {
  return /^https?:\/\/([^/]+)$/i.exec(origin)?.[1]?.toLowerCase();
}

/** Of several Host fields Node.js keeps the first, and a proxy may have read another. */
function hostFieldCount({ rawHeaders }: IncomingMessage): number {
  return rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length;
}

/** A target in absolute form names a host, too. */
function isOwnTarget({ url = '' }: IncomingMessage, hosts: OwnHosts): boolean {
  const authority = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i.exec(url)?.[1];
  return authority === undefined || hosts.isOwn(authority);
}
