import { createInterface } from 'node:readline';
import { startTopicmill, type TimedRun } from './run-topicmill.js';

/** What searches over MCP took. */
export interface SearchTimes {
  /** One for each query, in milliseconds, in the order of the queries. */
  readonly milliseconds: readonly number[];
  readonly server: Omit<TimedRun, 'out'>;
}

/**
 * Asks an MCP server that it starts in a folder, one query after the other.
 *
 * @throws Error when the server fails, or ends before it has answered
 */
export async function mcpSearches(directory: string, queries: readonly string[]): Promise<SearchTimes> {
  const { child, ended } = startTopicmill(directory, ['mcp']);
  const lines = createInterface({ input: child.stdout! })[Symbol.asyncIterator]();
  const send = (message: object): void => {
    child.stdin!.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  };
  const request = async (id: number, method: string, params: object): Promise<void> => {
    send({ id, method, params });
    for (;;) {
      const { value, done } = await lines.next();
      if (done) throw new Error(`The MCP server ended before it answered ${method}.`);
      const answer = JSON.parse(value) as { id?: number; error?: object; result?: { isError?: boolean } };
      if (answer.id !== id) continue;
      if (answer.error !== undefined || answer.result?.isError === true) throw new Error(value);
      return;
    }
  };
  await request(0, 'initialize', {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'bench', version: '0' },
  });
  send({ method: 'notifications/initialized' });
  const milliseconds: number[] = [];
  for (const [at, query] of queries.entries()) {
    const before = performance.now();
    await request(at + 1, 'tools/call', { name: 'search', arguments: { query } });
    milliseconds.push(performance.now() - before);
  }
  child.stdin!.end();
  return { milliseconds, server: await ended };
}
