import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { textsAfterEdit } from '../../src/viewer/app/data/texts-after-edit.js';

const a = '# A\n\nOne is told here at length.\n\n';
const b = '# B\n\nTwo is told here at length.\n\n';
const c = '# C\n\nThree is told here at length.\n';

describe('parts of a text after an edit', () => {
  it('have what was written in a part or at its end', () => {
    expect(textsAfterEdit([a, b, c], `${a}# Bee\n\nTwo.\n\n${c}`)).toEqual([a, '# Bee\n\nTwo.\n\n', c]);
    expect(textsAfterEdit([a, b, c], `${a}${b}More.\n\n${c}`)).toEqual([a, `${b}More.\n\n`, c]);
    expect(textsAfterEdit([a, b, c], `${a}${b}${c}# D\n`)).toEqual([a, b, `${c}# D\n`]);
    expect(textsAfterEdit([a, b, c], `Zero.\n\n${a}${b}${c}`)).toEqual([`Zero.\n\n${a}`, b, c]);
  });

  it('lose what was deleted', () => {
    expect(textsAfterEdit([a, b, c], a + c)).toEqual([a, '', c]);
    expect(textsAfterEdit([a, b, c], b + c)).toEqual(['', b, c]);
    expect(textsAfterEdit([a, a, c], a + c)).toEqual([a, '', c]);
    expect(textsAfterEdit([a, b, c], '')).toEqual(['', '', '']);
    expect(textsAfterEdit([], a)).toEqual([]);
  });

  it('are found by their beginnings between two edits, and belong to the part before where these are gone', () => {
    expect(textsAfterEdit([a, b, c], `Zero.\n\n${a}${b}${c}# D\n`)).toEqual([`Zero.\n\n${a}`, b, `${c}# D\n`]);
    const [a2, b2] = [`${a}More.\n\n`, `${b}More.\n\n`];
    expect(textsAfterEdit([a, b, c], a2 + b2 + c)).toEqual([a2, b2, c]);
    expect(textsAfterEdit([a, b, c], '# New\n\nOther.\n')).toEqual(['# New\n\nOther.\n', '', '']);
  });

  it('are the whole text, and without an edit as they were', () => {
    const part = fc.string({ unit: fc.constantFrom('a', '\n', 'ä', '茶', '😀'), minLength: 1, maxLength: 40 });
    const parts = fc.array(part, { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(parts, part, fc.nat(60), fc.nat(9), (texts, typed, at, gone) => {
        expect(textsAfterEdit(texts, texts.join(''))).toEqual(texts);
        const characters = Array.from(texts.join(''));
        const now = [...characters.slice(0, at), typed, ...characters.slice(at + gone)].join('');
        const after = textsAfterEdit(texts, now);
        expect([after.length, after.join('')]).toEqual([texts.length, now]);
      }),
    );
  });
});
