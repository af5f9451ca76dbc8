import { loadTokenCounter } from '@topicmill/text/tokens';
import { expect, it } from 'vitest';
import { DEFAULT_TWO_TIER_OPTIONS, twoTierStrategy, typesenseSchema } from '../src/index.js';

interface Field {
  readonly name: string;
  readonly type: string;
  readonly facet?: boolean;
  readonly optional?: boolean;
  readonly index?: boolean;
}

const { name, fields } = JSON.parse(typesenseSchema('book_chunks')) as { name: string; fields: readonly Field[] };

/** Whether Typesense takes a value for a field, by its documentation of collections; numbers of 32 bits. */
const TAKES: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  bool: (value) => typeof value === 'boolean',
  int32: (value) => Number.isInteger(value) && Math.abs(value as number) < 2 ** 31,
  'string[]': (value) => Array.isArray(value) && value.every(TAKES['string']!),
  'int32[]': (value) => Array.isArray(value) && value.every(TAKES['int32']!),
};

const BOOK = `# One\n\nSome text.\n\n## Two\n\n| Key | Value |\n| --- | --- |\n| a | b |\n\n${'More text that is here. '.repeat(400)}\n\n## Three\n\nThe end.\n`;

it('has no field twice, none called id, and only types that it knows', () => {
  const names = fields.map((field) => field.name);
  expect(name).toBe('book_chunks');
  expect(new Set(names).size).toBe(names.length);
  expect(names).not.toContain('id');
  for (const { type } of fields) expect(Object.keys(TAKES)).toContain(type);
});

it('makes what is not searched optional and no facet, as Typesense asks', () => {
  const unsearched = fields.filter(({ index }) => index === false);
  expect(unsearched.length).toBeGreaterThan(0);
  for (const field of unsearched) expect(field).toMatchObject({ optional: true });
  for (const { facet } of unsearched) expect(facet).toBeUndefined();
  expect(fields.find((field) => field.name === 'content_hints')).toMatchObject({ type: 'string', facet: true });
});

it.each([
  ['markdown', BOOK],
  ['pages of plain text', `Chapter 1\n\nSome text.\n\f${'More text that is here. '.repeat(200)}\n`],
])('takes every record of a book in %s', async (_, text) => {
  const strategy = twoTierStrategy({
    ...DEFAULT_TWO_TIER_OPTIONS,
    tokenCounter: await loadTokenCounter('wordpiece'),
  });
  const { sections, snippets } = strategy.chunk({ text, file: 'book.md', docId: 'book', title: 'Book' });
  expect(snippets.length).toBeGreaterThan(1);
  for (const record of [...sections, ...snippets]) {
    const values = record as unknown as Record<string, unknown>;
    expect(typeof values['id']).toBe('string');
    const given = Object.keys(values).filter((key) => key !== 'id');
    expect(fields.map((field) => field.name)).toEqual(expect.arrayContaining(given));
    for (const field of fields) {
      const value = values[field.name];
      if (value === undefined) expect(field).toMatchObject({ optional: true });
      else expect(TAKES[field.type]!(value)).toBe(true);
    }
  }
});
