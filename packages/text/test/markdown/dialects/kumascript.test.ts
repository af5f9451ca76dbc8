import { expect, it } from 'vitest';
import { dialectOf, readableMarkdown } from '../../../src/markdown/index.js';

it.each([
  ['The {{domxref("Tea.pot()")}} of {{ cssxref("leaf", "a leaf") }}.', 'The Tea.pot() of a leaf.'],
  ["A {{Glossary('Brew', 'brewed')}} {{HTTPStatus(418)}} cup.", 'A brewed 418 cup.'],
  ['{{HTMLElement("cup", "")}} is hot.', 'cup is hot.'],
  ['{{APIRef("Tea API")}}\n\nTea {{optional_inline}} is hot.', 'Tea  is hot.'],
  ['Write \\{{leaf}} and `{{leaf}}`.', 'Write \\{{leaf}} and `{{leaf}}`.'],
])('macros of KumaScript read as the text that they show: %j', (text, shown) => {
  expect(readableMarkdown(`# Tea\n\n${text}\n`, dialectOf('kumascript', 'a.md'))).toBe(`# Tea\n\n${shown}\n`);
});
