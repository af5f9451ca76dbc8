import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isSameWording } from '../../src/retrieval/ranking/masked-questions.js';

const ASKED = 'What is that beeping noise on my pottery machine?';

describe('one question in two wordings', () => {
  it.each([
    ['case, punctuation and stop words', 'that BEEPING noise: where is it on the pottery machine'],
    ['order and endings', 'Pottery machines: which noises beep?'],
    ['a letter left out', 'what is that beping noise on my potery machine'],
    ['a letter too many, a wrong one, two exchanged', 'What is that beepinng noize on my pottrey machine?'],
    ['misspelt stop words', 'waht is taht beeping noise on my pottery machine'],
    ['search words', 'beeping noise pottery machine'],
    ['search words, three of four', 'beeping pottery machine'],
    ['search words that are misspelt', 'beeping noise potery'],
  ])('differs by %s', (_, other) => {
    expect(isSameWording(ASKED, other)).toBe(true);
    expect(isSameWording(other, ASKED)).toBe(true);
  });

  it.each([
    ['What is that beeping noise?', ASKED],
    ['What is that grinding noise on my pottery machine?', ASKED],
    ['How do I delete a topic?', 'How do I rename a topic?'],
    ['What does exit code 137 mean?', 'What does exit code 138 mean?'],
    ['How do I update to 2.0?', 'How do I update to 3.0?'],
    ['What is it for?', 'Why do I do it?'],
    ['', ''],
  ])('is not what asks something else: %s', (one, other) => {
    expect(isSameWording(one, other)).toBe(false);
    expect(isSameWording(other, one)).toBe(false);
  });

  it('compares scripts without spaces by what they say', () => {
    expect(isSameWording('窯はなぜ鳴るのか', '窯はなぜ鳴るのか？')).toBe(true);
    expect(isSameWording('窯はなぜ鳴るのか', '釉薬はどこにあるのか')).toBe(false);
  });

  it('survives one typing error anywhere in a word, and any order', () => {
    const words = ['kiln', 'glaze', 'temperature', 'beeping', 'controller'];
    const slip = fc.record({
      word: fc.nat({ max: words.length - 1 }),
      at: fc.nat({ max: 3 }),
      kind: fc.constantFrom('insert', 'delete', 'replace', 'swap'),
      letter: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz'),
    });
    fc.assert(
      fc.property(slip, fc.shuffledSubarray(words, { minLength: words.length }), (slipped, shuffled) => {
        const misspelt = shuffled.map((word) => (word === words[slipped.word] ? misspell(word, slipped) : word));
        expect(isSameWording(words.join(' '), misspelt.join(' '))).toBe(true);
      }),
    );
  });
});

function misspell(word: string, { at, kind, letter }: { at: number; kind: string; letter: string }): string {
  const [before, after] = [word.slice(0, at), word.slice(at)];
  if (kind === 'insert') return before + letter + after;
  if (kind === 'delete') return before + after.slice(1);
  if (kind === 'replace') return before + letter + after.slice(1);
  return before + (after[1] ?? '') + (after[0] ?? '') + after.slice(2);
}
