import { isObject, parseJsonIfValid } from '@topicmill/base/json';
import fc from 'fast-check';
import { expect, it } from 'vitest';

it('reads what JSON.stringify writes', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = JSON.stringify(value);
      expect(parseJsonIfValid(text)).toEqual(JSON.parse(text));
    }),
  );
});

it.each(['', '{', '{"a": 1} x', '\ufeff{}', "{'a': 1}", 'undefined'])('has no value for %j', (text) => {
  expect(parseJsonIfValid(text)).toBeUndefined();
});

it('tells objects with fields from lists, null and plain values', () => {
  expect([{}, { a: 1 }, [], null, undefined, 'a', 1].map(isObject)).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
    false,
  ]);
});
