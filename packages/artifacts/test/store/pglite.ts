import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';
import { PGlite } from '@electric-sql/pglite';
import { vector } from '@electric-sql/pglite-pgvector';

const START_UP_HEADER = 4;
const MESSAGE_HEADER = 5;
const TERMINATE = 'X'.charCodeAt(0);
const SYNC = 'S'.charCodeAt(0);
const QUERY = 'Q'.charCodeAt(0);
const READY = 'Z'.charCodeAt(0);
const IDLE = 'I'.charCodeAt(0);

/** PostgreSQL with pgvector inside this process, at a port: the client and everything above it are the real ones. */
export interface PgliteServer {
  /** Without a schema. */
  readonly address: string;
  close(): Promise<void>;
}

/**
 * PGlite has one session. Connections take turns: whoever sends something has the session until its transaction ends,
 * so that others wait as they would for a lock of everything.
 */
export async function startPglite(): Promise<PgliteServer> {
  const database = await PGlite.create({ extensions: { vector } });
  await database.exec('CREATE EXTENSION vector');
  const sockets = new Set<Socket>();
  const turns = new Turns();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    serve(socket, new Session(database, turns));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    address: `postgres://postgres@127.0.0.1:${port}/postgres`,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
      await database.close();
    },
  };
}

/** Lets one after the other go on. */
class Turns {
  private last: Promise<void> = Promise.resolve();

  /** Resolves when the others before are done, with the function that ends this turn. */
  async take(): Promise<() => void> {
    const before = this.last;
    let end = (): void => {};
    this.last = new Promise((resolve) => {
      end = resolve;
    });
    await before;
    return end;
  }
}

/** What one connection does with the database. */
class Session {
  private endTurn: (() => void) | undefined;

  constructor(
    private readonly database: PGlite,
    private readonly turns: Turns,
  ) {}

  async answer(messages: Uint8Array): Promise<Uint8Array> {
    this.endTurn ??= await this.turns.take();
    const response = await this.database.execProtocolRaw(messages);
    if (isIdle(response)) this.end();
    return response;
  }

  /** As a server does for a client that went away. */
  async abandon(): Promise<void> {
    if (this.endTurn === undefined) return;
    await this.database.exec('ROLLBACK');
    this.end();
  }

  private end(): void {
    this.endTurn?.();
    this.endTurn = undefined;
  }
}

function serve(socket: Socket, session: Session): void {
  let waiting = Buffer.alloc(0);
  let isStarted = false;
  let work: Promise<unknown> = Promise.resolve();
  socket.on('data', (data) => {
    waiting = Buffer.concat([waiting, data]);
    if (!isStarted) {
      if (waiting.length < START_UP_HEADER || waiting.length < waiting.readUInt32BE(0)) return;
      waiting = waiting.subarray(waiting.readUInt32BE(0));
      isStarted = true;
      socket.write(greeting());
    }
    const end = endOfRequest(waiting);
    if (end === 0) return;
    const messages = Uint8Array.from(waiting.subarray(0, end));
    waiting = waiting.subarray(end);
    if (messages[0] === TERMINATE) socket.end();
    else work = work.then(() => session.answer(messages)).then((response) => socket.write(response));
  });
  socket.on('error', () => socket.destroy());
  socket.on('close', () => {
    work = work.then(() => session.abandon());
  });
}

/** Where the last whole request ends: a simple query, or extended ones up to their Sync. */
function endOfRequest(bytes: Buffer): number {
  let end = 0;
  for (let at = 0; at + MESSAGE_HEADER <= bytes.length; ) {
    const next = at + 1 + bytes.readUInt32BE(at + 1);
    if (next > bytes.length) break;
    if ([SYNC, QUERY, TERMINATE].includes(bytes[at]!)) end = next;
    at = next;
  }
  return end;
}

/** Whether a response ends outside of any transaction. */
function isIdle(response: Uint8Array): boolean {
  return response.at(-6) === READY && response.at(-1) === IDLE;
}

/** The client is let in, and told what it wants to know of a server. */
function greeting(): Buffer {
  const message = (type: string, ...parts: Buffer[]): Buffer => {
    const body = Buffer.concat(parts);
    const head = Buffer.alloc(MESSAGE_HEADER);
    head.write(type);
    head.writeUInt32BE(body.length + 4, 1);
    return Buffer.concat([head, body]);
  };
  return Buffer.concat([
    message('R', Buffer.alloc(4)),
    message('S', Buffer.from('client_encoding\0UTF8\0')),
    message('K', Buffer.alloc(8)),
    message('Z', Buffer.from('I')),
  ]);
}
