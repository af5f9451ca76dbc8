import { join } from 'node:path';
import { InvalidArgumentError } from 'commander';
import { expect, test } from 'vitest';
import { existingFolder, wholeNumber } from '../../src/cli/index.js';

test('whole numbers are taken from the least one on, and nothing else is', () => {
  expect(['0', '7', '010'].map(wholeNumber(0))).toEqual([0, 7, 10]);
  expect(wholeNumber(1)('1')).toBe(1);
  for (const value of ['', ' ', '-1', '1.5', '1e3', '0x10', 'all', '9'.repeat(17)]) {
    expect(() => wholeNumber(0)(value), value).toThrow('It must be a whole number from 0 on.');
  }
  expect(() => wholeNumber(1)('0')).toThrow('It must be a whole number from 1 on.');
});

test('a folder is taken as it is written', () => {
  expect(existingFolder(import.meta.dirname)).toBe(import.meta.dirname);
});

test.each([import.meta.filename, join(import.meta.dirname, 'missing'), ''])('%j is not a folder', (value) => {
  expect(() => existingFolder(value)).toThrow(InvalidArgumentError);
});
