/**
 * What a search goes by. `prompts` falls back to `hybrid` when no prompt is near, `vectors` to `bm25` where there are no
 * vectors or no embedder.
 */
export type SearchMode = 'hybrid' | 'bm25' | 'vectors' | 'prompts';
