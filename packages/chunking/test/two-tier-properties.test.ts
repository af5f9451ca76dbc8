import { loadTokenCounter } from '@topicmill/text/tokens';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type BookChunks, type BookRecord, type TwoTierOptions, twoTierStrategy } from '../src/index.js';
import { type GeneratedBook, markdownBook, plainBook } from './generated-book.js';

const counters = [
  await loadTokenCounter('wordpiece'),
  await loadTokenCounter('wordpiece-estimate'),
  await loadTokenCounter('cl100k_base'),
];

const options = fc
  .record({
    section: fc.integer({ min: 40, max: 160 }),
    snippet: fc.integer({ min: 20, max: 60 }),
    sectionOverlap: fc.integer({ min: 0, max: 24 }),
    snippetOverlap: fc.integer({ min: 0, max: 4 }),
    tokenCounter: fc.constantFrom(...counters),
    boilerplate: fc.constantFrom('auto' as const, 'keep' as const, 'drop' as const),
    headings: fc.constantFrom('auto' as const, 'auto' as const, 'markdown' as const, 'plain' as const),
  })
  .map(
    ({ section, snippet, sectionOverlap, snippetOverlap, ...rest }): TwoTierOptions => ({
      sectionTokens: section,
      sectionOverlap,
      snippetTokens: snippet,
      snippetOverlap,
      ...rest,
    }),
  );
const book = fc.oneof(markdownBook, plainBook);

function chunk(text: string, settings: TwoTierOptions): BookChunks {
  return twoTierStrategy(settings).chunk({ text, file: 'book.md', docId: 'book', title: 'A Book' });
}

function forAll(check: (chunks: BookChunks, generated: GeneratedBook, settings: TwoTierOptions) => void): void {
  fc.assert(
    fc.property(book, options, (generated, settings) => check(chunk(generated.text, settings), generated, settings)),
  );
}

/** The slice of the source without the lines that were left out. */
function ownText(source: string, { start, end }: BookRecord, { dropped }: BookChunks): string {
  let own = '';
  let at = start;
  for (const line of dropped) {
    if (line.end <= start || line.start >= end) continue;
    own += source.slice(at, Math.max(at, line.start));
    at = Math.max(at, line.end);
  }
  return own + source.slice(at, Math.max(at, end));
}

/** Runs of lines that start and end with a pipe. */
function pipeRows(text: string): { start: number; end: number }[] {
  return [...text.matchAll(/(?:^\|.*\|\s*)+/gm)].map(({ 0: rows, index }) => ({
    start: index,
    end: index + rows.trimEnd().length,
  }));
}

function tiers({ sections, snippets }: BookChunks): (readonly BookRecord[])[] {
  return [sections, snippets];
}

