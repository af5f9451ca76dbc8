import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

const SESSION_HEADER = 'mcp-session-id';

/** The requests that are being answered, so that a later one can cancel them. */
export interface RunningRequests {
  /**
   * Looks at a message before it is answered: a client that begins gets a session id, a request is remembered until its
   * response is closed, and a cancellation closes the response of the request that it names.
   */
  admit(request: IncomingMessage, response: ServerResponse, message: unknown): void;
}

/**
 * Requests of all clients, each known by its session and its id there. Sessions store nothing else; who does not know the
 * id of a session cannot cancel in it.
 */
export function runningRequests(): RunningRequests {
  const running = new Map<string, ServerResponse>();
  return {
    admit({ headers }, response, message) {
      const { method, id, params } = fieldsOf(message);
      if (method === 'initialize') response.setHeader(SESSION_HEADER, randomUUID());
      const session = headers[SESSION_HEADER];
      if (typeof session !== 'string') return;
      if (method === 'notifications/cancelled') running.get(keyOf(session, fieldsOf(params)['requestId']))?.destroy();
      if (id === undefined) return;
      const key = keyOf(session, id);
      running.set(key, response);
      response.once('close', () => {
        if (running.get(key) === response) running.delete(key);
      });
    },
  };
}

function keyOf(session: string, id: unknown): string {
  return JSON.stringify([session, id]);
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
