import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { typesenseSchema } from '@topicmill/chunking';
import { expect, it } from 'vitest';
import { readApiSchema } from '../src/typesense/api-schema.js';
import { brokenExports } from '../src/typesense/broken-exports.js';
import { TypesenseValidator } from '../src/typesense/typesense-validator.js';

const SPECIFICATION = `
openapi: 3.0.3
info: { version: '1.0' }
components:
  schemas:
    CollectionSchema:
      type: object
      required: [name, fields]
      properties:
        name: { type: string, example: books }
        fields: { type: array, items: { $ref: '#/components/schemas/Field' } }
    Field:
      type: object
      required: [name, type]
      properties:
        name: { type: string }
        type: { type: string }
        facet: { type: boolean }
        optional: { type: boolean }
        index: { type: boolean }
`;

const exported = {
  name: 'a book',
  collection: JSON.parse(typesenseSchema('book_chunks')) as unknown,
  documents: `${JSON.stringify({ id: 'a', text: 'One.', tokens: 2, heading_path: [] })}\n`,
};

it('finds in a specification what is wrong with a collection, and nothing in that of a book', () => {
  const folder = mkdtempSync(join(tmpdir(), 'typesense-'));
  writeFileSync(join(folder, 'openapi.yml'), SPECIFICATION);
  const schema = readApiSchema(folder);
  expect(schema.version).toBe('1.0');
  expect(schema.collectionFaults(exported.collection)).toEqual([]);
  const broken = brokenExports(exported).filter(({ refusedBy }) => refusedBy === 'api');
  expect(broken).toHaveLength(4);
  for (const { name, collection } of broken)
    expect([name, schema.collectionFaults(collection)]).not.toEqual([name, []]);
  rmSync(folder, { recursive: true });
});

it('breaks one thing at a time', () => {
  for (const { collection, documents } of brokenExports(exported).filter((each) => each.refusedBy === 'typesense')) {
    const hasOtherCollection = JSON.stringify(collection) !== JSON.stringify(exported.collection);
    expect(hasOtherCollection).toBe(documents === '');
  }
});

it('asks for a checkout of Typesense where a folder is not one', () => {
  expect(() => readApiSchema('/nowhere')).toThrow(/openapi\.yml/);
  expect(() => TypesenseValidator.compile('/nowhere', tmpdir())).toThrow(/field\.cpp/);
});
