import { STOP_WORD_LANGUAGES } from '@topicmill/base/config';
import { stopWordsOf } from '@topicmill/text/stop-words';
import { expect, it } from 'vitest';

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz'];

it('the configuration takes just the languages that have a list', () => {
  const codes = LETTERS.flatMap((a) => LETTERS.flatMap((b) => LETTERS.map((c) => a + b + c)));
  expect(codes.filter((code) => hasList(code))).toEqual(STOP_WORD_LANGUAGES);
});

function hasList(code: string): boolean {
  try {
    return stopWordsOf([code]).size > 0;
  } catch {
    return false;
  }
}
