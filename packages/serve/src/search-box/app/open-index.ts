import { fetchLoader, type InstantSearch, openInstantSearch, SEARCH_DIRECTORY } from '@topicmill/search/retrieval';

/**
 * Opens the search index in a folder that `topicmill search-index --out` wrote.
 *
 * @param url of the folder; relative to the page
 * @throws TypeError when it is not an address, TopicmillError `DOCS_UNREACHABLE`, `SEARCH_INDEX_INVALID`
 */
export async function openIndex(url: string | URL): Promise<InstantSearch> {
  const folder = new URL(url, document.baseURI).href;
  const { read } = fetchLoader(folder, (address, init) => fetch(address, init));
  // The files are in the folder itself: some hosts leave out folders that begin with an underscore.
  return openInstantSearch({ read: (path, range) => read(path.replace(`${SEARCH_DIRECTORY}/`, ''), range) });
}
