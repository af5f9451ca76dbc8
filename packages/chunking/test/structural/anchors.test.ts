import fc from 'fast-check';
import GithubSlugger from 'github-slugger';
import { expect, test } from 'vitest';
import { Anchors } from '../../src/structural/sections.js';

const anyText = fc.string({
  unit: fc.constantFrom('a', 'B', '-', '1', ' ', '_', '.', '\t', 'é', 'ſ', '日', '😀'),
  maxLength: 4,
});

test('anchors are those of github-slugger', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(anyText, fc.string({ unit: 'binary' })), { maxLength: 40 }), (contents) => {
      const anchors = new Anchors();
      const slugger = new GithubSlugger();
      expect(contents.map((content) => anchors.next(content))).toEqual(
        contents.map((content) => slugger.slug(content)),
      );
    }),
    { numRuns: 1000 },
  );
});

test('every character of ASCII is kept or dropped as by github-slugger', () => {
  const contents = Array.from({ length: 128 }, (_, code) => `x${String.fromCharCode(code)}y`);
  for (const content of contents) expect(new Anchors().next(content)).toBe(new GithubSlugger().slug(content));
});
