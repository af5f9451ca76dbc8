import GithubSlugger from 'github-slugger';

/** GitHub's slugs of headings in one document: of equal ones, the second ends with `-1`, and so on. */
export class NumberedSlugs {
  private readonly slugger = new GithubSlugger();

  /** Keeps an id that the document itself gives from being used for a heading. */
  reserve(id: string): void {
    this.slugger.occurrences[id] ??= 0;
  }

  /** @param text a heading as its readers see it, in document order */
  slugOf(text: string): string {
    return this.slugger.slug(text);
  }
}
