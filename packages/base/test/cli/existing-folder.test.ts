import { join } from 'node:path';
import { existingFolder } from '@topicmill/base/cli';
import { InvalidArgumentError } from 'commander';
import { expect, it } from 'vitest';

it('takes a folder as it is written', () => expect(existingFolder(import.meta.dirname)).toBe(import.meta.dirname));

it.each([import.meta.filename, join(import.meta.dirname, 'missing'), ''])('refuses %j', (value) => {
  expect(() => existingFolder(value)).toThrow(InvalidArgumentError);
});
