import { expect, test } from 'vitest';
import { prepareText } from '../src/passages/prepare-text.js';

test('markdown stays as written, but for includes', () => {
  expect(prepareText(['# A\r\n\r\nText\n', '{{#include b.rs}}\n# B\n'], 'as written')).toBe('# A\n\nText\n\n\n# B\n');
});

test('a book is its chapters, with each paragraph on one line', () => {
  const book =
    'Title\n\nCHAPTER I: ONE\n\nThis is an after-\nnoon\nin May.\n\n\nMore.\n\n*** END OF THE BOOK\nLicence\n';
  expect(prepareText([book], 'plain text')).toBe('CHAPTER I: ONE\n\nThis is an after-noon in May.\n\nMore.\n');
});

test('a book as plain lines has a line for each paragraph, no blank lines and no rules', () => {
  const book =
    'Licence\n\n*** START OF THE BOOK ***\n\n\nI\n\n=====\n\nThis is\nlong.\n\nMore.\n\n*** END OF THE BOOK ***\nLicence\n';
  expect(prepareText([book], 'plain lines')).toBe('*** START OF THE BOOK ***\nI\nThis is long.\nMore.\n');
});

test('a Request for Comments is what is between its front matter and its appendices', () => {
  const draft = '---\ntitle: A\n\n--- abstract\nShort.\n\n--- middle\n\n# Introduction\n\n--- back\n\n# Notes\n';
  expect(prepareText([draft, draft], 'body of an RFC')).toBe('\n# Introduction\n\n\n\n\n# Introduction\n\n');
});

test('reStructuredText becomes markdown, without directives and calls of footnotes', () => {
  const report = 'Report\n======\n\nPart\n----\n\n1.1.\tText of\nit. [3]_\n\n.. [3] Note\n   of two lines\n';
  expect(prepareText([report], 'reStructuredText')).toBe('# Report\n\n## Part\n\n1.1. Text of it.\n');
});
