import { expect } from 'vitest';
import type { ChunkedDocument, ChunkRecord } from '../../src/index.js';

/** What the invariants need to know of how the records were made. */
export interface Made {
  readonly text: string;
  /** Where the body starts, after byte order mark and front matter. */
  readonly bodyOffset: number;
  readonly minTokens: number;
  readonly maxTokens: number;
  readonly count: (text: string) => number;
}

/** Checks what is true of the records of every document. */
export function expectInvariants({ chunks, dropped }: ChunkedDocument, made: Made): void {
  expectRanges(chunks, dropped, made);
  for (const record of chunks) expectLimits(record, chunks.length + dropped.length, made);
  expectChain(chunks);
}

function expectRanges(chunks: readonly ChunkRecord[], dropped: ChunkedDocument['dropped'], made: Made): void {
  const { text, bodyOffset } = made;
  const ranges = [...chunks.map(({ sourcePosition }) => sourcePosition), ...dropped].sort(
    (a, b) => a.charStart - b.charStart,
  );
  let end = bodyOffset;
  for (const { charStart, charEnd } of ranges) {
    expect(text.slice(end, charStart).trim()).toBe('');
    expect(charStart).toBeGreaterThanOrEqual(end);
    expect(charEnd).toBeGreaterThan(charStart);
    end = charEnd;
  }
  expect(text.slice(end).trim()).toBe('');
  const starts = chunks.map(({ sourcePosition }) => sourcePosition.charStart);
  expect(starts).toEqual([...starts].sort((a, b) => a - b));
  for (const { originalText, sourcePosition } of chunks) {
    const own = text.slice(sourcePosition.charStart, sourcePosition.charEnd).replace(/\r\n?/g, '\n');
    expect(originalText).toContain(own);
    expect(sourcePosition.totalChars).toBe(text.length);
  }
}

function expectLimits(record: ChunkRecord, chunkCount: number, { count, minTokens, maxTokens }: Made): void {
  const { embedText, originalText, tokenStats } = record;
  expect(tokenStats.tokens).toBe(count(originalText));
  expect(tokenStats.estimatedTokens).toBe(Math.ceil(originalText.length / 4));
  expect(count(embedText)).toBeLessThanOrEqual(maxTokens);
  if (chunkCount > 1) expect(tokenStats.tokens).toBeGreaterThanOrEqual(minTokens);
  expect(embedText.endsWith(originalText)).toBe(true);
}

function expectChain(chunks: readonly ChunkRecord[]): void {
  chunks.forEach((record, i) => {
    expect(record.chunkNumber).toBe(i);
    expect(record.id).toBe(`${record.parentId}::ch${i}`);
    expect(record.prevId).toBe(chunks[i - 1]?.id ?? null);
    expect(record.nextId).toBe(chunks[i + 1]?.id ?? null);
  });
}