describe('two tiers, whatever the book', () => {
  it('cover every character that is neither blank nor on a line left out, once, in order', () => {
    forAll((chunks, { text }) => {
      for (const records of tiers(chunks)) {
        const covered = [...chunks.dropped, ...records].map(({ start, end }) => ({ start, end }));
        let own = 0;
        for (const { start, end } of records) {
          expect(start).toBeGreaterThanOrEqual(own);
          expect(end).toBeGreaterThan(start);
          own = end;
        }
        const isCovered = new Uint8Array(text.length);
        for (const { start, end } of covered) isCovered.fill(1, start, end);
        const lost = [...text.matchAll(/\S/g)].filter(({ index }) => isCovered[index] === 0);
        expect(lost.map(({ index }) => text.slice(index, index + 40))).toEqual([]);
      }
    });
  });

  it('end with their own text, which is the slice of the source', () => {
    forAll((chunks, { text }) => {
      for (const record of tiers(chunks).flat()) {
        expect(record.text.endsWith(ownText(text, record, chunks))).toBe(true);
        expect(record.retrieval_text.endsWith(record.text)).toBe(true);
      }
    });
  });

  it('repeat only what the chunk before of the same tier ends with', () => {
    forAll((chunks, { text }, { sectionOverlap, snippetOverlap }) => {
      for (const [tier, records] of tiers(chunks).entries()) {
        const overlapTokens = tier === 0 ? sectionOverlap : snippetOverlap;
        for (const [i, record] of records.entries()) {
          const own = ownText(text, record, chunks);
          const overlap = record.text.slice(0, record.text.length - own.length).trim();
          if (overlap === '') continue;
          expect(overlapTokens).toBeGreaterThan(0);
          expect(ownText(text, records[i - 1]!, chunks).endsWith(overlap)).toBe(true);
        }
      }
    });
  });

  it('keep snippets within their section', () => {
    forAll((chunks) => {
      const sections = new Map(chunks.sections.map((section) => [section.id, section]));
      for (const { parent_id, start, end, text } of chunks.snippets) {
        const section = sections.get(parent_id!)!;
        expect(start).toBeGreaterThanOrEqual(section.start);
        expect(end).toBeLessThanOrEqual(section.end);
        expect(section.text).toContain(text);
      }
    });
  });

  it('keep the limits, the overlap counted, unless an atomic block exceeds them', () => {
    forAll((chunks, { text, atomic }, { sectionTokens, snippetTokens, tokenCounter }) => {
      for (const [tier, records] of tiers(chunks).entries()) {
        const maxTokens = tier === 0 ? sectionTokens : snippetTokens;
        for (const record of records) {
          expect(record.tokens).toBe(tokenCounter.count(record.text));
          expect(record.tokens > maxTokens).toBe(record.oversized);
          if (!record.oversized) continue;
          const blocks = atomic.length > 0 ? atomic : pipeRows(text);
          const inside = blocks.filter(({ start, end }) => start >= record.start && end <= record.end);
          expect(inside.some(({ start, end }) => tokenCounter.count(text, start, end) > maxTokens)).toBe(true);
        }
      }
    });
  });

  it('chain all records of a tier, and link parents with children', () => {
    forAll((chunks) => {
      for (const records of tiers(chunks)) {
        expect(new Set(records.map(({ id }) => id)).size).toBe(records.length);
        for (const [i, record] of records.entries()) {
          expect(record.prev_id).toBe(records[i - 1]?.id);
          expect(record.next_id).toBe(records[i + 1]?.id);
        }
      }
      const children = chunks.sections.flatMap(({ child_ids }) => child_ids);
      expect(children).toEqual(chunks.snippets.map(({ id }) => id));
      for (const { id, child_ids } of chunks.sections) {
        expect(chunks.snippets.filter(({ parent_id }) => parent_id === id).map((child) => child.id)).toEqual(child_ids);
      }
    });
  });

  it('never start, end or begin to repeat inside a fence, a table or a quote', () => {
    fc.assert(
      fc.property(markdownBook, options, ({ text, atomic }, settings) => {
        const chunks = chunk(text, { ...settings, headings: 'markdown' });
        for (const { start, end, text: shown } of tiers(chunks).flat()) {
          const shownStart = end - shown.length;
          for (const block of atomic) {
            for (const cut of [start, end, shownStart]) expect(cut > block.start && cut < block.end).toBe(false);
          }
        }
      }),
    );
  });

  it('give the page on which the own text starts', () => {
    forAll((chunks, { text }) => {
      for (const { start, page } of tiers(chunks).flat()) {
        expect(page).toBe(text.includes('\f') ? text.slice(0, start).split('\f').length : undefined);
      }
    });
  });

  it('leave out nothing when boilerplate is to be kept', () => {
    forAll((chunks, _, { boilerplate }) => {
      if (boilerplate === 'keep') expect(chunks.dropped.filter(({ kind }) => kind !== 'front-matter')).toEqual([]);
    });
  });

  it('are the same for the same book', () => {
    forAll((chunks, { text }, settings) => {
      expect(chunk(text, settings)).toEqual(chunks);
    });
  });
});
