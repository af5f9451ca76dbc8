import { describe, expect, test } from 'vitest';
import { contentHashHex, fnv1a32, fnv1a64, hashTerm, mix32, mix64, shortHashHex } from '../../src/hashes.js';

describe('FNV-1a', () => {
  test.each([
    ['', '811c9dc5', 'cbf29ce484222325'],
    ['a', 'e40c292c', 'af63dc4c8601ec8c'],
    ['foobar', 'bf9cf968', '85944171f73967e8'],
  ])('gives for %j what its draft lists', (text, hash32, hash64) => {
    expect(shortHashHex(text)).toBe(hash32);
    expect(
      fnv1a64(text)
        .map((half) => half.toString(16).padStart(8, '0'))
        .join(''),
    ).toBe(hash64);
  });

  test('continues where another text ended', () => {
    expect(fnv1a32('bar', fnv1a32('foo'))).toBe(fnv1a32('foobar'));
  });
});

test('the finalizers are those of MurmurHash3', () => {
  expect(mix32(1)).toBe(0x514e28b7);
  expect(mix64([0, 1])).toEqual([0xb456bcfc, 0x34c2cb2c]);
});

test('hashes that indexes, vectors and ids contain stay as they are', () => {
  expect(hashTerm('serializ')).toBe(445_909_739);
  expect(contentHashHex('Content of a section.')).toBe('61a64b118186d5a0');
  expect(contentHashHex('')).toBe('92ca2f0eab3e7c0b');
});
