import { splitFrontMatter } from '@topicmill/text/markdown';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { structuralStrategy } from '../../src/index.js';
import { markdownDocument } from './generated-documents.js';
import { options, tokenCounter, words } from './staged.js';

const strategy = structuralStrategy(options);
const document = (text: string) => ({ text, file: 'guide.md', fileTitle: 'Guide' });

test('its key contains the sizes, and what differs from the defaults', () => {
  expect(strategy.getCacheKey()).toBe('structural-64-400-512-2s');
  const counter = { ...tokenCounter, name: 'words' };
  const other = { ...options, breadcrumbMode: 'always', tokenCounter: counter } as const;
  expect(structuralStrategy(other).getCacheKey()).toBe('structural-64-400-512-2s-words-always');
});

test.each([
  ['a minimum that leaves no room', { minTokens: 200 }],
  ['a target over the maximum', { targetTokens: 513 }],
  ['a fraction', { overlapSentences: 1.5 }],
])('%s is an error', (_, changes) => {
  expect(() => structuralStrategy({ ...options, ...changes })).toThrow(
    expect.objectContaining({ code: 'INVALID_OPTION' }),
  );
});

test('an empty document is an error', () => {
  expect(() => strategy.chunk(document('---\na: 1\n---\n\n'))).toThrow(
    expect.objectContaining({ code: 'EMPTY_DOCUMENT', line: 4 }),
  );
});

test('chunks joined are the body', () => {
  fc.assert(
    fc.property(markdownDocument, (text) => {
      const { bodyOffset } = splitFrontMatter(text);
      fc.pre(text.slice(bodyOffset).trim() !== '');
      const { chunks } = strategy.chunk(document(text));
      expect(chunks.map(({ index }) => index)).toEqual(chunks.map((_, i) => i));
      expect(chunks.map((chunk) => text.slice(chunk.startOffset, chunk.endOffset)).join('')).toBe(
        text.slice(bodyOffset),
      );
      for (const { startByte, startOffset } of chunks) {
        expect(startByte).toBe(Buffer.byteLength(text.slice(0, startOffset)));
      }
    }),
    { numRuns: 60 },
  );
});

test('a chunk knows its parents, title, lines and size', () => {
  const text = `# A\n\n## B\n\n${words(390)}\n\n### C\n\n${words(390)}\n`;
  const [first, second] = strategy.chunk(document(text)).chunks;
  expect(first).toMatchObject({ parents: [], title: 'B', startLine: 1, endLine: 6, startReason: 'document-start' });
  expect(second).toMatchObject({
    parents: [
      { level: 1, text: 'A' },
      { level: 2, text: 'B' },
    ],
    title: 'C',
    startLine: 7,
    endLine: 9,
    startReason: 'heading',
    tokenCount: tokenCounter.count(text.slice(text.indexOf('### C'))),
  });
});
