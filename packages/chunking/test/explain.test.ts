import { splitFrontMatter } from '@topicmill/text/markdown';
import { loadTokenCounter } from '@topicmill/text/tokens';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type ChunkingExplanation,
  chunkSync,
  DEFAULT_STRUCTURAL_OPTIONS,
  DEFAULT_TWO_TIER_OPTIONS,
  type ExplainedChunk,
  explainChunks,
  readSemanticKey,
  type SemanticOptions,
  type StructuralOptions,
  semanticStrategy,
  sharedRows,
  sharedStarts,
  type TwoTierOptions,
  twoTierStrategy,
} from '../src/index.js';
import { markdownBook, plainBook } from './generated-book.js';
import { markdownDocument } from './structural/generated-documents.js';

const cl100k = await loadTokenCounter('cl100k_base');
const words = await loadTokenCounter('words');
const written = markdownDocument.filter((text) => text.slice(splitFrontMatter(text).bodyOffset).trim() !== '');

const semantic: SemanticOptions = {
  minTokens: 25,
  maxTokens: 75,
  tail: 'merge',
  sections: 'joined',
  tokenCounter: words,
};
const structural: StructuralOptions = { ...DEFAULT_STRUCTURAL_OPTIONS, tokenCounter: cl100k };
const twoTier: TwoTierOptions = {
  ...DEFAULT_TWO_TIER_OPTIONS,
  sections: { maxTokens: 120, overlapTokens: 20 },
  snippets: { maxTokens: 40, overlapTokens: 8 },
  tokenCounter: words,
};

function documentOf(text: string) {
  return { text, file: 'guide.md', fileTitle: 'Guide' };
}

function ranges(chunks: readonly ExplainedChunk[]): [number, number][] {
  return chunks.map(({ startOffset, endOffset }) => [startOffset, endOffset]);
}

function expectWhole({ chunks }: ChunkingExplanation): void {
  for (const [i, chunk] of chunks.entries()) {
    expect(chunk.sizes.reduce((total, { tokenCount }) => total + tokenCount, 0)).toBe(chunk.tokenCount);
    expect(chunk.endLine).toBeGreaterThanOrEqual(chunk.startLine);
    const next = chunks.slice(i + 1).find(({ tier }) => tier === chunk.tier);
    if (next !== undefined && next.parentIndex === chunk.parentIndex) expect(chunk.end).toBe(next.start);
    for (const { reason } of [chunk.start, chunk.end]) expect(reason).not.toMatch(/undefined|NaN|Infinity/);
  }
}

describe('an explanation of semantic chunks', () => {
  it('is about the chunks that the strategy makes, and repeats its rules', () => {
    fc.assert(
      fc.property(written, fc.constantFrom('merge', 'keep', 'drop'), (text, tail) => {
        const options: SemanticOptions = { ...semantic, tail };
        const { chunks } = semanticStrategy(options).chunk(documentOf(text));
        const explanation = explainChunks(documentOf(text), { strategy: 'semantic', options });
        expectWhole(explanation);
        expect(ranges(explanation.chunks)).toEqual(ranges(chunks as unknown as ExplainedChunk[]));
        expect(explanation.chunks.map(({ start }) => start.rule)).toEqual(chunks.map((chunk) => chunk.startReason));
        expect(explanation.chunks.map(({ startLine, endLine }) => [startLine, endLine])).toEqual(
          chunks.map(({ startLine, endLine }) => [startLine, endLine]),
        );
      }),
    );
  });

  it('gives figures that meet the rule', () => {
    fc.assert(
      fc.property(written, (text) => {
        const { chunks } = explainChunks(documentOf(text), { strategy: 'semantic', options: semantic });
        for (const { start } of chunks) {
          const { chunkTokens, minTokens, halfWayTokens, nextTokens, maxTokens } = start.figures;
          if (start.rule === 'heading') expect(chunkTokens).toBeGreaterThanOrEqual(minTokens!);
          if (start.rule === 'deeper-heading') expect(chunkTokens).toBeGreaterThanOrEqual(halfWayTokens!);
          if (start.rule.endsWith('over-maximum')) expect(chunkTokens! + nextTokens!).toBeGreaterThan(maxTokens!);
        }
      }),
    );
  });

  it('says what happened to a small last chunk', () => {
    const text = `# A\n\n${'word '.repeat(40)}\n\n# B\n\n${'word '.repeat(40)}\n\n# C\n\nshort\n`;
    const explained = (tail: SemanticOptions['tail']) =>
      explainChunks(documentOf(text), { strategy: 'semantic', options: { ...semantic, tail } });
    expect(
      explained('merge')
        .chunks.at(-1)
        ?.flags.map(({ name }) => name),
    ).toEqual(['tail merged']);
    expect(
      explained('keep')
        .chunks.at(-1)
        ?.flags.map(({ name }) => name),
    ).toEqual(['under minimum']);
    const dropped = explained('drop');
    expect(dropped.chunks.at(-1)?.end.rule).toBe('tail-dropped');
    expect(dropped.leftOut).toEqual([
      { kind: 'dropped tail', startOffset: text.indexOf('# C'), endOffset: text.length },
    ]);
  });
});

