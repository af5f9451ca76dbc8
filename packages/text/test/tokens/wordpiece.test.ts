import { Tokenizer } from '@huggingface/tokenizers';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadTokenCounter } from '../../src/tokens/index.js';
import { WORDPIECE_VOCABULARY } from '../../src/tokens/wordpiece-vocabulary.js';

const estimate = await loadTokenCounter('wordpiece-estimate');
const exact = await loadTokenCounter('wordpiece');

/** The vocabulary as its publisher lists it, but sorted. */
function pieces(): string[] {
  const found: string[] = [];
  for (const [entry] of WORDPIECE_VOCABULARY.matchAll(/[A-Z][^A-Z]*/g)) {
    found.push((found.at(-1) ?? '').slice(0, entry.charCodeAt(0) - 65) + entry.slice(1));
  }
  return found;
}

const reference = new Tokenizer(
  {
    version: '1.0',
    added_tokens: [],
    normalizer: {
      type: 'BertNormalizer',
      clean_text: true,
      handle_chinese_chars: true,
      strip_accents: null,
      lowercase: true,
    },
    pre_tokenizer: { type: 'BertPreTokenizer' },
    post_processor: null,
    decoder: null,
    model: {
      type: 'WordPiece',
      unk_token: '[UNK]',
      continuing_subword_prefix: '##',
      max_input_chars_per_word: 100,
      vocab: Object.fromEntries(['[UNK]', ...pieces()].map((piece, at) => [piece, at])),
    },
  } as never,
  {},
);

function referenceCount(text: string): number {
  return reference.encode(text, { add_special_tokens: false }).ids.length;
}

describe('wordpiece', () => {
  it('has all pieces but those reserved for models', () => {
    expect(pieces()).toHaveLength(29_523);
    expect(new Set(pieces()).size).toBe(29_523);
  });

  it.each([
    ['', 0],
    [' \n\t', 0],
    ['tokenization', 2],
    ["don't", 3],
    ['Größenverhältnisse der Wärmedämmung', 14],
    ['l’électricité française', 5],
    ['[CLS] is text', 6],
    ['漢字かな', 4],
    ['русский язык', 10],
    ['├──', 1],
    ['👍', 1],
  ])('counts %j as the tokenizer does: %i', (text, count) => {
    expect(referenceCount(text)).toBe(count);
    expect(exact.count(text)).toBe(count);
  });

  it('counts what the tokenizer counts, whatever letters the vocabulary has', () => {
    const word = fc.constantFrom(
      ...[
        'the',
        'Über',
        'ΑΣ.Β',
        'ΟΔΟΣ',
        'naïve',
        'ﬁn',
        'x\u0301',
        '\u0301',
        '漢字',
        'かな',
        '한국어',
        'Ελλάδα',
        'Привет',
        'ß',
        'İ',
      ],
      ...[
        '\u00ad',
        '\u200b',
        '\ufffd',
        '\u0000',
        '\ud800',
        '€',
        '→',
        '5€',
        '---',
        '<|end|>',
        '##ing',
        'foo_bar',
        '1234567',
      ],
      ...[' ', '\u00a0', '\u2003', '\n', '\u0085', '\v', '.', '’', '«', '¿'],
    );
    const printable = fc.string({ unit: 'grapheme-ascii', maxLength: 30 });
    fc.assert(
      fc.property(fc.array(fc.oneof(word, printable), { maxLength: 12 }), (words) => {
        const text = words.join('');
        expect(exact.count(text)).toBe(referenceCount(text));
      }),
      { numRuns: 1000 },
    );
  });

  it('counts letters that no piece has, and long words, by their letters', () => {
    const khmer = 'ក'.repeat(50);
    expect(referenceCount(khmer)).toBe(1);
    expect(exact.count(khmer)).toBe(50);
    expect(referenceCount('ab'.repeat(400))).toBe(1);
    expect(exact.count('ab'.repeat(400))).toBeGreaterThan(200);
  });
});

describe('wordpiece-estimate', () => {
  it.each([
    ['', 0],
    [' \n\t', 0],
    ['a', 1],
    ['four', 1],
    ['fives', 1],
    ['fives eight eights', 4],
    ['ninechars', 3],
    ['thirteenchars', 4],
    ['1', 1],
    ['123', 1],
    ['1234', 2],
    ['1234567', 3],
    ['...', 3],
    ["don't", 3],
    ['(a, b)', 5],
    ['x86', 2],
  ])('counts %j as %i', (text, count) => {
    expect(estimate.count(text)).toBe(count);
  });
});

describe.each([estimate, exact])('$name, whatever the text', (counter) => {
  const text = fc.string({ unit: 'grapheme', maxLength: 200 });

  it('gives a range the count of its text alone', () => {
    fc.assert(
      fc.property(text, fc.nat(), fc.nat(), (source, a, b) => {
        const start = Math.min(a, source.length);
        const end = Math.min(start + b, source.length);
        expect(counter.count(source, start, end)).toBe(counter.count(source.slice(start, end)));
      }),
    );
  });

  it('is at most one off when two texts meet at a blank', () => {
    fc.assert(
      fc.property(text, text, (a, b) => {
        expect(Math.abs(counter.count(`${a} ${b}`) - counter.count(a) - counter.count(b))).toBeLessThanOrEqual(1);
      }),
    );
  });
});

it('an estimate is whole, and zero for white space only', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (source) => {
      const count = estimate.count(source);
      expect(Number.isSafeInteger(count)).toBe(true);
      expect(count === 0).toBe(!/\S/u.test(source.replace(/[\u0085]/g, ' ').replace(/\ufeff/g, 'x')));
    }),
  );
});
