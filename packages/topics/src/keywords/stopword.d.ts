/** The part of the library that is used: its lists, named by ISO 639-3 code, beside functions and two mixed lists. */
declare module 'stopword' {
  export const eng: string[];
}
