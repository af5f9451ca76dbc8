import { openIndex } from './open-index.js';
import { TopicmillSearch } from './topicmill-search.js';

if (customElements.get('topicmill-search') === undefined) customElements.define('topicmill-search', TopicmillSearch);

/** For pages that show results in their own way: `await topicmillSearch.openIndex('/topicmill-search/')`. */
Object.assign(globalThis, { topicmillSearch: { openIndex } });
