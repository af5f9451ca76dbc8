import type { OptionValues } from '@topicmill/base/options';
import { splitFrontMatter } from '@topicmill/text/markdown';
import { loadTokenCounter } from '@topicmill/text/tokens';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type ChunkingExplanation,
  chunkSync,
  DEFAULT_TWO_TIER_OPTIONS,
  type ExplainedChunk,
  explainChunks,
  loadStrategy,
  readKey,
  type SemanticOptions,
  type StructuralOptions,
  semanticStrategy,
  sharedRows,
  sharedStarts,
  strategyNamed,
  type TwoTierOptions,
  twoTierStrategy,
} from '../src/index.js';
import { DEFAULT_STRUCTURAL_OPTIONS } from '../src/structural/structural.js';
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
  sectionTokens: 120,
  sectionOverlap: 20,
  snippetTokens: 40,
  snippetOverlap: 8,
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
  it('is about the chunks that the strategy makes, and repeats its rules', async () => {
    await fc.assert(
      fc.asyncProperty(written, fc.constantFrom('merge', 'keep', 'drop'), async (text, tail) => {
        const options: SemanticOptions = { ...semantic, tail };
        const { chunks } = semanticStrategy(options).chunk(documentOf(text));
        const explanation = await explainChunks(documentOf(text), { strategy: 'semantic', options });
        expectWhole(explanation);
        expect(ranges(explanation.chunks)).toEqual(ranges(chunks as unknown as ExplainedChunk[]));
        expect(explanation.chunks.map(({ start }) => start.rule)).toEqual(chunks.map((chunk) => chunk.startReason));
        expect(explanation.chunks.map(({ startLine, endLine }) => [startLine, endLine])).toEqual(
          chunks.map(({ startLine, endLine }) => [startLine, endLine]),
        );
      }),
    );
  });

  it('gives figures that meet the rule', async () => {
    await fc.assert(
      fc.asyncProperty(written, async (text) => {
        const { chunks } = await explainChunks(documentOf(text), { strategy: 'semantic', options: semantic });
        for (const { start } of chunks) {
          const { chunkTokens, minTokens, halfWayTokens, nextTokens, maxTokens } = start.figures;
          if (start.rule === 'heading') expect(chunkTokens).toBeGreaterThanOrEqual(minTokens!);
          if (start.rule === 'deeper-heading') expect(chunkTokens).toBeGreaterThanOrEqual(halfWayTokens!);
          if (start.rule.endsWith('over-maximum')) expect(chunkTokens! + nextTokens!).toBeGreaterThan(maxTokens!);
        }
      }),
    );
  });

  it('says what happened to a small last chunk', async () => {
    const text = `# A\n\n${'word '.repeat(40)}\n\n# B\n\n${'word '.repeat(40)}\n\n# C\n\nshort\n`;
    const explained = (tail: SemanticOptions['tail']) =>
      explainChunks(documentOf(text), { strategy: 'semantic', options: { ...semantic, tail } });
    expect((await explained('merge')).chunks.at(-1)?.flags.map(({ name }) => name)).toEqual(['tail merged']);
    expect((await explained('keep')).chunks.at(-1)?.flags.map(({ name }) => name)).toEqual(['under minimum']);
    const dropped = await explained('drop');
    expect(dropped.chunks.at(-1)?.end.rule).toBe('tail-dropped');
    expect(dropped.leftOut).toEqual([
      { kind: 'dropped tail', startOffset: text.indexOf('# C'), endOffset: text.length },
    ]);
  });
});

