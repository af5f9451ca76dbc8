import { loadPanel } from './load-panel.js';
import { TopicmillSearch } from './topicmill-search.js';

// A page may load two releases of the script: the first one stays, whole.
if (customElements.get('topicmill-search') === undefined) {
  customElements.define('topicmill-search', TopicmillSearch);
  /** For pages that show results in their own way: `await topicmillSearch.openIndex('/topicmill-search/')`. */
  const openIndex = async (url: string | URL) => {
    const folder = new URL(url, document.baseURI);
    return (await loadPanel(folder)).openIndex(folder);
  };
  Object.assign(globalThis, { topicmillSearch: { openIndex } });
}
