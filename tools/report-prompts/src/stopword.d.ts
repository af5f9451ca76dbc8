/** The part of the library that is used. */
declare module 'stopword' {
  export const eng: string[];
}
