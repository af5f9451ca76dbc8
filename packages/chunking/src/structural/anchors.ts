import { githubSlug } from '@topicmill/text/slugs';

/** A longer anchor would make every record under it long. */
const MAX_LENGTH = 1000;

/**
 * Gives headings their anchors as GitHub does, each only once in a document: `setup`, `setup-1`. Of one with more than
 * 1,000 UTF-16 units the first 1,000 are given, 999 where that would halve a character.
 */
export class Anchors {
  /** How many duplicates of each anchor there were so far. */
  private readonly given = new Map<string, number>();

  /** @param content a heading without its markdown */
  next(content: string): string {
    const plain = githubSlug(content);
    let anchor = plain;
    for (let times = this.given.get(plain); times !== undefined && this.given.has(anchor); ) {
      times++;
      this.given.set(plain, times);
      anchor = `${plain}-${times}`;
    }
    this.given.set(anchor, 0);
    return anchor.length <= MAX_LENGTH ? anchor : anchor.slice(0, MAX_LENGTH).replace(/[\ud800-\udbff]$/, '');
  }
}
