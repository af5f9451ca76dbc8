/** The library's lists are named by ISO 639-3 code; it also exports functions and two lists of mixed languages. */
declare module 'stopword' {
  export const eng: string[];
}
