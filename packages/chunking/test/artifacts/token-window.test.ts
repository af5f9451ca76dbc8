import { createHash } from 'node:crypto';
import { loadTokenLocator, type TokenLocator } from '@topicmill/text/tokens';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { chunkTokenWindow } from '../../src/artifacts/split-artifact.js';
import {
  type ArtifactPiece,
  type ArtifactSizes,
  artifactChunkId,
  checkArtifactSizes,
  DEFAULT_ARTIFACT_SIZES,
  joinWithBoundaries,
  mergeOverlaps,
} from '../../src/index.js';
import { ARTIFACT_TEXT, expectFaithful } from './artifact-texts.js';

let tokens: TokenLocator;
beforeAll(async () => {
  tokens = await loadTokenLocator('cl100k_base');
});

const split = (text: string, sizes: ArtifactSizes = DEFAULT_ARTIFACT_SIZES) => chunkTokenWindow(text, sizes, tokens);

/** A text of this many tokens: each word is one. */
const textOf = (tokenCount: number) => ' the'.repeat(tokenCount);

const idsOf = (text: string, chunks: readonly ArtifactPiece[]) =>
  chunks.map(({ index, startChar, endChar }) => {
    const hash = createHash('sha256').update(text.slice(startChar, endChar)).digest('hex');
    return artifactChunkId('art_9f2ca8b1', index, hash);
  });

describe('the threshold', () => {
  test.each([0, 1, 1199, 1200])('%i tokens stay whole', (tokenCount) => {
    expect(split(textOf(tokenCount))).toEqual({ tokenCount, strategy: 'whole', chunks: [] });
  });

  test('1201 tokens are split into two windows', () => {
    expect(split(textOf(1201))).toEqual({
      tokenCount: 1201,
      strategy: 'token-window',
      chunks: [
        { index: 0, startChar: 0, endChar: 3600, tokenCount: 900 },
        { index: 1, startChar: 3200, endChar: 4804, tokenCount: 401 },
      ],
    });
  });
});

test('the last 100 tokens of a window are the first 100 of the next', () => {
  const words = Array.from({ length: 4000 }, (_, i) => ` ${'abcdefgh'[i % 8]}${i}`).join('');
  const { chunks, tokenCount } = split(words);
  const starts = tokens.locate(words, new Array(tokenCount).keys()).offsets;
  expect(chunks.length).toBe(Math.ceil((tokenCount - 900) / 800) + 1);
  for (const [i, chunk] of chunks.entries()) {
    expect(chunk.startChar).toBe(starts[i * 800]);
    expect(chunk.endChar).toBe(starts[i * 800 + chunk.tokenCount] ?? words.length);
  }
});

test('no window is left over whose text the one before contains already', () => {
  expect(split(textOf(1700)).chunks.map(({ tokenCount }) => tokenCount)).toEqual([900, 900]);
  expect(split(textOf(1701)).chunks.map(({ tokenCount }) => tokenCount)).toEqual([900, 900, 101]);
});

test('the same text gives the same ids, and another text others only where it differs', () => {
  const text = textOf(3000);
  const edited = `${text.slice(0, -4)} end`;
  expect(idsOf(text, split(text).chunks)).toEqual(idsOf(text, split(text).chunks));
  expect(idsOf(edited, split(edited).chunks).slice(0, -1)).toEqual(idsOf(text, split(text).chunks).slice(0, -1));
  expect(idsOf(edited, split(edited).chunks).at(-1)).not.toBe(idsOf(text, split(text).chunks).at(-1));
  expect(artifactChunkId('art_9f2ca8b1', 3, 'c0ffee1234567890')).toBe('art_9f2ca8b1::chunk::003::c0ffee12');
  expect(artifactChunkId('art_9f2ca8b1', 1234, 'c0ffee1234567890')).toBe('art_9f2ca8b1::chunk::1234::c0ffee12');
});

test('a chunk with its neighbours, with boundaries between or read on', () => {
  const text = Array.from({ length: 1150 }, (_, i) => `Sentence ${i}.\n`).join('');
  const { chunks } = split(text);
  expect(chunks.length).toBe(6);
  const around = chunks.slice(2, 5).map((chunk) => ({ ...chunk, content: text.slice(chunk.startChar, chunk.endChar) }));
  const [before, middle, behind] = around.map(({ content }) => content);
  expect(joinWithBoundaries(around)).toBe(`${before}\n[CHUNK BOUNDARY]\n${middle}\n[CHUNK BOUNDARY]\n${behind}`);
  expect(mergeOverlaps(around)).toBe(text.slice(chunks[2]!.startChar, chunks[4]!.endChar));
});

test('special tokens are plain text', () => {
  const text = '<|endoftext|><|fim_prefix|><|im_start|>'.repeat(200);
  const { chunks, tokenCount } = split(text);
  expect(tokenCount).toBe(3401);
  expectFaithful(text, chunks);
});

test.each([
  [{ targetTokens: 100, overlapTokens: 100 }, 'Chunks of 100 tokens cannot overlap by 100.'],
  [{ overlapTokens: -1 }, 'Chunks of 900 tokens cannot overlap by -1.'],
  [{ overlapTokens: 1.5 }, 'Chunks of 900 tokens cannot overlap by 1.5.'],
  [{ targetTokens: 0, overlapTokens: 0 }, 'A chunk cannot have 0 tokens.'],
  [{ singlePieceMaxTokens: Number.NaN }, 'An artifact cannot stay whole up to NaN tokens.'],
])('refuses sizes with which no text can be split: %o', (sizes, message) => {
  const wrong = { ...DEFAULT_ARTIFACT_SIZES, ...sizes };
  expect(() => checkArtifactSizes(wrong)).toThrow(expect.objectContaining({ code: 'INVALID_OPTION', message }));
  expect(() => split('', wrong)).toThrow(message);
});

test('the windows of any text are slices of it, cover it and never cut a character', () => {
  const sizes = fc
    .tuple(fc.integer({ min: 1, max: 12 }), fc.nat(11), fc.nat(8))
    .filter(([target, overlap]) => overlap < target)
    .map(([targetTokens, overlapTokens, singlePieceMaxTokens]) => ({
      targetTokens,
      overlapTokens,
      singlePieceMaxTokens,
    }));
  fc.assert(
    fc.property(ARTIFACT_TEXT, sizes, (text, some) => {
      const { chunks, tokenCount, strategy } = split(text, some);
      expect(tokenCount).toBe(tokens.count(text));
      if (tokenCount <= some.singlePieceMaxTokens)
        expect({ chunks, strategy }).toEqual({ chunks: [], strategy: 'whole' });
      else expectFaithful(text, chunks);
      for (const chunk of chunks) expect(chunk.tokenCount).toBeLessThanOrEqual(some.targetTokens);
    }),
    { numRuns: 2000 },
  );
});

test('ten megabytes are one artifact', { timeout: 60_000 }, () => {
  const line = 'The quick brown fox — naïve, 漢字, 👩‍🚀 — jumps over the lazy dog.\r\n';
  const text = line.repeat(Math.ceil(10_000_000 / Buffer.byteLength(line)));
  const { chunks, tokenCount } = split(text);
  expect(chunks.length).toBe(Math.ceil((tokenCount - 900) / 800) + 1);
  expectFaithful(text, chunks);
});