describe('an explanation of structural chunks', () => {
  it('is about the chunks that become records and those that are left out', () => {
    fc.assert(
      fc.property(markdownDocument, (text) => {
        const { chunks, dropped } = chunkSync(text, { fileTitle: 'Guide', filePath: 'guide.md', tokenCounter: cl100k });
        const explanation = explainChunks(documentOf(text), { strategy: 'structural', options: structural });
        expectWhole(explanation);
        const made = [...chunks.map(({ sourcePosition }) => sourcePosition), ...dropped]
          .sort((a, b) => a.charStart - b.charStart)
          .map(({ charStart, charEnd }) => [charStart, charEnd]);
        expect(ranges(explanation.chunks)).toEqual(made);
        const left = explanation.chunks.filter(({ flags }) => flags.some(({ name }) => name === 'left out'));
        expect(left).toHaveLength(dropped.length);
        const kept = explanation.chunks.filter((chunk) => !left.includes(chunk));
        expect(kept.map(({ tokenCount }) => tokenCount)).toEqual(
          chunks.map(({ embedText }) => cl100k.count(embedText)),
        );
        expect(kept.map(({ headingPath }) => headingPath)).toEqual(chunks.map(({ headerPath }) => headerPath));
      }),
      { numRuns: 40 },
    );
  });

  it('finds no grouping cheaper than the one that was chosen', () => {
    fc.assert(
      fc.property(markdownDocument, (text) => {
        const { chunks } = explainChunks(documentOf(text), { strategy: 'structural', options: structural });
        for (const { start } of chunks) expect(start.figures['extraCost'] ?? 0).toBeGreaterThan(-1e-6);
      }),
      { numRuns: 40 },
    );
  });

  it('names what a chunk begins at, and why not elsewhere', () => {
    const sentence = 'One sentence follows another here. ';
    const reasons = (between: string, count = 42) => {
      const text = `# A\n\n${sentence.repeat(count)}${between}${sentence.repeat(count)}\n`;
      const { chunks } = explainChunks(documentOf(text), { strategy: 'structural', options: structural });
      return chunks
        .slice(1)
        .map(({ start }) => `${start.rule}: ${start.reason}`.replace(/costs \d+\.\d\d/g, 'costs …'));
    };
    expect(reasons('\n\n')).toEqual([
      'block: Between two blocks, where a break costs …. Without it a chunk would have 509 tokens, and the room that its prefix leaves is 504.',
    ]);
    expect(reasons('\n\n', 60)).toEqual([
      'block: Between two blocks, where a break costs …. The best grouping without it has a chunk of 368 tokens here and costs … more.',
    ]);
    expect(reasons('\n\n# B\n\n')).toEqual([
      'heading: Before an H1, where a break costs …. The best grouping without it has a chunk of 259 tokens here and costs … more.',
    ]);
  });
});

it('says of two structural chunks that they cannot be one', () => {
  const code = `\`\`\`\n${'a = 1\n'.repeat(100)}\`\`\`\n\n`;
  const { chunks } = explainChunks(documentOf(code + code), { strategy: 'structural', options: structural });
  expect(chunks[1]!.start.reason).toBe(
    'Before code, a table, a list or a quote, where a break costs 0.50. The text on both sides does not fit into one chunk.',
  );
});

it('says that a structural chunk begins where the subject changes', () => {
  const sea = 'The harbour keeps its boats in winter. Boats leave the harbour with the tide. '.repeat(16);
  const oven = 'Bread rises while the oven gets hot. The oven bakes the bread until it is brown. '.repeat(14);
  const { chunks } = explainChunks(documentOf(sea + oven), { strategy: 'structural', options: structural });
  expect(chunks[1]!.start.reason).toMatch(
    /^Between two sentences of a paragraph, where a break costs -?\d\.\d\d, \d\.\d\d less than elsewhere since the subject changes\./,
  );
});

