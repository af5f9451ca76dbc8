import { isInsideSurrogatePair } from '@topicmill/text/scripts';
import fc from 'fast-check';
import { expect, it } from 'vitest';

it('is true at the offsets between characters of two units alone', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('\ud800', '\udc00', '😀'))),
      (parts) => {
        const text = parts.join('');
        const inside = new Set<number>();
        let at = 0;
        for (const character of text) {
          if (character.length === 2) inside.add(at + 1);
          at += character.length;
        }
        const offsets = Array.from({ length: text.length + 1 }, (_, offset) => offset);
        expect(offsets.filter((offset) => isInsideSurrogatePair(text, offset))).toEqual([...inside]);
      },
    ),
  );
});
