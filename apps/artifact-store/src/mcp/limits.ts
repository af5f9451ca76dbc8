/** Bytes, as UTF-8, of a text or file that a client hands in. */
export const MAX_CONTENT_BYTES = 4 * 1024 * 1024;
/** Bytes of a request over HTTP: JSON may write a byte of text as `\u0000`. */
export const MAX_BODY_BYTES = 6 * MAX_CONTENT_BYTES + 64 * 1024;
/** UTF-16 units of stored text in one answer. */
export const MAX_ANSWER_LENGTH = 100_000;
/** UTF-16 units of a query, id, title or path. */
export const MAX_FIELD_LENGTH = 2000;
export const MAX_RESULTS = 20;
/** Further facts that a client gives an artifact. */
export const MAX_ATTRIBUTES = 64;
export const MAX_NEIGHBORS = 3;
/** Artifacts in one page of a list. */
export const LIST_PAGE_SIZE = 100;
