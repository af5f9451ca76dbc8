import { ENGLISH_STOP_WORDS, stopWordsOf } from '@topicmill/keywords';
import { describe, expect, it } from 'vitest';

describe('stopWordsOf', () => {
  it('joins the lists of several languages', () => {
    const words = stopWordsOf(['eng', 'deu']);
    expect(words.has('the')).toBe(true);
    expect(words.has('und')).toBe(true);
    expect(ENGLISH_STOP_WORDS.has('und')).toBe(false);
    expect(stopWordsOf([]).size).toBe(0);
  });

  it.each(['xyz', 'removeStopwords', '__proto__', 'ENG', ''])('has no list for "%s"', (language) => {
    expect(() => stopWordsOf([language])).toThrow(expect.objectContaining({ code: 'CONFIG_INVALID' }));
  });
});
