/** Rises with every change that gives some text different terms, counts or scores, so that cached ones are recomputed. */
export const TERMS_VERSION = 5;