describe('an explanation of structural chunks', () => {
  it('is about the chunks that become records and those that are left out', async () => {
    await fc.assert(
      fc.asyncProperty(markdownDocument, async (text) => {
        const { chunks, dropped } = chunkSync(text, { fileTitle: 'Guide', filePath: 'guide.md', tokenCounter: cl100k });
        const explanation = await explainChunks(documentOf(text), { strategy: 'structural', options: structural });
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

  it('finds no grouping cheaper than the one that was chosen', async () => {
    await fc.assert(
      fc.asyncProperty(markdownDocument, async (text) => {
        const { chunks } = await explainChunks(documentOf(text), { strategy: 'structural', options: structural });
        for (const { start } of chunks) expect(start.figures['extraCost'] ?? 0).toBeGreaterThan(-1e-6);
      }),
      { numRuns: 40 },
    );
  });

  it('names what a chunk begins at, and why not elsewhere', async () => {
    const sentence = 'One sentence follows another here. ';
    const reasons = async (between: string, count = 42) => {
      const text = `# A\n\n${sentence.repeat(count)}${between}${sentence.repeat(count)}\n`;
      const { chunks } = await explainChunks(documentOf(text), { strategy: 'structural', options: structural });
      return chunks
        .slice(1)
        .map(({ start }) => `${start.rule}: ${start.reason}`.replace(/costs \d+\.\d\d/g, 'costs …'));
    };
    expect(await reasons('\n\n')).toEqual([
      'block: Between two blocks, where a break costs …. Without it a chunk would have 509 tokens, and the room that its prefix leaves is 504.',
    ]);
    expect(await reasons('\n\n', 60)).toEqual([
      'block: Between two blocks, where a break costs …. The best grouping without it has a chunk of 368 tokens here and costs … more.',
    ]);
    expect(await reasons('\n\n# B\n\n')).toEqual([
      'heading: Before an H1, where a break costs …. The best grouping without it has a chunk of 259 tokens here and costs … more.',
    ]);
  });
});

it('says of two structural chunks that they cannot be one', async () => {
  const code = `\`\`\`\n${'a = 1\n'.repeat(100)}\`\`\`\n\n`;
  const { chunks } = await explainChunks(documentOf(code + code), { strategy: 'structural', options: structural });
  expect(chunks[1]!.start.reason).toBe(
    'Before code, a table, a list or a quote, where a break costs 0.50. The text on both sides does not fit into one chunk.',
  );
});

it('says that a structural chunk begins where the subject changes', async () => {
  const sea = 'The harbour keeps its boats in winter. Boats leave the harbour with the tide. '.repeat(16);
  const oven = 'Bread rises while the oven gets hot. The oven bakes the bread until it is brown. '.repeat(14);
  const { chunks } = await explainChunks(documentOf(sea + oven), { strategy: 'structural', options: structural });
  expect(chunks[1]!.start.reason).toMatch(
    /^Between two sentences of a paragraph, where a break costs -?\d\.\d\d, \d\.\d\d less than elsewhere since the subject changes\./,
  );
});

describe('an explanation of two tiers', () => {
  it('is about the sections and snippets that the strategy makes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(markdownBook, plainBook), async ({ text }) => {
        const { sections, snippets, dropped } = twoTierStrategy(twoTier).chunk({
          ...documentOf(text),
          docId: 'guide',
          title: 'Guide',
        });
        const explanation = await explainChunks(documentOf(text), { strategy: 'two-tier', options: twoTier });
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

  it('gives figures that meet the rule', async () => {
    await fc.assert(
      fc.asyncProperty(markdownBook, async ({ text }) => {
        const { chunks } = await explainChunks(documentOf(text), { strategy: 'two-tier', options: twoTier });
        for (const { start } of chunks) {
          const { filledTokens, nextTokens, maxTokens } = start.figures;
          if (start.rule === 'limit') expect(filledTokens! + nextTokens!).toBeGreaterThan(maxTokens!);
        }
      }),
    );
  });
});

it('counts the starts that two strategies share, white space aside', async () => {
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
  it('have all chunks in order, and begin a row where both begin a chunk', async () => {
    await fc.assert(
      fc.asyncProperty(written, async (text) => {
        const document = { text, file: 'a.md', fileTitle: 'A' };
        const explanations = [
          await explainChunks(document, { strategy: 'semantic', options: semantic }),
          await explainChunks(document, { strategy: 'two-tier', options: { tokenCounter: words } }),
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

describe('a key', () => {
  const size = (min: number, max: number) => fc.integer({ min, max });
  const counter = fc.constantFrom('words', 'cl100k_base', 'wordpiece');
  it.each([
    ['semantic', { minTokens: size(0, 500), maxTokens: size(501, 2000) }],
    ['structural', { minTokens: size(0, 60), targetTokens: size(60, 300), maxTokens: size(300, 900) }],
    ['two-tier', { sectionTokens: size(200, 3000), snippetTokens: size(200, 900), snippetOverlap: size(0, 100) }],
  ] as const)('of %s names the options that made it', async (name, sizes) => {
    const strategy = strategyNamed(name);
    const choices = Object.entries(strategy.options).flatMap(([option, declared]) =>
      declared.kind === 'choice' && option !== 'tokenCounter' ? [[option, fc.constantFrom(...declared.values)]] : [],
    );
    const options: fc.Arbitrary<OptionValues> = fc.record({
      ...sizes,
      ...Object.fromEntries(choices),
      tokenCounter: counter,
    } as never);
    await fc.assert(
      fc.asyncProperty(options, async (given) => {
        const made = (await loadStrategy(name, given)).getCacheKey();
        const read = readKey(made)!;
        expect(read.strategy).toBe(name);
        expect((await loadStrategy(read.strategy, read.options)).getCacheKey()).toBe(made);
        if (given['sections'] !== 'apart') expect(read.options).toMatchObject(given);
      }),
    );
  });

  it.each(['semantic-250', 'semantic-250-750-mine', 'structural-64-400-512', 'two-tier-1-2-3', ''])(
    'is not %j',
    (key) => {
      expect(readKey(key)).toBeUndefined();
    },
  );
});
