export { SearchStore, type StoredIndex } from './open-search-store.js';
export { isSoundSegmentFile } from './segment-file.js';
export { outdateSearchStore, storedFiles } from './store-manifest.js';
export { SearchStoreUpdate, updateSearchStore } from './update-search-store.js';
