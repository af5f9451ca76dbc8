import { eng } from 'stopword';

/** The library's English list as it is: what a search leaves out. Apart from the other lists, which a browser need not load. */
export const SHORT_ENGLISH_LIST: readonly string[] = eng;
