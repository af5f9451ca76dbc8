import { expect, it } from 'vitest';
import { readJsonObject } from '../../src/init/edit-json.js';

it.each([
  ['lists', '['],
  ['objects', '{"a":'],
])('a file of %s 100,000 deep inside each other is refused with its name', (_, opening) => {
  const text = opening.repeat(100_000);
  expect(() => readJsonObject(text, 'package.json')).toThrow(
    expect.objectContaining({ code: 'WORKSPACE_FILE_INVALID', file: 'package.json' }),
  );
});
