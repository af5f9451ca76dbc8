import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

/** A server on loopback that follows a database's published protocol, as far as exports need it. */
export interface DatabaseServer {
  readonly url: string;
  /** What the collection `chunks` contains, by key. */
  readonly stored: ReadonlyMap<string, unknown>;
  /** Keys in the order in which they were written or deleted. */
  readonly written: string[];
}

/** Answer of a server: a status and a body. */
type Answer = readonly [status: number, body: unknown];

class Collection {
  isThere = false;
  dimensions = 0;
  readonly stored = new Map<string, unknown>();
  readonly written: string[] = [];

  upsert(id: string, value: unknown): void {
    this.written.push(id);
    this.stored.set(id, value);
  }

  delete(id: string): boolean {
    const isDeleted = this.stored.delete(id);
    if (isDeleted) this.written.push(id);
    return isDeleted;
  }
}

/** Starts a server that ends with the test. */
export async function startDatabase(kind: 'qdrant' | 'typesense'): Promise<DatabaseServer> {
  const collection = new Collection();
  const answering = kind === 'qdrant' ? answerAsQdrant : answerAsTypesense;
  const server = createServer(async (request, response) => {
    const [status, body] = answering(
      request,
      new URL(request.url!, 'http://localhost'),
      await text(request),
      collection,
    );
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, stored: collection.stored, written: collection.written };
}

interface Point {
  readonly id: string;
  readonly vector: readonly number[];
  readonly payload: object;
}

/** https://api.qdrant.tech/api-reference: collections, points, and batches of updates. */
function answerAsQdrant({ method }: IncomingMessage, { pathname }: URL, body: string, collection: Collection): Answer {
  const done: Answer = [200, { result: { status: 'completed' }, status: 'ok' }];
  const upsert = (points: readonly Point[]): boolean => {
    if (!collection.isThere || points.some(({ vector }) => vector.length !== collection.dimensions)) return false;
    for (const { id, vector, payload } of points) collection.upsert(id, { vector, payload });
    return true;
  };
  if (method === 'PUT' && pathname === '/collections/chunks') {
    collection.isThere = true;
    collection.dimensions = (JSON.parse(body) as { vectors: { size: number } }).vectors.size;
    return done;
  }
  if (method === 'PUT' && pathname === '/collections/chunks/points') {
    return upsert((JSON.parse(body) as { points: Point[] }).points)
      ? done
      : [400, { status: { error: 'Wrong input' } }];
  }
  if (method === 'POST' && pathname === '/collections/chunks/points/batch') {
    const { operations } = JSON.parse(body) as {
      operations: ({ upsert: { points: Point[] } } | { delete: { points: string[] } })[];
    };
    for (const operation of operations) {
      if ('upsert' in operation) {
        if (!upsert(operation.upsert.points)) return [400, { status: { error: 'Wrong input' } }];
      } else {
        // Points that are not there are no error.
        for (const id of operation.delete.points) collection.delete(id);
      }
    }
    return [200, { result: operations.map(() => ({ status: 'completed' })), status: 'ok' }];
  }
  return [404, { status: { error: 'Not found' } }];
}

/** https://typesense.org/docs: collections, import of documents, and deletion by filter. */
function answerAsTypesense(
  { method }: IncomingMessage,
  { pathname, searchParams }: URL,
  body: string,
  collection: Collection,
): Answer {
  if (method === 'POST' && pathname === '/collections') {
    collection.isThere = true;
    return [200, JSON.parse(body)];
  }
  if (!collection.isThere) return [404, { message: 'Not found.' }];
  const documents = '/collections/chunks/documents';
  if (method === 'POST' && pathname === `${documents}/import` && searchParams.get('action') === 'upsert') {
    const answers = body.split('\n').flatMap((line) => {
      if (line === '') return [];
      const document = JSON.parse(line) as { id: string };
      collection.upsert(document.id, document);
      return ['{"success":true}'];
    });
    return [200, answers.join('\n')];
  }
  const ids = /^id:\[([^\]]+)\]$/.exec(searchParams.get('filter_by') ?? '')?.[1];
  if (method === 'DELETE' && pathname === documents && ids !== undefined) {
    return [200, { num_deleted: ids.split(',').filter((id) => collection.delete(id)).length }];
  }
  return [400, { message: 'Bad request.' }];
}
