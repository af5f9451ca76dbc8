import {
  type Fetch,
  fetchLoader,
  type InstantSearch,
  openInstantSearch,
  SEARCH_DIRECTORY,
} from '@topicmill/search/retrieval';

/** Pauses before a request is sent again that was lost or that a server could not answer. */
const RETRY_PAUSES_MS = [300, 1200];
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
  return openInstantSearch({ read: (path, range) => read(path.replace(`${SEARCH_DIRECTORY}/`, ''), range) });
}

/** Sends requests again while the browser believes to be online. */
function repeated(send: Fetch): Fetch {
  return async (address, init) => {
    for (const pause of RETRY_PAUSES_MS) {
      try {
        const response = await send(address, init);
        if (response.status < SERVER_ERROR && response.status !== TOO_MANY_REQUESTS) return response;
      } catch (error) {
        if (!navigator.onLine) throw error;
      }
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
    return send(address, init);
  };
}
