import { expect, test } from 'vitest';
import { addTransportOptions, createProgram, processIo, repeatedValue } from '../../src/cli/index.js';

test('the help of an option that can be repeated shows no empty list as its default', () => {
  const program = createProgram({ name: 'x', version: '1', description: 'X.', examples: [] }, processIo());
  expect(addTransportOptions(program, 4181).helpInformation()).not.toContain('[]');
});

test('values of a repeated option are collected in order', () => {
  expect(repeatedValue('b', repeatedValue('a'))).toEqual(['a', 'b']);
});
