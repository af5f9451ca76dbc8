import { oneLine, singleSpaces } from '@topicmill/text/white-space';
import fc from 'fast-check';
import { expect, it } from 'vitest';

const spacedText = fc.array(fc.oneof(fc.constantFrom(' ', '\n', '\r\n', '\t', '\u00a0', '\u2029'), fc.string()));

it('keeps everything but white space, on one line', () => {
  fc.assert(
    fc.property(spacedText, (parts) => {
      const text = parts.join('');
      expect(oneLine(text)).not.toMatch(/[\n\r\t\u2028\u2029]|^\s|\s$|\s\s/);
      expect(oneLine(text).split(' ').join('')).toBe(text.replace(/\s/g, ''));
    }),
  );
});

it('says of a piece whether white space was at its ends', () => {
  expect([singleSpaces(' a\n b\t'), oneLine(' a\n b\t')]).toEqual([' a b ', 'a b']);
});
