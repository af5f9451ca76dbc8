import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeFolderName, encodeFolderName } from '../../src/embedding-cache/index.js';

const anyName = fc.oneof(
  fc.string(),
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: fc.constantFrom('a', 'A', '.', ':', '/', '\\', '%', ' ', 'con', 'é') }),
);

describe('encodeFolderName', () => {
  it.each([
    ['semantic-250-750', 'semantic-250-750'],
    ['ollama:mxbai-embed-large', 'ollama%3amxbai-embed-large'],
    ['openai:text-embedding-3-small', 'openai%3atext-embedding-3-small'],
    ['BAAI/bge-m3', '%42%41%41%49%2fbge-m3'],
    ['..', '%2e%2e'],
    ['v1.', 'v1%2e'],
    ['.hidden', '%2ehidden'],
    ['con', '%63on'],
    ['nul.txt', '%6eul.txt'],
    ['com1', '%63om1'],
    ['console', 'console'],
    ['100%', '100%25'],
    ['', '%'],
  ])('writes %j as %j', (name, folderName) => {
    expect(encodeFolderName(name)).toBe(folderName);
    expect(decodeFolderName(folderName)).toBe(name);
  });

  it('is reversible for every name', () => {
    fc.assert(fc.property(anyName, (name) => decodeFolderName(encodeFolderName(name)) === name));
  });

  it('gives names that every file system keeps apart and none reserves', () => {
    fc.assert(
      fc.property(anyName, anyName, (a, b) => {
        const folderName = encodeFolderName(a);
        expect(folderName).toMatch(/^[a-z0-9_%.-]+$/);
        expect(folderName).not.toMatch(/^\.|\.$|^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/);
        expect(folderName.toLowerCase() === encodeFolderName(b).toLowerCase()).toBe(a === b);
      }),
    );
  });

  it.each(['Abc', 'a:b', '%61', '%3A', '%zz', '%ff', 'con', 'a.'])(
    'decodes no name from the folder %j',
    (folderName) => {
      expect(decodeFolderName(folderName)).toBeUndefined();
    },
  );
});
