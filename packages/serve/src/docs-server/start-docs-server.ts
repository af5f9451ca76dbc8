import { realpath, stat } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Diagnostic, TopicmillError } from '@topicmill/base/diagnostics';
import { CLOSES_SILENT, OwnHosts } from '../own-hosts.js';
import { viewerDirectory } from '../viewer/index.js';
import { answerRequest, type QueryEmbedder, type ServedThings, sendStatus } from './answer-request.js';
import type { ServedSearch } from './answer-search.js';
import { EventStream } from './event-stream.js';
import { CompressedContents, FileContents } from './file-content.js';

const LOOPBACK = '127.0.0.1';
/** How long `close` lets answers that have begun come to their end. */
const GRACE_MS = 3000;

/** What is served, and where. */
export interface DocsServerOptions {
  /** Folder of the built docs. Nothing outside of it is served but the viewer. */
  readonly docsRoot: string;
  /** Default: `127.0.0.1`, which other machines do not reach. */
  readonly host?: string | undefined;
  /** Default: 0, any that is free. */
  readonly port?: number | undefined;
  /** Origin whose pages may read the answers, such as `https://docs.example.com`, or `*`. Default: the server's own alone. */
  readonly cors?: string | undefined;
  /** Turns the viewer's queries into vectors. */
  readonly queryEmbedder?: QueryEmbedder | undefined;
  /** Answers searches of the viewer, and of programs; without it the viewer searches by itself. */
  readonly search?: ServedSearch | undefined;
  /** For docs that somebody edits and sees on the same machine: compresses in a fifth of the time, to a sixth more bytes. */
  readonly isHasty?: boolean | undefined;
  /** Folder of the built viewer. Default: the one that comes with this package. */
  readonly viewerRoot?: string | undefined;
  /** Told of faults of the server itself; the client gets a 500. */
  readonly onError?: ((error: unknown) => void) | undefined;
}

/** A server that runs. */
export interface DocsServer {
  /** With a slash at its end. */
  readonly url: string;
  readonly port: number;
  /** Tells the viewers that are open that files have changed; they load them again. Paths are below the docs root. */
  notifyChange(paths: readonly string[]): void;
  /** Shows errors and warnings in the viewers that are open, and in those opened later, instead of the ones before. */
  notifyFindings(findings: readonly Diagnostic[]): void;
  /** Takes no more requests, ends the answers that have begun (after three seconds by force) and frees the port. */
  close(): Promise<void>;
}

/**
 * Serves a docs root and its viewer over HTTP, read-only. Requests for another host name, and those of pages of other
 * sites unless `cors` lets them in, get status 403.
 *
 * @throws TopicmillError `DOCS_ROOT_MISSING` when the folder is not there, `SERVER_CANNOT_LISTEN` when host and port
 *   cannot be had
 */
export async function startDocsServer(options: DocsServerOptions): Promise<DocsServer> {
  const { host = LOOPBACK, port = 0, onError } = options;
  const events = new EventStream();
  const served: ServedThings = {
    docsRoot: await realDirectory(options.docsRoot),
    viewerRoot: await realDirectory(options.viewerRoot ?? viewerDirectory()),
    stores: { contents: new FileContents(), compressed: new CompressedContents(options.isHasty === true) },
    events,
    hosts: new OwnHosts(host),
    cors: options.cors,
    queryEmbedder: options.queryEmbedder,
    search: options.search,
  };
  const server = createServer(CLOSES_SILENT, (request, response) => {
    answerRequest(request, response, served).catch((error: unknown) => {
      // A client that went away is nobody's fault.
      if (request.destroyed && !response.writableEnded) return void response.destroy();
      onError?.(error);
      if (response.headersSent) response.destroy();
      else sendStatus(response, 500);
    });
  });
  const address = await listen(server, host, port);
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${address.port}/`,
    port: address.port,
    notifyChange: (paths) => events.sendChange(paths),
    notifyFindings: (findings) => events.sendFindings(findings),
    close: () => close(server, events),
  };
}

async function realDirectory(path: string): Promise<string> {
  const isDirectory = await stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
  if (isDirectory) return realpath(path);
  throw new TopicmillError('DOCS_ROOT_MISSING', 'There is no such folder to serve.', {
    file: path,
    remedy: 'Name the folder of the built docs: topicmill serve <folder>.',
  });
}

function listen(server: Server, host: string, port: number): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => {
      reject(
        new TopicmillError('SERVER_CANNOT_LISTEN', `Cannot listen on ${host}, port ${port} (${cause.code}).`, {
          remedy: 'Choose another port with --port, or end the program that uses this one.',
          cause,
        }),
      );
    });
    server.listen(port, host, () => resolve(server.address() as AddressInfo));
  });
}

async function close(server: Server, events: EventStream): Promise<void> {
  events.close();
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  const force = setTimeout(() => server.closeAllConnections(), GRACE_MS);
  await closed;
  clearTimeout(force);
}
