/** What one answer may contain, so that no client is flooded. */
export const MAX_RESULTS = 20;
/** Tokens by `cl100k_base` of all texts of one answer. */
export const MAX_ANSWER_TOKENS = 20_000;
export const DEFAULT_ANSWER_TOKENS = 4000;
/** A context that says that nothing fits takes less, in each form and by each tokenizer. */
export const MIN_CONTEXT_TOKENS = 32;
/** Topics in one page of a list, of a tool or of resources. */
export const LIST_PAGE_SIZE = 100;
/** Bytes of a reference that is returned whole. */
export const MAX_RESOURCE_BYTES = 400_000;
/** UTF-16 units of a query. */
export const MAX_QUERY_LENGTH = 1000;
