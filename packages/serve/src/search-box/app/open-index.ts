import {
  type ByteRange,
  type Fetch,
  fetchLoader,
  type InstantSearch,
  openInstantSearch,
  type RefiningTools,
  SEARCH_DIRECTORY,
} from '@topicmill/search/retrieval';
import { retried } from './retries.js';

/** Name of the script next to the panel's that refines answers, with a hash of it; the bundler sets it. */
declare const MEANING_SCRIPT: string;

const loadTools = async (): Promise<RefiningTools> => {
  const { embedByRows, Refinement }: typeof import('./meaning.js') = await import(
    new URL(MEANING_SCRIPT, import.meta.url).href
  );
  return { embedByRows, Refinement };
};

const TOO_MANY_REQUESTS = 429;
const SERVER_ERROR = 500;

/**
 * Opens the search index in a folder that `topicmill search-index --out` wrote.
 *
 * @param url of the folder; relative to the page
 * @param cache how the browser's cache is used; `reload` after a deployment that replaced the files
 * @throws TypeError when it is not an address, TopicmillError `DOCS_UNREACHABLE`, `SEARCH_INDEX_INVALID`
 */
export async function openIndex(url: string | URL, cache: RequestCache = 'default'): Promise<InstantSearch> {
  const folder = new URL(url, document.baseURI).href;
  const { read } = fetchLoader(
    folder,
    repeated((address, init) => fetch(address, { ...init, cache })),
  );
  // The files are in the folder itself: some hosts leave out folders that begin with an underscore.
  const loader = { read: (path: string, range?: ByteRange) => read(path.replace(`${SEARCH_DIRECTORY}/`, ''), range) };
  return openInstantSearch(loader, loadTools);
}

/** Sends requests again that were lost, or that the server could not answer. */
function repeated(send: Fetch): Fetch {
  return (address, init) =>
    retried(
      () => send(address, init),
      ({ status }) => status < SERVER_ERROR && status !== TOO_MANY_REQUESTS,
    );
}
