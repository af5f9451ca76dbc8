declare module 'negotiator' {
  export class Negotiator {
    constructor(request: { readonly headers: Readonly<Record<string, string | readonly string[] | undefined>> });
    /** The encodings that a client takes of those on offer, the best first; `preferred` decides between equals. */
    encodings(available: readonly string[], options: { readonly preferred: readonly string[] }): string[];
  }
}
