import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { get_encoding, type Tiktoken } from 'tiktoken';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadTokenLocator, type TokenLocator } from '../../src/tokens/index.js';

const TEXTS = {
  empty: '',
  prose: "It's a fact that we'll SHE'LL don't i'D you've 're '\u017f 'S x's.",
  'apostrophes at the end': "a' b'l '",
  code: 'for (let i = 0; i < 10_000; i++) {\n\tfooBarBaz(HTTPServer, "x/y//z");\n}\n\n\n    return\t\t;  \n',
  'white space': ' a  b   c\t\td \n\n e\r\n\r\nf  \r\r  \n  ',
  'space at the end': 'a  ',
  'line ends at the end': 'a \n \n',
  'rare white space': 'a\u0085b\u00a0\u00a0c\u2003d\u3000\u3000e\ufefff\u2028g\u180eh\u200bi',
  numbers: '1 12 123 1234 12345.678 \u0661\u0662\u0663\u0664 \u2167\u2168 \u{1d7ce}\u{1d7cf}\u{1d7d0}\u{1d7d1} x²y³',
  'case in o200k':
    "ABCdef ABC abcDEF AbC ABCé ÀÉÎ'S ǅx AʰB漢字C 漢字 ABC漢D Éa\u0301B a\u0301\u0302 \u0301a \u0301\u0301",
  'marks after signs': '!\u0301\u0301/ -\u0903\n/\n a\u200d\u0301',
  slashes: 'a/b //c /\n/\r/ http://example.com/a/b?c=d&e#f !!/\n',
  'other scripts': 'Привет, мир! 日本語のテキスト。한국어 텍스트 العربية עברית ไทย हिन्दी ελληνικά',
  emoji: '👍🏽 👨‍👩‍👧‍👦 🇨🇭 ❤️ a😀b 😀😀\n',
  'lone surrogates': 'a\ud83d b\ude00 \ud83d\ud83d\ude00 \ude00\ud83d',
  'special tokens': '<|endoftext|> a<|fim_prefix|>b <|im_start|>user<|endofprompt|>',
  NUL: 'a\0b\0\0 \x01\x7f',
  'long run of a letter': 'a'.repeat(1000),
  'long run of signs': '=-'.repeat(500),
  'long run of spaces': `a${' '.repeat(700)}b${'\n'.repeat(300)}`,
  'long run of a script': '漢字'.repeat(150),
  base64: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='.repeat(8),
};

const PIECES = fc.oneof(
  fc.constantFrom(
    ' ',
    '  ',
    '\n',
    '\r\n',
    '\t',
    "'",
    "'s",
    "'LL",
    '/',
    '<|endoftext|>',
    '\u0301',
    '\u00a0',
    '\ufeff',
    '\u0085',
    '\u017f',
  ),
  fc.constantFrom(
    'a',
    'A',
    'word',
    'Word',
    'WORD',
    'é',
    'É',
    'ǅ',
    'ʰ',
    '漢',
    '12',
    '3',
    '²',
    '٣',
    '𝟎',
    '😀',
    '!',
    '##',
    '\ud83d',
    '\ude00',
  ),
  fc.string({ unit: 'binary', maxLength: 6 }),
  fc.string({ unit: 'grapheme-ascii', maxLength: 12 }),
);
const TEXT = fc.array(PIECES, { maxLength: 30 }).map((pieces) => pieces.join(''));

describe.each(['cl100k_base', 'o200k_base'] as const)('%s', (name) => {
  let tiktoken: Tiktoken;
  let counter: TokenLocator;

  beforeAll(async () => {
    tiktoken = get_encoding(name);
    counter = await loadTokenLocator(name);
  });
  afterAll(() => tiktoken.free());

  const tiktokenCount = (text: string) => tiktoken.encode_ordinary(text).length;

  test.each(Object.entries(TEXTS))('counts what tiktoken counts: %s', (_, text) => {
    expect(counter.count(text)).toBe(tiktokenCount(text));
  });

  test('counts what tiktoken counts in generated texts, again and again', () => {
    fc.assert(
      fc.property(TEXT, (text) => {
        const count = tiktokenCount(text);
        expect(counter.count(text)).toBe(count);
        expect(counter.count(text)).toBe(count);
      }),
      { numRuns: 500 },
    );
  });

  test('counts a range as it counts its slice', () => {
    fc.assert(
      fc.property(TEXT, fc.nat(60), fc.nat(60), (text, a, b) => {
        const [start, end] = [Math.min(a, b, text.length), Math.min(Math.max(a, b), text.length)];
        expect(counter.count(text, start, end)).toBe(counter.count(text.slice(start, end)));
      }),
    );
  });

  test('finds the tokens where tiktoken has them, inside a character at its nearer end', () => {
    fc.assert(
      fc.property(TEXT, fc.array(fc.nat(80)), fc.nat(20), (text, some, start) => {
        const from = Math.min(start, text.length);
        const starts = tiktokenStarts(text.slice(from));
        const indexes = [...new Set(some)].sort((a, b) => a - b);
        expect(counter.locate(text, indexes, from)).toEqual({
          tokenCount: starts.length,
          offsets: indexes.filter((index) => index < starts.length).map((index) => from + starts[index]!),
        });
      }),
      { numRuns: 500 },
    );
  });

  /** Where tiktoken's tokens start, found from the bytes that it gives back for each. */
  function tiktokenStarts(text: string): number[] {
    const nearest: number[] = [];
    for (let offset = 0; offset < text.length; ) {
      const character = String.fromCodePoint(text.codePointAt(offset)!);
      const byteLength = Buffer.byteLength(character);
      for (let i = 0; i < byteLength; i++) nearest.push(i * 2 > byteLength ? offset + character.length : offset);
      offset += character.length;
    }
    let byte = 0;
    return [...tiktoken.encode_ordinary(text)].map((token) => {
      const start = nearest[byte]!;
      byte += tiktoken.decode_single_token_bytes(token).length;
      return start;
    });
  }

  test('counts what tiktoken counts of every character below U+3000, next to others', () => {
    for (let block = 0; block < 0x3000; block += 64) {
      const characters = Array.from({ length: 64 }, (_, i) => String.fromCodePoint(block + i));
      const text = characters.map((c) => `a${c}${c}b ${c}C 1${c}2 !${c}! '${c} \n`).join('');
      expect(counter.count(text), block.toString(16)).toBe(tiktokenCount(text));
    }
  });

  test('forgets nothing that matters when more words come than it keeps', () => {
    const words = Array.from({ length: 150_000 }, (_, i) => ` w${String.fromCharCode(97 + (i % 26))}${i.toString(36)}`);
    const count = counter.count(words.join(''));
    expect(counter.count(words.join(''))).toBe(count);
    expect(count).toBe(tiktokenCount(words.join('')));
  });

  test('takes a million characters without a break', { timeout: 20_000 }, () => {
    expect(counter.count('a'.repeat(1_000_000))).toBe(1_000_000 / 8);
  });

  const corpora = process.env['TOPICMILL_CORPORA'];
  test.runIf(corpora !== undefined)('counts what tiktoken counts in real documents (TOPICMILL_CORPORA)', () => {
    for (const path of readdirSync(corpora!, { recursive: true, encoding: 'utf8' })) {
      if (!path.endsWith('.md')) continue;
      const text = readFileSync(join(corpora!, path), 'utf8');
      expect(counter.count(text), path).toBe(tiktokenCount(text));
    }
  });
});
