import fc from 'fast-check';
import { expect, test } from 'vitest';
import { artifactSplitter } from '../../src/text/index.js';

const PIECE = fc.oneof(
  fc.constantFrom(' ', '\n', '\r\n', '\r', '\t', '\0', '\ufeff', '\u2028', '<|endoftext|>', '<|im_start|>'),
  fc.constantFrom(
    'word',
    'é',
    'e\u0301',
    '漢字',
    '한국어',
    'हिन्दी',
    'עברית',
    'ไทย',
    'Привет',
    '𝒳',
    '👨‍👩‍👧‍👦',
    '🇨🇭',
    '👍🏽',
  ),
  fc.constantFrom('\ud83d', '\ude00', '\ude00\ud83d'),
  fc.constantFrom('\n# H\n', '\n> quoted\n', '\n>> ', '\nAnn: hi\n', '\nOn Monday Bo wrote:\n', '\n[10:00] <ann> hi\n'),
  fc.constantFrom('\ndef f(a):\n    return a\n', '\nclass A:\n    def g(self):\n        self.x = 1\n', '\nimport os\n'),
  fc.constantFrom('\nfunction f() {\n  return 1;\n}\n', '\nexport class B {\n  m(): void {}\n}\n', '\nconst a = 1;\n'),
  fc.constantFrom(
    '\nfunc (s *S) Run() error {\n\treturn nil\n}\n',
    '\npackage main\n',
    '\npublic class C { int m() { return 1; } }\n',
  ),
  fc.string({ unit: 'binary', maxLength: 8 }),
);
const TEXT = fc.array(PIECE, { maxLength: 60 }).map((pieces) => pieces.join(''));
const TYPES = ['email', 'chat', 'doc', 'code', 'note'];

function cutsPair(text: string, offset: number): boolean {
  return /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(Math.max(0, offset - 1), offset + 1));
}

test('chunks of every type are in order, cover the text and cut no character', async () => {
  const split = await artifactSplitter({ singlePieceMaxTokens: 12, targetTokens: 16, overlapTokens: 4 });
  await fc.assert(
    fc.asyncProperty(TEXT, fc.constantFrom(...TYPES), async (text, type) => {
      const { chunks, tokenCount } = await split(text, type);
      expect(chunks.length > 0).toBe(tokenCount > 12);
      let [covered, before] = [0, -1];
      for (const { startChar, endChar, tokenCount: count } of chunks) {
        expect(startChar).toBeLessThanOrEqual(covered);
        expect(startChar).toBeGreaterThan(before);
        expect(endChar).toBeGreaterThan(covered);
        expect(count).toBeLessThanOrEqual(16);
        expect(cutsPair(text, startChar) || cutsPair(text, endChar)).toBe(false);
        [covered, before] = [endChar, startChar];
      }
      if (chunks.length > 0) expect(covered).toBe(text.length);
    }),
    { numRuns: 1000 },
  );
});
