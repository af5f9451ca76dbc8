export { type DocsWatch, watchDocs } from './watch-docs.js';
export type { TopicEvent, WatchEvent } from './watch-event.js';
