import type { TermPostings } from '../search-index/postings.js';

/** Documents that are kept with their impacts, of all terms together: five bytes each. */
const MAX_DOCUMENTS = 2_000_000;

/** The postings of the terms that were asked for last: queries have many words in common. */
export class KnownPostings {
  private readonly known = new Map<string, TermPostings | undefined>();
  private size = 0;

  async of(term: string, read: () => Promise<TermPostings | undefined>): Promise<TermPostings | undefined> {
    if (this.known.has(term)) {
      const postings = this.known.get(term);
      this.known.delete(term);
      this.known.set(term, postings);
      return postings;
    }
    const postings = await read();
    if (!this.known.has(term)) this.size += sizeOf(postings);
    this.known.set(term, postings);
    for (const [oldest, own] of this.known) {
      if (this.size <= MAX_DOCUMENTS) break;
      this.known.delete(oldest);
      this.size -= sizeOf(own);
    }
    return postings;
  }
}

/** Documents of a term, and one more, so that terms that are nowhere do not gather without end. */
function sizeOf(postings: TermPostings | undefined): number {
  if (postings === undefined) return 1;
  const { chunks, titles, descriptions, questions } = postings;
  return [chunks, titles, descriptions, questions].reduce((sum, { documents }) => sum + documents.length, 1);
}
