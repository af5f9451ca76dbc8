import type { Heading } from '@topicmill/text/markdown';
import type { ParentHeading } from './chunk.js';

/** The headings that matter to one chunk. */
export interface ChunkHeadings {
  /** Those inside the chunk. */
  readonly own: readonly Heading[];
  /** All in force just before the chunk, outermost first. */
  readonly above: readonly Heading[];
  /** Those of `above` that the chunk's file repeats: of a level above its first heading, or all if it starts with text. */
  readonly parents: readonly ParentHeading[];
}

/** Finds the headings of chunks; chunks must be given in document order. */
export class HeadingWalk {
  private next = 0;
  private inForce: Heading[] = [];

  constructor(private readonly headings: readonly Heading[]) {}

  /**
   * @param firstLevel level of the heading that the chunk starts with, or 0 when it starts with text
   * @param endLine 0-based line after the chunk
   */
  take(firstLevel: number, endLine: number): ChunkHeadings {
    const above = [...this.inForce];
    const own: Heading[] = [];
    for (
      let heading = this.headings[this.next];
      heading !== undefined && heading.line < endLine;
      heading = this.headings[++this.next]
    ) {
      own.push(heading);
      this.enter(heading);
    }
    const parents = above
      .filter(({ level }) => firstLevel === 0 || level < firstLevel)
      .map(({ level, text }) => ({ level, text }));
    return { own, above, parents };
  }

  private enter(heading: Heading): void {
    this.inForce = this.inForce.filter(({ level }) => level < heading.level);
    this.inForce.push(heading);
  }
}
