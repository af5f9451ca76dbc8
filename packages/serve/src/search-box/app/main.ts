import { openIndex } from './open-index.js';
import { TopicmillSearch } from './topicmill-search.js';

// A page may load two releases of the script: the first one stays, whole.
if (customElements.get('topicmill-search') === undefined) {
  customElements.define('topicmill-search', TopicmillSearch);
  /** For pages that show results in their own way: `await topicmillSearch.openIndex('/topicmill-search/')`. */
  Object.assign(globalThis, { topicmillSearch: { openIndex: (url: string | URL) => openIndex(url) } });
}
