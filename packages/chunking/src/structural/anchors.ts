import { slug } from 'github-slugger';

/** By character of ASCII what an anchor holds in its place; 0 for nothing. */
const IN_ANCHORS = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  return /[\w -]/.test(character) ? character.toLowerCase().replace(' ', '-').charCodeAt(0) : 0;
});
/** A longer anchor would make every record under it long. */
const MAX_LENGTH = 1000;

/**
 * Gives headings their anchors as GitHub does, each only once in a document: `setup`, `setup-1`. Of one with more than
 * 1,000 UTF-16 units the first 1,000 are given, 999 where that would halve a character.
 */
export class Anchors {
  /** How often each anchor had to be told apart. */
  private readonly given = new Map<string, number>();

  /** @param content a heading without its markdown */
  next(content: string): string {
    const plain = anchorOf(content);
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

/** github-slugger's pattern has thousands of ranges; of ASCII it keeps letters, digits, `_`, `-` and the space. */
function anchorOf(content: string): string {
  const kept = new Array<number>(content.length);
  let length = 0;
  for (let at = 0; at < content.length; at++) {
    const inAnchor = IN_ANCHORS[content.charCodeAt(at)];
    if (inAnchor === undefined) return slug(content);
    if (inAnchor > 0) kept[length++] = inAnchor;
  }
  kept.length = length;
  return String.fromCharCode(...kept);
}
