/** Rises with every change after which some text has other terms, counts or scores, so that kept ones are made anew. */
export const TERMS_VERSION = 5;
