import { join } from 'node:path';
import { expect, it } from 'vitest';
import { lstatIfThere, statIfThere } from '../../src/files/index.js';

const FILE = import.meta.filename;

it.each([statIfThere, lstatIfThere])('%o tells what is there, and finds nothing in other places', (look) => {
  expect(look(FILE)?.isFile()).toBe(true);
  expect(look(`${FILE}-missing`)).toBeUndefined();
  expect(look(join(FILE, 'below-a-file'))).toBeUndefined();
  expect(() => look(`${FILE}\0`)).toThrow();
});
