import { TopicmillError } from '@topicmill/base/diagnostics';
import { encodePath } from '@topicmill/base/paths';
import { checkFetchLoader } from '../check-arguments.js';
import type { ByteRange, DocsLoader } from '../docs-loader.js';

/** The part of `fetch` that is used. */
export type Fetch = (
  url: string,
  init: { readonly headers: Readonly<Record<string, string>> },
) => Promise<{ readonly status: number; arrayBuffer(): Promise<ArrayBuffer> }>;

const OK = 200;
/** From here on it is the server that fails; below, there is no such file, whatever a host says in place of 404. */
const SERVER_ERROR = 500;
const PARTIAL_CONTENT = 206;

/**
 * Reads published docs over HTTP. A server that answers a range request with the whole file is understood.
 *
 * @param baseUrl of the docs root
 * @param fetch the platform's, or one that sends what the server asks for
 * @throws TopicmillError `INVALID_OPTION` for arguments of other types
 */
export function fetchLoader(baseUrl: string, fetch: Fetch): DocsLoader {
  checkFetchLoader(baseUrl, fetch);
  const root = baseUrl.replace(/(?<!\/)\/*$/, '/');
  return {
    async read(path, range) {
      if (range !== undefined && range.end <= range.start) return new Uint8Array();
      const url = root + encodePath(path);
      const { status, bytes } = await fetchBytes(url, range, fetch);
      if (status === PARTIAL_CONTENT) return bytes;
      if (status === OK) return range === undefined ? bytes : bytes.subarray(range.start, range.end);
      throw unreachable(url, `The server answered with status ${status}.`, status < SERVER_ERROR ? undefined : status);
    },
  };
}

async function fetchBytes(
  url: string,
  range: ByteRange | undefined,
  fetch: Fetch,
): Promise<{ status: number; bytes: Uint8Array }> {
  const headers: Record<string, string> = range === undefined ? {} : { range: `bytes=${range.start}-${range.end - 1}` };
  try {
    const response = await fetch(url, { headers });
    return { status: response.status, bytes: new Uint8Array(await response.arrayBuffer()) };
  } catch (cause) {
    throw unreachable(
      url,
      `The server cannot be reached (${cause instanceof Error ? cause.message : String(cause)}).`,
      cause,
    );
  }
}

function unreachable(url: string, message: string, cause?: unknown): TopicmillError {
  return new TopicmillError('DOCS_UNREACHABLE', message, {
    file: url,
    remedy: 'Check the address of the docs root, and that the file was published.',
    cause,
  });
}