describe('an explanation of two tiers', () => {
  it('is about the sections and snippets that the strategy makes', () => {
    fc.assert(
      fc.property(fc.oneof(markdownBook, plainBook), ({ text }) => {
        const { sections, snippets, dropped } = twoTierStrategy(twoTier).chunk({
          ...documentOf(text),
          docId: 'guide',
          title: 'Guide',
        });
        const explanation = explainChunks(documentOf(text), { strategy: 'two-tier', options: twoTier });
        expectWhole(explanation);
        for (const [tier, records] of [['section', sections] as const, ['snippet', snippets] as const]) {
          const explained = explanation.chunks.filter((chunk) => chunk.tier === tier);
          expect(ranges(explained)).toEqual(records.map(({ start, end }) => [start, end]));
          expect(explained.map(({ tokenCount }) => tokenCount)).toEqual(records.map(({ tokens }) => tokens));
          expect(explained.map(({ index }) => index)).toEqual(records.map((_, i) => i));
        }
        expect(explanation.leftOut).toHaveLength(dropped.length);
      }),
    );
  });

  it('gives figures that meet the rule', () => {
    fc.assert(
      fc.property(markdownBook, ({ text }) => {
        const { chunks } = explainChunks(documentOf(text), { strategy: 'two-tier', options: twoTier });
        for (const { start } of chunks) {
          const { filledTokens, nextTokens, maxTokens } = start.figures;
          if (start.rule === 'limit') expect(filledTokens! + nextTokens!).toBeGreaterThan(maxTokens!);
        }
      }),
    );
  });
});

it('counts the starts that two strategies share, white space aside', () => {
  const text = '# A\n\ntext\n\n\n# B\n\ntext\n';
  const chunkAt = (startOffset: number) => ({ tier: 'chunk', startOffset }) as ExplainedChunk;
  const explanationOf = (starts: number[]) => ({ chunks: starts.map(chunkAt) }) as unknown as ChunkingExplanation;
  const at = text.indexOf('# B');
  expect(sharedStarts(text, explanationOf([0, at - 2]), explanationOf([0, 5, at]))).toEqual({
    sharedCount: 2,
    counts: [2, 3],
  });
});

describe('two explanations side by side', () => {
  it('have all chunks in order, and begin a row where both begin a chunk', () => {
    fc.assert(
      fc.property(written, (text) => {
        const document = { text, file: 'a.md', fileTitle: 'A' };
        const explanations = [
          explainChunks(document, { strategy: 'semantic', options: semantic }),
          explainChunks(document, { strategy: 'two-tier', options: { tokenCounter: words } }),
        ];
        const rows = sharedRows(text, explanations);
        for (const [at, { chunks }] of explanations.entries()) {
          expect(rows.flatMap((row) => row[at]!)).toEqual(chunks.filter(({ tier }) => tier !== 'section'));
        }
        const { sharedCount } = sharedStarts(text, explanations[0]!, explanations[1]!);
        expect(rows).toHaveLength(Math.max(1, sharedCount));
        const firstLetters = (row: (typeof rows)[number]) =>
          row.map(([first]) => text.slice(first!.startOffset).search(/\S/) + first!.startOffset);
        for (const row of rows.slice(1)) expect(new Set(firstLetters(row)).size).toBe(1);
      }),
      { numRuns: 50 },
    );
  });
});

describe('a key of semantic', () => {
  it('names the options that made it', () => {
    const options = fc.record({
      minTokens: fc.nat({ max: 500 }),
      maxTokens: fc.integer({ min: 501, max: 2000 }),
      tail: fc.constantFrom('merge' as const, 'keep' as const, 'drop' as const),
      sections: fc.constantFrom('joined' as const, 'apart' as const),
      tokenCounter: fc.constantFrom(cl100k, words),
    });
    fc.assert(
      fc.property(options, (given) => {
        const key = semanticStrategy(given).getCacheKey();
        const { tokenCounter, ...read } = readSemanticKey(key)!;
        const counter = [cl100k, words].find(({ name }) => name === tokenCounter)!;
        expect(semanticStrategy({ ...read, tokenCounter: counter }).getCacheKey()).toBe(key);
        if (given.sections === 'joined') expect({ ...read, tokenCounter: counter }).toEqual(given);
      }),
    );
  });

  it.each(['structural-64-400-512-2s', 'semantic-250', 'semantic-250-750-mine', ''])('is not %j', (key) => {
    expect(readSemanticKey(key)).toBeUndefined();
  });
});
