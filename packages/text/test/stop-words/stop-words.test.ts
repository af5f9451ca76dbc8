import { ENGLISH_STOP_WORDS, stopWordsOf } from '@topicmill/text/stop-words';
import { describe, expect, it } from 'vitest';

describe('stopWordsOf', () => {
  it('joins the lists of several languages', () => {
    const words = stopWordsOf(['eng', 'deu']);
    expect(words.has('the')).toBe(true);
    expect(words.has('und')).toBe(true);
    expect(ENGLISH_STOP_WORDS.has('und')).toBe(false);
    expect(stopWordsOf([]).size).toBe(0);
  });

  it('gives English the same list by its name as by default', () => {
    expect(stopWordsOf(['eng'])).toEqual(ENGLISH_STOP_WORDS);
  });

  it.each('no will not its without behind three several however nothing the'.split(' '))('"%s" is one', (word) => {
    expect(ENGLISH_STOP_WORDS.has(word)).toBe(true);
  });

  it('holds words once, in lower case, and none that says what a text is about', () => {
    for (const word of ENGLISH_STOP_WORDS) expect(word).toMatch(/^[a-z]+(?:'[a-z]+)?$/);
    for (const word of ['code', 'second', 'value', 'page', 'state']) expect(ENGLISH_STOP_WORDS.has(word)).toBe(false);
  });

  it.each(['xyz', 'removeStopwords', '__proto__', 'ENG', ''])('has no list for "%s"', (language) => {
    expect(() => stopWordsOf([language])).toThrow(expect.objectContaining({ code: 'CONFIG_INVALID' }));
  });
});
