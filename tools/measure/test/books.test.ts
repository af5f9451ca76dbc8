import { describe, expect, it } from 'vitest';
import { generateBook } from '../src/bench/generate-book.js';
import { headingAccuracy } from '../src/books/heading-accuracy.js';
import { renderPlain } from '../src/books/plain-rendering.js';

describe('accuracy of headings', () => {
  const markdown = '# The Cache\n\nText that says so.\n\n## What It Keeps\n\nMore text.\n\n## When\n\nThe end.\n';

  it('is full for markdown', async () => {
    const { headings } = renderPlain(markdown, 'T');
    expect(await headingAccuracy(markdown, 'markdown', headings)).toMatchObject({
      automaticSource: 'markdown',
      missed: [],
      invented: [],
    });
  });

  it('names what is missed and what is invented', async () => {
    expect(await headingAccuracy(markdown, 'markdown', ['The Cache', 'Other'])).toMatchObject({
      missed: ['other'],
      invented: ['What It Keeps', 'When'],
    });
  });

  it('is measured on pages of plain text', async () => {
    const plain = renderPlain(markdown, 'T');
    expect(plain.text).not.toContain('#');
    expect(await headingAccuracy(plain.text, 'plain', plain.headings)).toMatchObject({
      automaticSource: 'plain',
      missed: [],
    });
  });
});

it('generates books of the size asked for', () => {
  for (const kind of ['markdown', 'plain'] as const) expect(generateBook(10_000, kind)).toHaveLength(10_000);
});
