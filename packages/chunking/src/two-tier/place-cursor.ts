import { type KeptText, sourceMover } from './kept-text.js';

/** Where a chunk is in the book as read. */
export interface Place {
  /** UTF-16 offsets. */
  readonly start: number;
  readonly end: number;
  /** 1-based; missing in a book without form feeds. */
  readonly page?: number;
}

/** Finds the places of ranges of the kept text that follow each other. */
export class PlaceCursor {
  private readonly sourceOffset: (offset: number) => number;
  private feedCount = 0;

  constructor(
    kept: KeptText,
    private readonly formFeeds: readonly number[],
  ) {
    this.sourceOffset = sourceMover(kept);
  }

  /** @param end not below the end asked for before */
  place(keptStart: number, keptEnd: number): Place {
    const start = this.sourceOffset(keptStart);
    const end = this.sourceOffset(keptEnd - 1) + 1;
    if (this.formFeeds.length === 0) return { start, end };
    while (this.feedCount < this.formFeeds.length && this.formFeeds[this.feedCount]! < start) this.feedCount++;
    return { start, end, page: this.feedCount + 1 };
  }
}
