import fc from 'fast-check';
import { expect } from 'vitest';
import type { ArtifactPiece } from '../../src/index.js';

const PIECE = fc.oneof(
  fc.constantFrom(' ', '\n', '\r\n', '\r', '\t', '\0', '\ufeff', '\u2028', '<|endoftext|>', '<|fim_prefix|>'),
  fc.constantFrom(
    'word',
    ' Word',
    'é',
    'e\u0301',
    'n\u0303\u0323',
    '漢字',
    'かな',
    '한국어',
    'हिन्दी',
    'עברית',
    'العربية',
  ),
  fc.constantFrom('ไทย', 'Ελληνικά', 'Привет', 'ᚠᚢᚦ', '𝒳', '𠜎𠜱', '😀', '👨‍👩‍👧‍👦', '🇨🇭', '👍🏽', '❤️'),
  fc.constantFrom('\ud83d', '\ude00', '\ud83d\ud83d', '\ude00\ud83d'),
  fc.constantFrom(
    '# H\n',
    '> ',
    '>> ',
    'Ann: ',
    'On Monday Bo wrote:\n',
    '[10:00] <ann> ',
    '-- \n',
    '```\n',
    'From: a\n',
  ),
  fc.string({ unit: 'binary', maxLength: 8 }),
);

/** Texts in many scripts, with line ends, marks, lone surrogates and the beginnings of quotes, turns and headings. */
export const ARTIFACT_TEXT = fc.array(PIECE, { maxLength: 40 }).map((pieces) => pieces.join(''));

/** Chunks are in order, leave no gap, contain text, reach further one after the other, and cut no surrogate pair. */
export function expectFaithful(text: string, chunks: readonly ArtifactPiece[]): void {
  let covered = 0;
  let before = -1;
  for (const [i, { index, startChar, endChar }] of chunks.entries()) {
    expect(index).toBe(i);
    expect(startChar).toBeLessThanOrEqual(covered);
    expect(startChar).toBeGreaterThan(before);
    expect(endChar).toBeGreaterThan(covered);
    expect(cutsPair(text, startChar) || cutsPair(text, endChar)).toBe(false);
    covered = endChar;
    before = startChar;
  }
  expect(covered).toBe(text.length);
}

function cutsPair(text: string, offset: number): boolean {
  return /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(Math.max(0, offset - 1), offset + 1));
}
