import fc from 'fast-check';
import { expect, test } from 'vitest';
import { escapeHtml, unescapeHtml } from '../../src/html/index.js';

test('what would be markup is written as character references', () => {
  expect(escapeHtml('<a title="R&D"> &amp; \'it\'')).toBe("&lt;a title=&quot;R&amp;D&quot;&gt; &amp;amp; 'it'");
});

test('any text comes back as it was', () => {
  const text = fc.string({ unit: fc.constantFrom('&', '<', '>', '"', 'amp;', 'lt;', 'a') });
  fc.assert(
    fc.property(text, (written) => {
      expect(unescapeHtml(escapeHtml(written))).toBe(written);
    }),
  );
});
