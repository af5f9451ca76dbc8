import type { IncomingMessage, ServerResponse } from 'node:http';
import { TopicmillError } from '@topicmill/base/diagnostics';
import type { EditionTable, SearchOptions, SearchResponse } from '@topicmill/search/retrieval';

/** Longer queries are refused: they have no vector. In UTF-16 units. */
export const MAX_QUERY_LENGTH = 2000;
/** What is asked wrongly. Other errors are about an index that cannot be had. */
const CLIENT_ERRORS = new Set(['INVALID_OPTION', 'TOPIC_UNKNOWN']);

/** Searches the docs that are served with all that the server knows, as the commands do. */
export interface ServedSearch {
  answer(query: string, options: SearchOptions): Promise<ServedAnswer>;
  /** What it searches in at this moment. */
  facts(): Promise<ServedIndex>;
}

/** What a client knows of an index before it searches. */
export interface ServedIndex {
  readonly topicCount: number;
  readonly chunkCount: number;
  /** Exact name of the model of its vectors, if it has any. */
  readonly model?: string | undefined;
  readonly editions: EditionTable;
}

/** The answer to a search, with what it was computed from. */
interface ServedAnswer extends SearchResponse {
  readonly topicCount: number;
  readonly chunkCount: number;
  /** The model of the index's vectors, if they counted. */
  readonly model?: string | undefined;
}

/** Answers `?query=…` and the options of a search; 400 or 404 with code, message and remedy of an error. */
export async function answerSearch(
  request: IncomingMessage,
  response: ServerResponse,
  search: ServedSearch,
): Promise<void> {
  const { query = '', limit, ...others } = Object.fromEntries(new URLSearchParams(request.url!.split('?')[1] ?? ''));
  try {
    if (query.length > MAX_QUERY_LENGTH) {
      throw new TopicmillError('INVALID_OPTION', `The query has more than ${MAX_QUERY_LENGTH} characters.`, {
        remedy: 'Ask with fewer words.',
      });
    }
    const options = { ...others, ...(limit === undefined ? {} : { limit: Number(limit) }) };
    sendJson(response, 200, await search.answer(query, options as SearchOptions));
  } catch (thrown) {
    if (!(thrown instanceof TopicmillError)) throw thrown;
    const status = CLIENT_ERRORS.has(thrown.code) ? 400 : 404;
    sendJson(response, status, { code: thrown.code, message: thrown.message, remedy: thrown.remedy });
  }
}

/** Answers what is searched in; 404 with code, message and remedy where there is nothing. */
export async function answerSearchIndex(response: ServerResponse, search: ServedSearch): Promise<void> {
  try {
    sendJson(response, 200, await search.facts());
  } catch (thrown) {
    if (!(thrown instanceof TopicmillError)) throw thrown;
    sendJson(response, 404, { code: thrown.code, message: thrown.message, remedy: thrown.remedy });
  }
}

/** An answer that is computed for one request. */
export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' });
  response.end(JSON.stringify(body));
}
